//! Claude Code: `~/.claude.json` for a person and for one project, `.mcp.json`
//! in projects, plugins, agents, and files of an administrator.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::claude_plugins;
use crate::adjust::{Adjust, BY_PROJECT, DISABLED};
use crate::entry::Dialect;
use crate::shape::{MCP_SERVERS, Shape, project_key};
use crate::spot::{Client, Own, Spot};
use crate::tree::Node;
use crate::vars::Syntax;
use crate::{Entry, Env, Scope, fs};

pub(super) static CLIENT: Client = Client {
    own: Some(own),
    adjust: Some(adjust),
    ..Client::new(
        "claude-code",
        Dialect::new(Syntax::BRACES),
        spots,
        &["/.mcp.json", "/.claude.json", "/.claude/", "/managed-mcp.json"],
    )
};

/// The person's servers, and those that the person added for this project.
const USER: &[Shape] = &[Shape::At(&["mcpServers"]), Shape::ClaudeProject];
const AGENT: &[Shape] = &[Shape::AgentList];
/// Names in one list of switches, at most.
const MAX_LISTED: usize = 2_000;
/// Settings hold switches, not servers.
const SETTINGS: &[Shape] = &[];
const MANAGED: &[Shape] = &[Shape::At(&["managedMcpServers"])];

fn spots(env: &Env) -> Vec<Spot> {
    let moved = env.dir_var("CLAUDE_CONFIG_DIR");
    let config = moved.clone().unwrap_or_else(|| env.home.join(".claude"));
    let state = moved.unwrap_or_else(|| env.home.clone()).join(".claude.json");
    let mut spots =
        vec![Spot::user(state, USER), Spot::user(config.join("settings.json"), SETTINGS)];
    spots.extend(agents(config.join("agents"), Scope::User));
    spots.extend(managed(env));
    spots.extend(Spot::project(env, ".mcp.json", MCP_SERVERS));
    for file in [".claude/settings.json", ".claude/settings.local.json"] {
        spots.extend(Spot::project(env, file, SETTINGS));
    }
    for dir in env.in_project(".claude/agents") {
        spots.extend(agents(dir, Scope::Project));
    }
    spots.extend(claude_plugins::spots(env, &config));
    spots
}

fn agents(dir: PathBuf, scope: Scope) -> Vec<Spot> {
    let files = fs::list_ext(&dir, &["md"]);
    Spot::listed(dir, files, scope, AGENT)
}

fn managed(env: &Env) -> Vec<Spot> {
    let dir = env.system_programs(
        "/etc/claude-code",
        "/Library/Application Support/ClaudeCode",
        "ClaudeCode",
    );
    let mut spots = vec![
        Spot::managed(dir.join("managed-mcp.json"), MCP_SERVERS),
        Spot::managed(dir.join("managed-settings.json"), MANAGED),
    ];
    let more = dir.join("managed-settings.d");
    let files = fs::list_ext(&more, &["json"]);
    spots.extend(Spot::listed(more, files, Scope::Managed, MANAGED));
    spots
}

fn own(env: &Env, spot: &Spot, _: &Node) -> Own {
    let text = |p: &Path| p.to_string_lossy().into_owned();
    let mut own = vec![("CLAUDE_PROJECT_DIR".to_owned(), text(&env.cwd))];
    own.extend(spot.plugin.iter().map(|p| ("CLAUDE_PLUGIN_ROOT".to_owned(), text(p))));
    own
}

fn adjust(all: &mut Adjust<'_>) {
    let settings = all.names(&["disabledMcpjsonServers"]);
    let (mut everywhere, mut in_projects) = (BTreeSet::new(), BTreeSet::new());
    for project in this_project(all) {
        let list = |key: &str| -> Vec<String> {
            let texts = project.get(key).map(|n| n.texts()).into_iter().flatten();
            texts.take(MAX_LISTED).map(str::to_owned).collect()
        };
        everywhere.extend(list("disabledMcpServers"));
        in_projects.extend(list("disabledMcpjsonServers"));
    }
    let off = |e: &Entry| {
        let name = e.name.expose();
        let listed = in_projects.contains(name) || settings.own.contains(name);
        everywhere.iter().any(|n| is_meant(n, e)) || (e.scope == Scope::Project && listed)
    };
    all.disable(off, DISABLED);
    let off = |e: &Entry| e.scope == Scope::Project && settings.all.contains(e.name.expose());
    all.disable(off, BY_PROJECT);
    denied(all);
    claude_plugins::adjust(all);
}

/// A server by its name, or one of a plugin as `plugin:<plugin>:<name>`.
fn is_meant(listed: &str, entry: &Entry) -> bool {
    let name = entry.name.expose();
    match listed.strip_prefix("plugin:").and_then(|l| l.strip_suffix(name)?.strip_suffix(':')) {
        Some(plugin) if entry.scope == Scope::Plugin => {
            entry.source.file.iter().any(|part| part == plugin)
        }
        _ => listed == name,
    }
}

/// What `~/.claude.json` says about this project.
fn this_project(all: &Adjust<'_>) -> Vec<Node> {
    let keys: Vec<String> =
        all.env.project_dirs().iter().map(|d| project_key(&d.to_string_lossy())).collect();
    let projects = all.own_files().filter_map(|f| f.node.get("projects"));
    projects
        .flat_map(Node::members)
        .filter(|m| keys.contains(&project_key(&m.key)))
        .map(|m| m.node.clone())
        .collect()
}

/// An administrator's `deniedMcpServers`: objects with a name, an exact
/// command line, or a URL with wildcards. Only names and commands are
/// compared here; a URL that is denied all the same is judged, not skipped.
fn denied(all: &mut Adjust<'_>) {
    let managed = all.files.iter().filter(|f| f.spot.scope == Scope::Managed);
    let rules = managed.filter_map(|f| f.node.get("deniedMcpServers")).flat_map(Node::items);
    let (mut names, mut commands) = (Vec::new(), Vec::new());
    for rule in rules {
        names.extend(rule.text_of("serverName").map(str::to_owned));
        if let Some(command) = rule.get("serverCommand") {
            commands.push(command.texts().map(str::to_owned).collect::<Vec<_>>());
        }
    }
    let off = |e: &Entry| {
        let line = match &e.endpoint {
            Ok(warden_core::Endpoint::Stdio(l)) => {
                Some([std::slice::from_ref(&l.command), &l.args].concat())
            }
            _ => None,
        };
        names.iter().any(|n| n == e.name.expose())
            || line.is_some_and(|line| commands.contains(&line))
    };
    all.disable(off, "denied by the administrator's settings");
}
