//! VS Code with Copilot, its Insiders and VSCodium: `servers`, not
//! `mcpServers`, in a file of its own, in settings, in workspace files and in
//! dev containers.

use std::path::PathBuf;

use crate::entry::Dialect;
use crate::shape::Shape;
use crate::spot::{Client, Spot};
use crate::vars::Syntax;
use crate::{Env, fs};

pub(super) static CLIENT: Client = Client::new(
    "vscode",
    Dialect::new(Syntax::PREFIXED),
    spots,
    &[
        "/.vscode/",
        "/Code/User/",
        "/Code - Insiders/User/",
        "/VSCodium/User/",
        ".code-workspace",
        "/devcontainer.json",
        "/.devcontainer.json",
    ],
);

/// The map that VS Code documents, and the one that people paste.
const SERVERS: &[Shape] =
    &[Shape::At(&["servers"]), Shape::At(&["mcpServers"]), Shape::At(&["mcp", "servers"])];
const SETTINGS: &[Shape] = &[Shape::At(&["mcp", "servers"]), Shape::At(&["mcp.servers"])];
const WORKSPACE: &[Shape] =
    &[Shape::At(&["settings", "mcp", "servers"]), Shape::At(&["settings", "mcp.servers"])];
const CONTAINER: &[Shape] = &[Shape::At(&["customizations", "vscode", "mcp", "servers"])];

/// The `User` directory of each edition.
pub(super) fn user_dirs(env: &Env) -> Vec<PathBuf> {
    let base = env.app_support();
    ["Code", "Code - Insiders", "VSCodium"].iter().map(|d| base.join(d).join("User")).collect()
}

/// A file that an extension keeps, in each edition.
pub(super) fn storage(env: &Env, relative: &str) -> Vec<PathBuf> {
    user_dirs(env).into_iter().map(|d| d.join("globalStorage").join(relative)).collect()
}

fn spots(env: &Env) -> Vec<Spot> {
    let mut spots = Vec::new();
    for dir in user_dirs(env) {
        spots.push(Spot::user(dir.join("mcp.json"), SERVERS));
        spots.push(Spot::user(dir.join("settings.json"), SETTINGS));
        for profile in fs::list(&dir.join("profiles")).into_iter().filter(|p| p.is_dir()) {
            spots.push(Spot::user(profile.join("mcp.json"), SERVERS));
            spots.push(Spot::user(profile.join("settings.json"), SETTINGS));
        }
    }
    spots.extend(Spot::project(env, ".vscode/mcp.json", SERVERS));
    spots.extend(Spot::project(env, ".vscode/settings.json", SETTINGS));
    for dir in env.project_dirs() {
        spots.extend(Spot::projects(fs::list_ext(&dir, &["code-workspace"]), WORKSPACE));
    }
    spots.extend(containers(env));
    spots
}

/// The three places of a dev container's file.
fn containers(env: &Env) -> Vec<Spot> {
    let mut spots = Spot::project(env, ".devcontainer/devcontainer.json", CONTAINER);
    spots.extend(Spot::project(env, ".devcontainer.json", CONTAINER));
    for dir in env.in_project(".devcontainer") {
        let nested = fs::list(&dir).into_iter().filter(|p| p.is_dir());
        spots.extend(Spot::projects(
            nested.map(|p| p.join("devcontainer.json")).collect(),
            CONTAINER,
        ));
    }
    spots
}
