//! From a definition as a server sends it to its entry in mcp-warden's format.

use warden_core::json::{Kind, Val};

use crate::canon::{Canon, Writer};
use crate::model::{PromptEntry, ResourceEntry, ToolEntry};
use crate::skeleton::{Depth, skeleton};
use warden_core::capability::capabilities;

/// A tool of `tools/list`.
pub(crate) fn tool(name: String, v: Val<'_>) -> ToolEntry {
    let input = v.get("inputSchema");
    let output = present(v, "outputSchema");
    let mut entry = ToolEntry {
        description_hash: description(v),
        input_schema_hash: match input.filter(|s| s.is_obj()) {
            Some(schema) => Canon::of(schema).digest(),
            None => Canon::of_text("{}").digest(),
        },
        capabilities: capabilities(&name, input.filter(|s| s.is_obj())),
        inspection: None,
        schema_skeleton: Some(skeleton(input, Depth::Frozen)),
        annotations_hash: Some(hash(present(v, "annotations"))),
        output_schema_hash: Some(hash(output)),
        output_schema_skeleton: output.map(|s| skeleton(Some(s), Depth::Frozen)),
        entry_digest: String::new(),
        name,
    };
    entry.entry_digest = entry.expected_digest(4);
    entry
}

/// A resource of `resources/list`.
pub(crate) fn resource(uri: String, v: Val<'_>) -> ResourceEntry {
    let mut entry = ResourceEntry {
        name: v.get_text("name").map(|t| t.into_owned()),
        description_hash: description(v),
        mime_type: v.get_text("mimeType").map(|t| t.into_owned()),
        entry_digest: String::new(),
        uri,
    };
    entry.entry_digest = entry.expected_digest();
    entry
}

/// A prompt of `prompts/list`.
pub(crate) fn prompt(name: String, v: Val<'_>) -> PromptEntry {
    let mut entry = PromptEntry {
        description_hash: description(v),
        arguments_hash: arguments(v.get("arguments")),
        entry_digest: String::new(),
        name,
    };
    entry.entry_digest = entry.expected_digest();
    entry
}

fn present<'d>(v: Val<'d>, name: &str) -> Option<Val<'d>> {
    v.get(name).filter(|x| x.kind() != Kind::Null)
}

/// Of a value, or of `null`.
fn hash(v: Option<Val<'_>>) -> String {
    v.map_or_else(Canon::null, Canon::of).digest()
}

/// Absent, `null` and empty are alike.
fn description(v: Val<'_>) -> String {
    match present(v, "description") {
        Some(text) => Canon::of(text).digest(),
        None => Canon::string("").digest(),
    }
}

/// Each argument has its name, description and whether it is required, and its
/// title where it has one: what mcp-warden's own reader keeps.
fn arguments(v: Option<Val<'_>>) -> String {
    let mut w = Writer::default();
    w.array(v.into_iter().flat_map(Val::items), |w, argument| {
        let part = |w: &mut Writer, name: &str| {
            let value = argument.get(name).map_or_else(Canon::null, Canon::of);
            w.raw(value.as_str());
        };
        w.raw("{\"description\":");
        part(w, "description");
        w.raw(",\"name\":");
        part(w, "name");
        w.raw(",\"required\":").raw(required(argument.get("required")));
        if present(argument, "title").is_some() {
            w.raw(",\"title\":");
            part(w, "title");
        }
        w.raw("}");
    });
    w.digest()
}

/// Its reader takes some words and numbers for a truth value.
fn required(v: Option<Val<'_>>) -> &'static str {
    let Some(v) = v else { return "null" };
    let yes = match v.kind() {
        Kind::Null => return "null",
        Kind::True => true,
        // By its value, however it is written.
        Kind::Num => v.num().and_then(|n| n.as_f64()) == Some(1.0),
        Kind::Str => {
            let word = v.text().unwrap_or_default().to_ascii_lowercase();
            ["true", "t", "1", "1.0", "yes", "y", "on"].contains(&word.as_str())
        }
        Kind::False | Kind::Arr | Kind::Obj => false,
    };
    if yes { "true" } else { "false" }
}
