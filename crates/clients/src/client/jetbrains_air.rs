//! JetBrains Air.

use crate::Env;
use crate::entry::Dialect;
use crate::shape::MCP_SERVERS;
use crate::spot::{Client, Spot};
use crate::vars::Syntax;

pub(super) static CLIENT: Client =
    Client::new("jetbrains-air", Dialect::new(Syntax::NONE), spots, &["/.air/mcp.json"]);

fn spots(env: &Env) -> Vec<Spot> {
    let files = [".air/mcp.json", ".mcp.json"];
    files.iter().flat_map(|f| Spot::project(env, f, MCP_SERVERS)).collect()
}
