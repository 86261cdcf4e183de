//! Plugins of Claude Code: what is installed, and what a marketplace offers.

use std::path::{Path, PathBuf};

use crate::adjust::{Adjust, DISABLED};
use crate::shape::Shape;
use crate::spot::Spot;
use crate::{Entry, Env, Scope, fs};

/// With or without `mcpServers` around the servers.
const FLAT_OR_WRAPPED: &[Shape] = &[Shape::Bare("mcpServers")];
const MANIFEST: &[Shape] = &[Shape::PluginManifest];
/// `cache/<marketplace>/<plugin>/<version>/.claude-plugin/plugin.json`.
const DEPTH: usize = 6;
/// Plugins that settings turn on or off, at most.
const MAX_SWITCHES: usize = 2_000;

/// The files of every plugin that lies on this machine.
pub(super) fn spots(env: &Env, config: &Path) -> Vec<Spot> {
    let plugins = config.join("plugins");
    let cache =
        env.dir_var("CLAUDE_CODE_PLUGIN_CACHE_DIR").unwrap_or_else(|| plugins.join("cache"));
    let mut dirs = vec![cache, plugins.join("repos"), plugins.join("marketplaces")];
    dirs.extend(env.dir_var("CLAUDE_CODE_PLUGIN_SEED_DIR"));
    let mut spots = Vec::new();
    for dir in dirs {
        let files = fs::find(&dir, &[".mcp.json", "plugin.json"], DEPTH);
        spots.push(Spot::directory(dir, Scope::Plugin));
        spots.extend(files.into_iter().filter_map(spot));
    }
    spots
}

fn spot(path: PathBuf) -> Option<Spot> {
    let dir = path.parent()?;
    match dir.file_name()?.to_str()? {
        ".claude-plugin" => Some(Spot::plugin(&path, dir.parent()?, MANIFEST)),
        _ if path.ends_with(".mcp.json") => Some(Spot::plugin(&path, dir, FLAT_OR_WRAPPED)),
        _ => None,
    }
}

/// `enabledPlugins` turns plugins off; what only lies in the catalogue of a
/// marketplace is not started unless it is turned on there.
pub(super) fn adjust(all: &mut Adjust<'_>) {
    let switches = all.own_files().filter_map(|f| f.node.get("enabledPlugins"));
    let switches: Vec<(String, bool)> = switches
        .flat_map(|n| n.members())
        .filter_map(|m| Some((m.key.clone(), m.node.bool()?)))
        .take(MAX_SWITCHES)
        .collect();
    let state = |e: &Entry| {
        let parts: Vec<_> = e.source.file.iter().filter_map(|p| p.to_str()).collect();
        let named = |key: &str| {
            let (plugin, market) = key.split_once('@').unwrap_or((key, ""));
            parts.contains(&plugin) && (market.is_empty() || parts.contains(&market))
        };
        switches.iter().rev().find(|(key, _)| named(key)).map(|(_, on)| *on)
    };
    let plugin = |e: &Entry| e.scope == Scope::Plugin;
    all.disable(|e| plugin(e) && state(e) == Some(false), DISABLED);
    let offered = |e: &Entry| e.source.file.iter().any(|p| p == "marketplaces");
    all.disable(
        |e| plugin(e) && offered(e) && state(e).is_none(),
        "is offered by a marketplace, and not turned on",
    );
}
