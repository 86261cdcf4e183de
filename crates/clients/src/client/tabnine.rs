//! Tabnine's agent.

use crate::Env;
use crate::entry::Dialect;
use crate::shape::MCP_SERVERS;
use crate::spot::{Client, Spot};
use crate::vars::Syntax;

pub(super) static CLIENT: Client =
    Client::new("tabnine", Dialect::new(Syntax::NONE), spots, &["/.tabnine/"]);

fn spots(env: &Env) -> Vec<Spot> {
    vec![Spot::user(env.home.join(".tabnine/agent/settings.json"), MCP_SERVERS)]
}
