//! Amp: the literal key `amp.mcpServers` in its settings.

use crate::Env;
use crate::entry::Dialect;
use crate::shape::Shape;
use crate::spot::{Client, Spot};
use crate::vars::Syntax;

pub(super) static CLIENT: Client = Client::new(
    "amp",
    Dialect::new(Syntax::BRACES),
    spots,
    &["/amp/settings.json", "/amp/settings.jsonc", "/.amp/", "/ampcode/managed-settings.json"],
);

const SHAPES: &[Shape] = &[Shape::At(&["amp.mcpServers"])];

fn spots(env: &Env) -> Vec<Spot> {
    let user = env.home.join(".config/amp");
    let managed = env.system("/etc/ampcode", "/Library/Application Support/ampcode", "ampcode");
    let mut spots = vec![
        Spot::user(user.join("settings.json"), SHAPES),
        Spot::user(user.join("settings.jsonc"), SHAPES),
        Spot::managed(managed.join("managed-settings.json"), SHAPES),
    ];
    for file in [".amp/settings.json", ".amp/settings.jsonc"] {
        spots.extend(Spot::project(env, file, SHAPES));
    }
    spots
}
