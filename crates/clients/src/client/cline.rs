//! Cline, in editors and on the command line. A bare `url` means SSE.

use warden_core::HttpKind;

use super::vscode;
use crate::Env;
use crate::entry::Dialect;
use crate::shape::MCP_SERVERS;
use crate::spot::{Client, Spot};
use crate::vars::Syntax;

pub(super) static CLIENT: Client = Client::new(
    "cline",
    Dialect { bare_url: HttpKind::Sse, ..Dialect::new(Syntax::NONE) },
    spots,
    &["/cline_mcp_settings.json", "/.cline/"],
);

fn spots(env: &Env) -> Vec<Spot> {
    let home = env.home.join(".cline");
    let mut spots = vec![
        Spot::user(home.join("data/settings/cline_mcp_settings.json"), MCP_SERVERS),
        Spot::user(home.join("mcp.json"), MCP_SERVERS),
    ];
    let file = "saoudrizwan.claude-dev/settings/cline_mcp_settings.json";
    spots.extend(vscode::storage(env, file).into_iter().map(|p| Spot::user(p, MCP_SERVERS)));
    spots
}
