//! Where texts stand in the messages of a server.
//!
//! Every string and every member name is visited, of whatever message: the
//! protocol lets servers add members, and clients show models what they do not
//! know. What the protocol says of a member decides only whether its value is
//! a text, a file in base64 or a word of the protocol.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use warden_core::json::{NodeId, Val};

/// A file in base64 that is longer is counted and not decoded.
const BLOB: usize = 8 << 20;

/// A text of a message.
pub(super) struct Unit<'a> {
    pub(super) node: NodeId,
    /// The text; `None` for a file that is no text.
    pub(super) text: Option<Cow<'a, str>>,
    /// It cannot be edited in place: a member name, an address or a file.
    pub(super) fixed: bool,
}

/// Visits every text.
pub(super) fn texts<'a>(message: Val<'a>, f: &mut dyn FnMut(Unit<'a>)) {
    value(message, f);
}

fn value<'a>(v: Val<'a>, f: &mut dyn FnMut(Unit<'a>)) {
    if v.is_obj() {
        for (key, member) in v.members() {
            let name = key.text().unwrap_or_default();
            if !is_known(&name) {
                f(Unit { node: key.id(), text: Some(name.clone()), fixed: true });
            }
            member_of(&name, member, v, f);
        }
    } else if v.is_arr() {
        for item in v.items() {
            value(item, f);
        }
    } else if let Some(text) = v.text() {
        f(Unit { node: v.id(), text: Some(text), fixed: false });
    }
}

fn member_of<'a>(name: &str, member: Val<'a>, object: Val<'a>, f: &mut dyn FnMut(Unit<'a>)) {
    let Some(text) = member.text() else { return value(member, f) };
    match name {
        "blob" => file(member, &text, f),
        "data" if is_media(object) => file(member, &text, f),
        "uri" | "url" | "src" | "websiteUrl" | "$ref" | "$schema" | "$id" | "mimeType"
        | "requestState" | "nextCursor" | "elicitationId" | "taskId" => {
            f(Unit { node: member.id(), text: Some(text), fixed: true });
        }
        _ => f(Unit { node: member.id(), text: Some(text), fixed: false }),
    }
}

/// `image` and `audio` content holds base64 in `data`.
fn is_media(object: Val<'_>) -> bool {
    object.get_text("type").is_some_and(|t| t == "image" || t == "audio")
        || object.get("mimeType").is_some()
}

/// A file: decoded when it is text.
fn file<'a>(v: Val<'a>, text: &str, f: &mut dyn FnMut(Unit<'a>)) {
    let decoded = (text.len() <= BLOB)
        .then(|| STANDARD.decode(text.trim().as_bytes()).ok())
        .flatten()
        .and_then(|b| String::from_utf8(b).ok())
        .filter(|t| !t.contains('\0'));
    f(Unit { node: v.id(), text: decoded.map(Cow::Owned), fixed: true });
}

/// Names that the protocol gives; another name is the server's own text.
fn is_known(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "content",
        "type",
        "text",
        "isError",
        "structuredContent",
        "_meta",
        "resource",
        "uri",
        "mimeType",
        "blob",
        "data",
        "annotations",
        "audience",
        "priority",
        "lastModified",
        "name",
        "title",
        "description",
        "icons",
        "src",
        "sizes",
        "messages",
        "role",
        "error",
        "code",
        "message",
        "requestedSchema",
        "properties",
        "required",
        "enum",
        "enumNames",
        "default",
        "const",
        "oneOf",
        "anyOf",
        "items",
        "format",
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "url",
        "mode",
        "elicitationId",
        "systemPrompt",
        "tools",
        "inputSchema",
        "outputSchema",
        "toolChoice",
        "modelPreferences",
        "hints",
        "stopSequences",
        "includeContext",
        "maxTokens",
        "temperature",
        "metadata",
        "logger",
        "level",
        "progressToken",
        "progress",
        "total",
        "completion",
        "values",
        "hasMore",
        "contents",
        "jsonrpc",
        "id",
        "method",
        "params",
        "result",
        "nextCursor",
        "resultType",
        "task",
        "taskId",
        "status",
        "statusMessage",
        "inputRequests",
        "requestState",
        "reason",
        "$schema",
        "costPriority",
        "speedPriority",
        "intelligencePriority",
        "theme",
        "size",
        "toolUseId",
        "input",
    ];
    NAMES.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use warden_core::json::{Limits, Mode, read};

    fn seen(json: &str) -> Vec<String> {
        let doc =
            read(json.as_bytes().into(), Mode::AsClientsRead, &Limits::default()).expect("JSON");
        let mut out = Vec::new();
        texts(doc.root(), &mut |u| out.push(u.text.map_or("(file)".into(), Cow::into_owned)));
        out
    }

    #[test]
    fn texts_are_found_wherever_they_stand() {
        let json = r#"{"content":[{"type":"text","text":"a"},
            {"type":"resource","resource":{"uri":"u:1","text":"b","_meta":{"own":"c"}}},
            {"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"},
            {"type":"resource","resource":{"uri":"u:2","blob":"aGVsbG8gd29ybGQ="}}],
            "structuredContent":{"key of its own":["d"]},"error":{"message":"e","data":{"x":"g"}}}"#;
        let seen = seen(json);
        for wanted in
            ["a", "b", "own", "c", "(file)", "hello world", "key of its own", "d", "e", "g"]
        {
            assert!(seen.iter().any(|s| s == wanted), "{wanted} in {seen:?}");
        }
    }
}
