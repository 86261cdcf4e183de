//! Amazon Q Developer: `mcp.json`, and agents that carry servers.

use std::path::PathBuf;

use crate::entry::Dialect;
use crate::shape::MCP_SERVERS;
use crate::spot::{Client, Spot};
use crate::vars::Syntax;
use crate::{Env, Scope, fs};

pub(super) static CLIENT: Client = Client::new(
    "amazon-q",
    Dialect::new(Syntax::NONE),
    spots,
    &["/amazonq/mcp.json", "/amazonq/", "/.amazonq/"],
);

fn spots(env: &Env) -> Vec<Spot> {
    let home = env.home.join(".aws/amazonq");
    let mut spots = vec![Spot::user(home.join("mcp.json"), MCP_SERVERS)];
    for dir in ["cli-agents", "agents"] {
        spots.extend(agents(home.join(dir), Scope::User));
    }
    spots.extend(Spot::project(env, ".amazonq/mcp.json", MCP_SERVERS));
    for dir in env.in_project(".amazonq/cli-agents") {
        spots.extend(agents(dir, Scope::Project));
    }
    spots
}

fn agents(dir: PathBuf, scope: Scope) -> Vec<Spot> {
    let files = fs::list_ext(&dir, &["json"]);
    Spot::listed(dir, files, scope, MCP_SERVERS)
}
