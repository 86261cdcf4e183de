//! Cursor.

use crate::Env;
use crate::entry::Dialect;
use crate::shape::{MCP_SERVERS, Shape};
use crate::spot::{Client, Spot};
use crate::vars::Syntax;

pub(super) static CLIENT: Client =
    Client::new("cursor", Dialect::new(Syntax::PREFIXED), spots, &["/.cursor/"]);

const PLUGIN: &[Shape] = &[Shape::Bare("mcpServers")];
const DEPTH: usize = 6;

fn spots(env: &Env) -> Vec<Spot> {
    let home = env.home.join(".cursor");
    let mut spots = vec![Spot::user(home.join("mcp.json"), MCP_SERVERS)];
    spots.extend(Spot::project(env, ".cursor/mcp.json", MCP_SERVERS));
    for dir in ["plugins/cache", "plugins/local"] {
        spots.extend(Spot::plugins(home.join(dir), "mcp.json", DEPTH, PLUGIN));
    }
    spots
}
