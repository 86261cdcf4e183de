//! mcporter. The configs that it imports are those of other clients.

use crate::Env;
use crate::entry::Dialect;
use crate::shape::MCP_SERVERS;
use crate::spot::{Client, Spot};
use crate::vars::Syntax;

pub(super) static CLIENT: Client =
    Client::new("mcporter", Dialect::new(Syntax::MCPORTER), spots, &["/mcporter.json"]);

fn spots(env: &Env) -> Vec<Spot> {
    let mut spots = vec![Spot::user(env.home.join(".mcporter/mcporter.json"), MCP_SERVERS)];
    spots.extend(Spot::project(env, "config/mcporter.json", MCP_SERVERS));
    spots
}
