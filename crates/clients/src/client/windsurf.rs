//! Windsurf and its plugin for JetBrains.

use crate::Env;
use crate::entry::Dialect;
use crate::shape::MCP_SERVERS;
use crate::spot::{Client, Spot};
use crate::vars::Syntax;

pub(super) static CLIENT: Client = Client::new(
    "windsurf",
    Dialect::new(Syntax::PREFIXED),
    spots,
    &["/mcp_config.json", "/windsurf/", "/.codeium/"],
);

fn spots(env: &Env) -> Vec<Spot> {
    let files = [".codeium/windsurf/mcp_config.json", ".codeium/mcp_config.json"];
    files.iter().map(|f| Spot::user(env.home.join(f), MCP_SERVERS)).collect()
}
