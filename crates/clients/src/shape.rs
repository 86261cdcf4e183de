//! Where in a file the servers stand.

use crate::tree::{Member, Node, Value};

/// One place for servers in a file.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    /// Below these keys: an object by name, or a list with names inside.
    At(&'static [&'static str]),
    /// As [`Shape::At`] with one key, else the whole file is the object.
    Bare(&'static str),
    /// Claude Code: `projects.<project directory>.mcpServers`.
    ClaudeProject,
    /// A `mcpServers` that may also be the path of another file.
    PluginManifest,
    /// The server of an unpacked desktop extension.
    DesktopExtension,
    /// A list of names, and of objects with one name each.
    AgentList,
    /// A file that somebody named: everything that any client would take.
    Anything,
}

/// Repeated keys that are reported for one file, at most.
const MAX_REPEATED: usize = 20;

/// The usual one.
pub(crate) const MCP_SERVERS: &[Shape] = &[Shape::At(&["mcpServers"])];

/// A server as it stands in a file.
pub(crate) struct Found<'a> {
    /// Its key or its `name`; lists may leave it out.
    pub(crate) name: Option<&'a str>,
    pub(crate) at: usize,
    pub(crate) node: &'a Node,
    /// Whether it stands in a person's own settings for one project.
    pub(crate) local: bool,
    /// Which map or list it is part of, to tell repeated names.
    pub(crate) group: usize,
}

/// Everything that a shape finds.
#[derive(Default)]
pub(crate) struct Finds<'a> {
    pub(crate) servers: Vec<Found<'a>>,
    /// Keys that hold servers and are there more than once.
    pub(crate) repeated: Vec<(&'a str, usize)>,
    /// Other files that are named, relative to the plugin.
    pub(crate) files: Vec<&'a str>,
}

impl<'a> Finds<'a> {
    /// Applies shapes; `projects` are the spellings of this project.
    pub(crate) fn of(root: &'a Node, shapes: &[Shape], projects: &[String]) -> Self {
        let mut finds = Self::default();
        shapes.iter().for_each(|s| finds.apply(root, *s, projects));
        finds
    }

    fn apply(&mut self, root: &'a Node, shape: Shape, projects: &[String]) {
        match shape {
            Shape::At(path) => self.below(root, path, false),
            Shape::Bare(key) if root.get(key).is_some() => self.below(root, &[key], false),
            Shape::Bare(_) => self.group(root, root.at, false),
            Shape::ClaudeProject => self.claude_projects(root, Some(projects)),
            Shape::PluginManifest => self.plugin(root),
            Shape::DesktopExtension => self.desktop_extension(root),
            Shape::AgentList => self.agent_list(root),
            Shape::Anything => self.anything(root),
        }
    }

    /// Follows a path of keys, every one of repeated keys.
    fn below(&mut self, node: &'a Node, path: &[&str], local: bool) {
        let Some((first, rest)) = path.split_first() else {
            return self.group(node, node.at, local);
        };
        for (n, member) in node.members().iter().filter(|m| m.key == *first).enumerate() {
            if n > 0 && self.repeated.len() < MAX_REPEATED {
                self.repeated.push((&member.key, member.at));
            }
            self.below(&member.node, rest, local);
        }
    }

    fn group(&mut self, node: &'a Node, group: usize, local: bool) {
        match &node.value {
            Value::Map(members) => {
                for Member { key, at, node } in members {
                    self.servers.push(Found { name: Some(key), at: *at, node, local, group });
                }
            }
            Value::List(items) => {
                for node in items {
                    let name = node.text_of("name").or_else(|| node.text_of("id"));
                    self.servers.push(Found { name, at: node.at, node, local, group });
                }
            }
            _ => {}
        }
    }

    /// `None` takes the servers of every project.
    fn claude_projects(&mut self, root: &'a Node, only: Option<&[String]>) {
        for project in root.members().iter().filter(|m| m.key == "projects") {
            for member in project.node.members() {
                if only.is_none_or(|keys| keys.contains(&project_key(&member.key))) {
                    self.below(&member.node, &["mcpServers"], true);
                }
            }
        }
    }

    fn plugin(&mut self, root: &'a Node) {
        match root.given("mcpServers") {
            Some(servers) if servers.text().is_some() => self.files.extend(servers.text()),
            Some(servers) if servers.items().iter().all(|n| n.text().is_some()) => {
                self.files.extend(servers.texts());
                self.below(root, &["mcpServers"], false);
            }
            _ => self.below(root, &["mcpServers"], false),
        }
        // A list of paths holds no servers itself.
        self.servers.retain(|s| s.node.text().is_none());
    }

    fn desktop_extension(&mut self, root: &'a Node) {
        if let Some(node) = root.at_path(&["server", "mcp_config"]) {
            let name = root.text_of("name");
            self.servers.push(Found { name, at: node.at, node, local: false, group: 0 });
        }
    }

    fn agent_list(&mut self, root: &'a Node) {
        let Some(servers) = root.given("mcpServers") else { return };
        match &servers.value {
            // A text only names a server that is configured elsewhere.
            Value::List(items) => items.iter().for_each(|n| self.group(n, servers.at, false)),
            _ => self.group(servers, servers.at, false),
        }
    }

    fn anything(&mut self, root: &'a Node) {
        const PATHS: [&[&str]; 12] = [
            &["mcpServers"],
            &["servers"],
            &["mcp", "servers"],
            &["mcp.servers"],
            &["settings", "mcp", "servers"],
            &["customizations", "vscode", "mcp", "servers"],
            &["context_servers"],
            &["mcp_servers"],
            &["amp.mcpServers"],
            &["amp", "mcpServers"],
            &["experimental", "modelContextProtocolServers"],
            &["managedMcpServers"],
        ];
        PATHS.iter().for_each(|path| self.below(root, path, false));
        self.claude_projects(root, None);
        self.desktop_extension(root);
        for node in ["mcp", "extensions"].iter().filter_map(|k| root.get(k)) {
            let mut part = Self::default();
            part.group(node, node.at, false);
            self.servers.extend(part.servers.into_iter().filter(|s| looks_like_entry(s.node)));
        }
        let bare = self.servers.is_empty()
            && !root.members().is_empty()
            && root.members().iter().all(|m| looks_like_entry(&m.node));
        if bare || matches!(root.value, Value::List(_)) {
            self.group(root, root.at, false);
        } else if self.servers.is_empty() && looks_like_entry(root) && root.get("name").is_some() {
            // A block of Continue: one server is the whole file.
            let name = root.text_of("name");
            self.servers.push(Found { name, at: root.at, node: root, local: false, group: 0 });
        }
    }
}

fn looks_like_entry(node: &Node) -> bool {
    ["command", "cmd", "url", "httpUrl", "serverUrl", "uri", "transport"]
        .iter()
        .any(|k| node.get(k).is_some())
}

/// The spelling of a project directory that is compared.
pub(crate) fn project_key(path: &str) -> String {
    let path = path.replace('\\', "/");
    match path.trim_end_matches('/') {
        "" => path,
        trimmed => trimmed.to_owned(),
    }
}
