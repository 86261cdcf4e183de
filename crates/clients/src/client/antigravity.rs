//! Antigravity, editor and command line. A URL wins over a command.

use crate::Env;
use crate::entry::Dialect;
use crate::shape::MCP_SERVERS;
use crate::spot::{Client, Spot};
use crate::vars::Syntax;

pub(super) static CLIENT: Client = Client::new(
    "antigravity",
    Dialect { url_first: true, ..Dialect::new(Syntax::NONE) },
    spots,
    &[
        "/antigravity/mcp_config.json",
        "/.gemini/config/mcp_config.json",
        "/.agents/mcp_config.json",
        "/.agent/mcp_config.json",
        "/_agents/mcp_config.json",
        "/_agent/mcp_config.json",
    ],
);

fn spots(env: &Env) -> Vec<Spot> {
    let gemini = env.home.join(".gemini");
    let mut spots = vec![
        Spot::user(gemini.join("antigravity/mcp_config.json"), MCP_SERVERS),
        Spot::user(gemini.join("config/mcp_config.json"), MCP_SERVERS),
    ];
    for dir in [".agents", ".agent", "_agents", "_agent"] {
        spots.extend(Spot::project(env, &format!("{dir}/mcp_config.json"), MCP_SERVERS));
    }
    spots
}
