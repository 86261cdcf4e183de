//! Gemini CLI. A bare `url` means SSE; `httpUrl` is Streamable HTTP.

use std::path::Path;

use warden_core::HttpKind;

use crate::adjust::Adjust;
use crate::entry::Dialect;
use crate::shape::MCP_SERVERS;
use crate::spot::{Client, Own, Spot};
use crate::tree::Node;
use crate::vars::Syntax;
use crate::{Env, Scope, fs};

pub(super) static CLIENT: Client = Client {
    own: Some(own),
    adjust: Some(adjust),
    ..Client::new("gemini-cli", DIALECT, spots, &["/.gemini/", "/gemini-extension.json"])
};

/// Qwen Code began as a copy and reads its entries in the same way.
pub(super) const DIALECT: Dialect =
    Dialect { vars: Syntax::GEMINI, bare_url: HttpKind::Sse, url_first: true };

fn spots(env: &Env) -> Vec<Spot> {
    let system =
        env.system("/etc/gemini-cli", "/Library/Application Support/GeminiCli", "gemini-cli");
    family(env, ".gemini", &system, "gemini-extension.json")
}

/// The files of both relatives.
pub(super) fn family(env: &Env, dir: &str, system: &Path, manifest: &str) -> Vec<Spot> {
    let home = env.home.join(dir);
    let mut spots = vec![
        Spot::managed(system.join("system-defaults.json"), MCP_SERVERS),
        Spot::managed(system.join("settings.json"), MCP_SERVERS),
        Spot::user(home.join("settings.json"), MCP_SERVERS),
    ];
    spots.extend(Spot::project(env, &format!("{dir}/settings.json"), MCP_SERVERS));
    let extensions = home.join("extensions");
    spots.push(Spot::directory(&extensions, Scope::Plugin));
    for extension in fs::list(&extensions).into_iter().filter(|p| p.is_dir()) {
        spots.push(Spot::plugin(&extension.join(manifest), &extension, MCP_SERVERS));
    }
    spots
}

pub(super) fn own(env: &Env, spot: &Spot, _: &Node) -> Own {
    let text = |p: &Path| p.to_string_lossy().into_owned();
    let separator = if env.os == crate::Os::Windows { "\\" } else { "/" };
    let Some(root) = &spot.plugin else { return Own::new() };
    vec![
        ("extensionPath".to_owned(), text(root)),
        ("workspacePath".to_owned(), text(&env.cwd)),
        ("/".to_owned(), separator.to_owned()),
        ("pathSeparator".to_owned(), separator.to_owned()),
    ]
}

fn adjust(all: &mut Adjust<'_>) {
    switches(all, &["mcp", "allowed"], &["mcp", "excluded"]);
}

/// A list of the only servers that run, and one of those that do not.
pub(super) fn switches(all: &mut Adjust<'_>, allowed: &[&str], excluded: &[&str]) {
    let (out, only) = (all.names(excluded), all.names(allowed));
    all.disable_listed(&out, &only);
}
