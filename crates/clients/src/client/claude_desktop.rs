//! Claude Desktop: its config, and the extensions that it unpacked.

use std::path::Path;

use crate::entry::Dialect;
use crate::shape::{MCP_SERVERS, Shape};
use crate::spot::{Client, Own, Spot};
use crate::tree::Node;
use crate::vars::Syntax;
use crate::{Env, Os, Scope, fs};

pub(super) static CLIENT: Client = Client {
    own: Some(own),
    ..Client::new(
        "claude-desktop",
        Dialect::new(Syntax::NONE),
        spots,
        &["/claude_desktop_config.json", "/Claude Extensions/"],
    )
};

const EXTENSION: &[Shape] = &[Shape::DesktopExtension];

fn spots(env: &Env) -> Vec<Spot> {
    let dir = env.app_support().join("Claude");
    let mut spots = vec![Spot::user(dir.join("claude_desktop_config.json"), MCP_SERVERS)];
    let extensions = dir.join("Claude Extensions");
    spots.push(Spot::directory(&extensions, Scope::Plugin));
    for extension in fs::list(&extensions).into_iter().filter(|p| p.is_dir()) {
        spots.push(Spot::plugin(&extension.join("manifest.json"), &extension, EXTENSION));
    }
    spots
}

/// What a manifest may refer to: its own directory, some directories of the
/// person, and settings that have a default.
fn own(env: &Env, spot: &Spot, manifest: &Node) -> Own {
    let text = |p: &Path| p.to_string_lossy().into_owned();
    let Some(root) = &spot.plugin else { return Own::new() };
    let separator = if env.os == Os::Windows { "\\" } else { "/" };
    let mut own = vec![
        ("__dirname".to_owned(), text(root)),
        ("HOME".to_owned(), text(&env.home)),
        ("/".to_owned(), separator.to_owned()),
        ("pathSeparator".to_owned(), separator.to_owned()),
    ];
    for (name, dir) in
        [("DESKTOP", "Desktop"), ("DOCUMENTS", "Documents"), ("DOWNLOADS", "Downloads")]
    {
        own.push((name.to_owned(), text(&env.home.join(dir))));
    }
    for setting in manifest.get("user_config").map(Node::members).unwrap_or_default() {
        if let Some(default) = setting.node.get("default").and_then(Node::scalar) {
            own.push((format!("user_config.{}", setting.key), default));
        }
    }
    own
}
