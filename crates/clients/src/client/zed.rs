//! Zed: `context_servers` in its settings.

use crate::entry::Dialect;
use crate::shape::Shape;
use crate::spot::{Client, Spot};
use crate::vars::Syntax;
use crate::{Env, Os};

pub(super) static CLIENT: Client = Client::new(
    "zed",
    Dialect::new(Syntax::NONE),
    spots,
    &["/zed/settings.json", "/Zed/settings.json", "/.zed/"],
);

const SHAPES: &[Shape] = &[Shape::At(&["context_servers"])];

fn spots(env: &Env) -> Vec<Spot> {
    let dir = match env.os {
        Os::Linux => env.xdg_config().join("zed"),
        Os::Mac => env.home.join(".config/zed"),
        Os::Windows => env.appdata().join("Zed"),
    };
    let mut spots = vec![Spot::user(dir.join("settings.json"), SHAPES)];
    spots.extend(Spot::project(env, ".zed/settings.json", SHAPES));
    spots
}
