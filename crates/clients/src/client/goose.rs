//! Goose: YAML, where servers are called extensions.

use crate::entry::Dialect;
use crate::shape::Shape;
use crate::spot::{Client, Spot};
use crate::vars::Syntax;
use crate::{Env, Os};

pub(super) static CLIENT: Client = Client::new(
    "goose",
    Dialect::new(Syntax::NONE),
    spots,
    &["/goose/config.yaml", "/goose/config/config.yaml"],
);

const SHAPES: &[Shape] = &[Shape::At(&["extensions"])];

fn spots(env: &Env) -> Vec<Spot> {
    let path = match env.os {
        Os::Windows => env.appdata().join("Block/goose/config/config.yaml"),
        _ => env.xdg_config().join("goose/config.yaml"),
    };
    vec![Spot::user(path, SHAPES)]
}
