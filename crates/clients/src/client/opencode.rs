//! opencode: `mcp`, where a command is a list.

use crate::Env;
use crate::entry::Dialect;
use crate::shape::Shape;
use crate::spot::{Client, Spot};
use crate::vars::Syntax;

pub(super) static CLIENT: Client = Client::new(
    "opencode",
    Dialect::new(Syntax::CURLY),
    spots,
    &["/opencode.json", "/opencode.jsonc"],
);

const SHAPES: &[Shape] = &[Shape::At(&["mcp"])];
const FILES: [&str; 2] = ["opencode.json", "opencode.jsonc"];

fn spots(env: &Env) -> Vec<Spot> {
    let mut user = vec![env.xdg_config().join("opencode"), env.home.join(".opencode")];
    user.extend(env.dir_var("OPENCODE_CONFIG_DIR"));
    let mut spots: Vec<Spot> =
        user.iter().flat_map(|d| FILES.map(|f| Spot::user(d.join(f), SHAPES))).collect();
    spots.extend(env.dir_var("OPENCODE_CONFIG").map(|p| Spot::user(p, SHAPES)));
    spots.extend(in_variable(env));
    let managed = env.system("/etc/opencode", "/Library/Application Support/opencode", "opencode");
    spots.extend(FILES.map(|f| Spot::managed(managed.join(f), SHAPES)));
    for file in FILES {
        spots.extend(Spot::project(env, file, SHAPES));
        spots.extend(Spot::project(env, &format!(".opencode/{file}"), SHAPES));
    }
    spots
}

/// A whole config in a variable.
fn in_variable(env: &Env) -> Option<Spot> {
    const NAME: &str = "OPENCODE_CONFIG_CONTENT";
    let text = env.var(NAME)?.to_owned();
    Some(Spot { inline: Some(text), ..Spot::user(format!("${NAME}"), SHAPES) })
}
