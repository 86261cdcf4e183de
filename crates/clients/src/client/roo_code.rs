//! Roo Code.

use super::vscode;
use crate::Env;
use crate::entry::Dialect;
use crate::shape::MCP_SERVERS;
use crate::spot::{Client, Spot};
use crate::vars::Syntax;

pub(super) static CLIENT: Client = Client::new(
    "roo-code",
    Dialect::new(Syntax::PREFIXED),
    spots,
    &["/.roo/", "/settings/mcp_settings.json"],
);

fn spots(env: &Env) -> Vec<Spot> {
    let file = "rooveterinaryinc.roo-cline/settings/mcp_settings.json";
    let mut spots: Vec<Spot> =
        vscode::storage(env, file).into_iter().map(|p| Spot::user(p, MCP_SERVERS)).collect();
    spots.extend(Spot::project(env, ".roo/mcp.json", MCP_SERVERS));
    spots
}
