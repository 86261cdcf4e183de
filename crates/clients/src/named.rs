//! Files that somebody named: which client they belong to, and everything in
//! them that any client would take.

use std::path::Path;

use crate::client;
use crate::entry::Dialect;
use crate::shape::Shape;
use crate::spot::{Client, Spot};
use crate::vars::Syntax;
use crate::{Env, Format, Scope, fs, text};

pub(crate) const ANYTHING: &[Shape] = &[Shape::Anything];

/// A file of which nothing tells the client.
pub(crate) static UNKNOWN: Client =
    Client::new("file", Dialect::new(Syntax::ANY), |_| Vec::new(), &[]);

/// Keys that only one client uses.
const TELLING: [(&str, &str); 5] = [
    ("context_servers", "zed"),
    ("amp.mcpServers", "amp"),
    ("mcp_servers", "codex"),
    ("modelContextProtocolServers", "continue"),
    ("streamable_http", "goose"),
];

/// The client of a file: by its path, else by its words.
pub(crate) fn guess(env: &Env, path: &Path) -> &'static Client {
    let full = env.cwd.join(path);
    if let Some(known) = by_path(&full.to_string_lossy()) {
        return known;
    }
    let bytes = fs::read(&full).ok().flatten().unwrap_or_default();
    let text = text::decode(&bytes).unwrap_or_default();
    by_words(&text).unwrap_or(&UNKNOWN)
}

fn by_path(path: &str) -> Option<&'static Client> {
    let path = path.replace('\\', "/");
    let end = |hint: &str| match hint.ends_with('/') {
        true => path.rfind(hint).map(|i| i + hint.len()),
        false => path.ends_with(hint).then_some(path.len()),
    };
    // What stands nearest to the end says most, and the longer of two.
    client::ALL
        .iter()
        .flat_map(|c| c.hints.iter().map(move |h| (*c, *h)))
        .filter_map(|(c, h)| Some((c, end(h)?, h.len())))
        .max_by_key(|(_, end, len)| (*end, *len))
        .map(|(c, _, _)| c)
}

fn by_words(text: &str) -> Option<&'static Client> {
    let id = TELLING.iter().find(|(word, _)| text.contains(word)).map(|(_, id)| *id)?;
    client::by_id(id)
}

/// The place of a named file.
pub(crate) fn spot(env: &Env, path: &Path) -> Spot {
    let path = env.cwd.join(path);
    let mut spot = Spot::new(path, Scope::Named, ANYTHING);
    let known = ["json", "jsonc", "json5", "toml", "yaml", "yml", "md", "code-workspace"];
    let extension = spot.path.extension().and_then(|e| e.to_str()).unwrap_or_default();
    if !known.contains(&extension.to_ascii_lowercase().as_str()) {
        let bytes = fs::read(&spot.path).ok().flatten().unwrap_or_default();
        spot.format = sniff(&text::decode(&bytes).unwrap_or_default());
    }
    spot
}

/// The format of a file whose name does not tell.
fn sniff(text: &str) -> Format {
    let first = text.lines().map(str::trim).find(|l| !l.is_empty() && !l.starts_with('#'));
    match first {
        Some(line) if line.starts_with("[") && line.ends_with(']') && !line.contains('"') => {
            Format::Toml
        }
        Some(line) if line.starts_with(['{', '[', '/']) => Format::Json,
        Some(line) if line.contains(" = ") => Format::Toml,
        Some(line) if line.ends_with(':') || line.contains(": ") => Format::Yaml,
        _ => Format::Json,
    }
}
