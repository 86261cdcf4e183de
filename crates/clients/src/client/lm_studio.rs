//! LM Studio, in the notation of Cursor.

use crate::Env;
use crate::entry::Dialect;
use crate::shape::MCP_SERVERS;
use crate::spot::{Client, Spot};
use crate::vars::Syntax;

pub(super) static CLIENT: Client = Client::new(
    "lm-studio",
    Dialect::new(Syntax::NONE),
    spots,
    &["/.lmstudio/mcp.json", "/lm-studio/mcp.json"],
);

fn spots(env: &Env) -> Vec<Spot> {
    let files = [".lmstudio/mcp.json", ".cache/lm-studio/mcp.json"];
    files.iter().map(|f| Spot::user(env.home.join(f), MCP_SERVERS)).collect()
}
