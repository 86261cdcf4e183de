//! Augment: `mcpServers` in its settings.

use crate::Env;
use crate::entry::Dialect;
use crate::shape::MCP_SERVERS;
use crate::spot::{Client, Spot};
use crate::vars::Syntax;

pub(super) static CLIENT: Client =
    Client::new("augment", Dialect::new(Syntax::NONE), spots, &["/.augment/"]);

fn spots(env: &Env) -> Vec<Spot> {
    let mut spots = vec![Spot::user(env.home.join(".augment/settings.json"), MCP_SERVERS)];
    for file in [".augment/settings.json", ".augment/settings.local.json"] {
        spots.extend(Spot::project(env, file, MCP_SERVERS));
    }
    spots
}
