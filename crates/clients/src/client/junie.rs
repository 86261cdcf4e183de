//! JetBrains Junie.

use crate::Env;
use crate::entry::Dialect;
use crate::shape::MCP_SERVERS;
use crate::spot::{Client, Spot};
use crate::vars::Syntax;

pub(super) static CLIENT: Client =
    Client::new("junie", Dialect::new(Syntax::NONE), spots, &["/.junie/"]);

const FILE: &str = ".junie/mcp/mcp.json";

fn spots(env: &Env) -> Vec<Spot> {
    let mut spots = vec![Spot::user(env.home.join(FILE), MCP_SERVERS)];
    spots.extend(Spot::project(env, FILE, MCP_SERVERS));
    spots
}
