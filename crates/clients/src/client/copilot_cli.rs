//! GitHub Copilot on the command line.

use crate::Env;
use crate::entry::Dialect;
use crate::shape::MCP_SERVERS;
use crate::spot::{Client, Spot};
use crate::vars::Syntax;

pub(super) static CLIENT: Client = Client::new(
    "copilot-cli",
    Dialect::new(Syntax::BRACES),
    spots,
    &["/.copilot/", "/mcp-config.json", "/.github/mcp.json"],
);

fn spots(env: &Env) -> Vec<Spot> {
    let home = env.dir_var("COPILOT_HOME").unwrap_or_else(|| env.home.join(".copilot"));
    let mut spots = vec![Spot::user(home.join("mcp-config.json"), MCP_SERVERS)];
    if let Some(xdg) = env.dir_var("XDG_CONFIG_HOME") {
        spots.push(Spot::user(xdg.join("copilot/mcp-config.json"), MCP_SERVERS));
    }
    for file in [".mcp.json", ".github/mcp.json"] {
        spots.extend(Spot::project(env, file, MCP_SERVERS));
    }
    spots
}
