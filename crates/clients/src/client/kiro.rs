//! Kiro: settings, agents and powers.

use std::path::PathBuf;

use crate::entry::Dialect;
use crate::shape::{MCP_SERVERS, Shape};
use crate::spot::{Client, Spot};
use crate::vars::Syntax;
use crate::{Env, Scope, fs};

pub(super) static CLIENT: Client =
    Client::new("kiro", Dialect::new(Syntax::BRACES), spots, &["/.kiro/"]);

const POWER: &[Shape] = &[Shape::Bare("mcpServers")];
const DEPTH: usize = 4;

fn spots(env: &Env) -> Vec<Spot> {
    let home = env.home.join(".kiro");
    let mut spots = vec![Spot::user(home.join("settings/mcp.json"), MCP_SERVERS)];
    spots.extend(agents(home.join("agents"), Scope::User));
    spots.extend(Spot::project(env, ".kiro/settings/mcp.json", MCP_SERVERS));
    for dir in env.in_project(".kiro/agents") {
        spots.extend(agents(dir, Scope::Project));
    }
    spots.extend(Spot::plugins(home.join("powers/installed"), "mcp.json", DEPTH, POWER));
    spots
}

fn agents(dir: PathBuf, scope: Scope) -> Vec<Spot> {
    let files = fs::list_ext(&dir, &["json"]);
    Spot::listed(dir, files, scope, MCP_SERVERS)
}
