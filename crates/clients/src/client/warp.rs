//! Warp, which also reads the files of Claude Code and Codex.

use crate::Env;
use crate::entry::Dialect;
use crate::shape::{MCP_SERVERS, Shape};
use crate::spot::{Client, Spot};
use crate::vars::Syntax;

pub(super) static CLIENT: Client = Client::new(
    "warp",
    Dialect::new(Syntax::BRACES),
    spots,
    &["/.warp/.mcp.json", "/.agents/.mcp.json"],
);

/// Warp's own files may leave out the wrapper.
const OWN: &[Shape] = &[Shape::Bare("mcpServers")];
const CLAUDE: &[Shape] = &[Shape::At(&["mcpServers"]), Shape::ClaudeProject];
const CODEX: &[Shape] = &[Shape::At(&["mcp_servers"])];

fn spots(env: &Env) -> Vec<Spot> {
    let home = &env.home;
    let mut spots = vec![
        Spot::user(home.join(".warp/.mcp.json"), OWN),
        Spot::user(home.join(".agents/.mcp.json"), MCP_SERVERS),
        Spot::user(home.join(".claude.json"), CLAUDE),
        Spot::user(home.join(".codex/config.toml"), CODEX),
    ];
    spots.extend(Spot::project(env, ".warp/.mcp.json", OWN));
    for file in [".agents/.mcp.json", ".mcp.json"] {
        spots.extend(Spot::project(env, file, MCP_SERVERS));
    }
    spots.extend(Spot::project(env, ".codex/config.toml", CODEX));
    spots
}
