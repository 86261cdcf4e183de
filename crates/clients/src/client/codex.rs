//! Codex: TOML, in layers. It replaces no variables but names them.

use std::path::PathBuf;

use crate::entry::Dialect;
use crate::shape::Shape;
use crate::spot::{Client, Spot};
use crate::vars::Syntax;
use crate::{Env, fs};

pub(super) static CLIENT: Client = Client::new(
    "codex",
    Dialect::new(Syntax::NONE),
    spots,
    &["/.codex/", "/codex/config.toml", "/codex/managed_config.toml", "/Codex/config.toml"],
);

const SHAPES: &[Shape] = &[Shape::At(&["mcp_servers"])];
const PLUGIN: &[Shape] = &[Shape::Bare("mcpServers")];
/// `plugins/<marketplace>/<plugin>/<version>/.mcp.json` and somewhat deeper.
const DEPTH: usize = 6;

fn spots(env: &Env) -> Vec<Spot> {
    let home = env.dir_var("CODEX_HOME").unwrap_or_else(|| env.home.join(".codex"));
    let mut spots = vec![
        Spot::user(home.join("config.toml"), SHAPES),
        Spot::managed(home.join("managed_config.toml"), SHAPES),
    ];
    let profile = |p: &PathBuf| p.to_string_lossy().ends_with(".config.toml");
    let profiles = fs::list_ext(&home, &["toml"]).into_iter().filter(profile);
    spots.extend(profiles.map(|p| Spot::user(p, SHAPES)));
    let system = env.system("/etc/codex", "/etc/codex", "OpenAI\\Codex");
    for file in ["config.toml", "managed_config.toml", "requirements.toml"] {
        spots.push(Spot::managed(system.join(file), SHAPES));
    }
    spots.extend(Spot::project(env, ".codex/config.toml", SHAPES));
    spots.extend(Spot::plugins(home.join("plugins"), ".mcp.json", DEPTH, PLUGIN));
    spots
}
