//! Kiro: settings, agents and powers.

use crate::entry::Dialect;
use crate::shape::{MCP_SERVERS, Shape};
use crate::spot::{Client, Spot};
use crate::vars::Syntax;
use crate::{Env, fs};

pub(super) static CLIENT: Client =
    Client::new("kiro", Dialect::new(Syntax::BRACES), spots, &["/.kiro/"]);

const POWER: &[Shape] = &[Shape::Bare("mcpServers")];
const DEPTH: usize = 4;

fn spots(env: &Env) -> Vec<Spot> {
    let home = env.home.join(".kiro");
    let mut spots = vec![Spot::user(home.join("settings/mcp.json"), MCP_SERVERS)];
    let agents = fs::list_ext(&home.join("agents"), &["json"]);
    spots.extend(agents.into_iter().map(|p| Spot::user(p, MCP_SERVERS)));
    spots.extend(Spot::project(env, ".kiro/settings/mcp.json", MCP_SERVERS));
    for dir in env.in_project(".kiro/agents") {
        spots.extend(Spot::projects(fs::list_ext(&dir, &["json"]), MCP_SERVERS));
    }
    for path in fs::find(&home.join("powers/installed"), &["mcp.json"], DEPTH) {
        let root = path.parent().unwrap_or(&home).to_owned();
        spots.push(Spot::plugin(&path, &root, POWER));
    }
    spots
}
