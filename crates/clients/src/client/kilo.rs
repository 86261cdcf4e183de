//! Kilo Code.

use super::vscode;
use crate::Env;
use crate::entry::Dialect;
use crate::shape::MCP_SERVERS;
use crate::spot::{Client, Spot};
use crate::vars::Syntax;

pub(super) static CLIENT: Client = Client::new(
    "kilo",
    Dialect::new(Syntax::PREFIXED),
    spots,
    &["/.kilocode/", "/kilocode.kilo-code/settings/mcp_settings.json"],
);

fn spots(env: &Env) -> Vec<Spot> {
    let cli = env.home.join(".kilocode/cli/global/settings/mcp_settings.json");
    let mut spots = vec![Spot::user(cli, MCP_SERVERS)];
    let file = "kilocode.kilo-code/settings/mcp_settings.json";
    spots.extend(vscode::storage(env, file).into_iter().map(|p| Spot::user(p, MCP_SERVERS)));
    spots.extend(Spot::project(env, ".kilocode/mcp.json", MCP_SERVERS));
    spots
}
