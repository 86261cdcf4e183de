//! Trae: only the project's file is documented.

use crate::Env;
use crate::entry::Dialect;
use crate::shape::MCP_SERVERS;
use crate::spot::{Client, Spot};
use crate::vars::Syntax;

pub(super) static CLIENT: Client =
    Client::new("trae", Dialect::new(Syntax::NONE), spots, &["/.trae/"]);

fn spots(env: &Env) -> Vec<Spot> {
    Spot::project(env, ".trae/mcp.json", MCP_SERVERS)
}
