//! Crush: JSON, and `crushrc`, which is a shell script that it runs.

use crate::Env;
use crate::entry::Dialect;
use crate::shape::Shape;
use crate::spot::{Client, Spot};
use crate::vars::Syntax;

pub(super) static CLIENT: Client =
    Client::new("crush", Dialect::new(Syntax::SHELL), spots, &["/crush.json", "/.crush.json"]);

const SHAPES: &[Shape] = &[Shape::At(&["mcp"])];
const SCRIPT: &[Shape] = &[];

fn spots(env: &Env) -> Vec<Spot> {
    let mut dirs = vec![env.xdg_config().join("crush")];
    dirs.extend(env.dir_var("CRUSH_GLOBAL_CONFIG"));
    let mut spots = Vec::new();
    for dir in dirs {
        spots.push(Spot::user(dir.join("crushrc"), SCRIPT).into_script());
        spots.push(Spot::user(dir.join("crush.json"), SHAPES));
    }
    for file in ["crushrc", ".crushrc"] {
        spots.extend(Spot::project(env, file, SCRIPT).into_iter().map(Spot::into_script));
    }
    for file in ["crush.json", ".crush.json"] {
        spots.extend(Spot::project(env, file, SHAPES));
    }
    spots
}
