//! Reading text of each format into one tree.

mod json;
mod toml;
mod yaml;

use crate::text;
use crate::tree::{Node, Value};

/// How a config is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// JSON, with everything that clients forgive: comments, trailing
    /// commas, single quotes, bare keys.
    Json,
    /// TOML.
    Toml,
    /// YAML.
    Yaml,
    /// Markdown with YAML between `---` lines at its top.
    FrontMatter,
}

/// Values in one file, at most; a bound on the memory of its tree.
const MAX_VALUES: usize = 1_000_000;
/// Depth of the tree that later code walks.
const MAX_DEPTH: usize = 128;

/// What is wrong with a text, and where.
pub(crate) struct Broken {
    pub(crate) at: usize,
    pub(crate) message: String,
}

impl Broken {
    fn new(at: usize, message: impl Into<String>) -> Self {
        Self { at, message: message.into() }
    }
}

impl Format {
    /// By the extension of a file name; JSON where that says nothing.
    pub fn of(path: &std::path::Path) -> Self {
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
        match extension.to_ascii_lowercase().as_str() {
            "toml" => Self::Toml,
            "yaml" | "yml" => Self::Yaml,
            "md" => Self::FrontMatter,
            _ => Self::Json,
        }
    }
}

/// Reads a text. The error is `line:column: message`, the line and a caret.
pub(crate) fn read(source: &str, format: Format) -> Result<Node, String> {
    if source.trim().is_empty() {
        return Ok(Node { at: 0, value: Value::Map(Vec::new()) });
    }
    parse(source, format).map_err(|e| text::pointed(source, e.at, &e.message))
}

fn parse(source: &str, format: Format) -> Result<Node, Broken> {
    let structural = |b: &&u8| matches!(b, b',' | b'[' | b'{' | b':' | b'=');
    if source.as_bytes().iter().filter(structural).count() > MAX_VALUES {
        return Err(Broken::new(0, "holds too many values"));
    }
    let node = match format {
        Format::Json => json::parse(source),
        Format::Toml => toml::parse(source),
        Format::Yaml => yaml::parse(source),
        Format::FrontMatter => match front_matter(source) {
            Some(yaml) => yaml::parse(&yaml),
            None => Ok(Node { at: 0, value: Value::Map(Vec::new()) }),
        },
    }?;
    match too_deep(&node, MAX_DEPTH) {
        Some(at) => Err(Broken::new(at, "is nested too deeply")),
        None => Ok(node),
    }
}

fn too_deep(node: &Node, left: usize) -> Option<usize> {
    if left == 0 {
        return Some(node.at);
    }
    match &node.value {
        Value::List(items) => items.iter().find_map(|n| too_deep(n, left - 1)),
        Value::Map(members) => members.iter().find_map(|m| too_deep(&m.node, left - 1)),
        _ => None,
    }
}

/// The YAML at the top of a Markdown file; the opening line becomes blanks so
/// that offsets stay true.
fn front_matter(source: &str) -> Option<String> {
    let rest = source.strip_prefix("---")?;
    let body = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix('\n'))?;
    let start = source.len() - body.len();
    let end = start + body.find("\n---")? + 1;
    Some(format!("{}\n{}", " ".repeat(start - 1), &source[start..end]))
}

/// A parser's message with what it quotes from the file left out, since that
/// may be a key; signs such as `=` stay.
fn without_values(message: &str) -> String {
    let mut out = String::new();
    for (n, part) in message.split(['"', '`']).enumerate() {
        match n % 2 {
            0 => out.push_str(part),
            _ if part.len() <= 3 => out.push_str(&format!("`{part}`")),
            _ => out.push('…'),
        }
    }
    warden_core::Untrusted::from(out).term_limited(160)
}
