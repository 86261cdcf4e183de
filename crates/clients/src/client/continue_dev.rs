//! Continue: a YAML list, blocks in files of their own, and an older JSON.

use std::path::PathBuf;

use crate::entry::Dialect;
use crate::shape::Shape;
use crate::spot::{Client, Spot};
use crate::vars::Syntax;
use crate::{Env, Scope, fs};

pub(super) static CLIENT: Client =
    Client::new("continue", Dialect::new(Syntax::NONE), spots, &["/.continue/"]);

const LIST: &[Shape] = &[Shape::At(&["mcpServers"])];
const OLD: &[Shape] =
    &[Shape::At(&["experimental", "modelContextProtocolServers"]), Shape::At(&["mcpServers"])];
/// A block may be written as for Claude, as a list, or as one server.
const BLOCK: &[Shape] = &[Shape::Anything];

fn spots(env: &Env) -> Vec<Spot> {
    let home = env.home.join(".continue");
    let mut spots =
        vec![Spot::user(home.join("config.yaml"), LIST), Spot::user(home.join("config.json"), OLD)];
    spots.extend(blocks(home.join("mcpServers"), Scope::User));
    for dir in env.in_project(".continue/mcpServers") {
        spots.extend(blocks(dir, Scope::Project));
    }
    spots
}

fn blocks(dir: PathBuf, scope: Scope) -> Vec<Spot> {
    let files = fs::list_ext(&dir, &["yaml", "yml", "json"]);
    Spot::listed(dir, files, scope, BLOCK)
}
