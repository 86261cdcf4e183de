//! What a person is asked about a call, and what the answer says.

use warden_core::Untrusted;
use warden_core::json::{Kind, Val, push_token, write_string};

/// Longest text about arguments that a person is shown. A call that needs more
/// is refused: what is not shown whole is not approved.
const MAX_SHOWN: usize = 16 << 10;

/// How far an approval reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// This call.
    Once,
    /// Calls of this session whose arguments have the same shape.
    Shape,
    /// Calls of this session.
    Session,
    /// Calls until that day.
    Until(String),
}

/// The parameters of an `elicitation/create`, as JSON; `None` if the arguments
/// are too long to be shown whole.
pub(crate) fn form(server: &str, tool: &str, arguments: Option<Val<'_>>) -> Option<Vec<u8>> {
    let shown = |text: &str| Untrusted::from(text).term_limited(200);
    let mut message = format!(
        "A call of the tool \"{}\" of the MCP server \"{}\" waits for your approval. Its arguments:\n",
        shown(tool),
        shown(server)
    );
    let mut lines = String::new();
    match arguments {
        Some(v) => leaves(v, &mut String::new(), &mut lines)?,
        None => lines.push_str("  (none)\n"),
    }
    message.push_str(&lines);
    message.push_str("Without the box ticked, the call is not made.");
    let mut out = Vec::with_capacity(message.len() + 1024);
    out.extend_from_slice(b"{\"message\":");
    write_string(&message, &mut out);
    out.extend_from_slice(b",\"requestedSchema\":");
    out.extend_from_slice(SCHEMA.as_bytes());
    out.push(b'}');
    Some(out)
}

/// Flat, of primitives only, as every revision that has elicitation wants it.
const SCHEMA: &str = concat!(
    r#"{"type":"object","properties":{"#,
    r#""approve":{"type":"boolean","title":"Make this call","default":false},"#,
    r#""scope":{"type":"string","title":"How far this reaches","enum":["once","shape","session","until"],"#,
    r#""enumNames":["This call only","This session: calls with arguments of the same shape","#,
    r#""This session: every call of this tool","Every call of this tool until the day below"],"default":"once"},"#,
    r#""until":{"type":"string","format":"date","title":"Until (YYYY-MM-DD)"}},"required":["approve"]}"#
);

/// What the person said: `None` for no.
pub(crate) fn answer(result: Val<'_>) -> Option<Scope> {
    let content = result.get("content")?;
    let accepted = result.get_text("action").as_deref() == Some("accept");
    if !accepted || content.get("approve").is_none_or(|v| v.raw() != b"true") {
        return None;
    }
    Some(match content.get_text("scope").as_deref() {
        Some("shape") => Scope::Shape,
        Some("session") => Scope::Session,
        Some("until") => {
            Scope::Until(content.get_text("until").unwrap_or_default().trim().to_owned())
        }
        _ => Scope::Once,
    })
}

/// One line for every string, number and empty container; `None` if it is too
/// long.
fn leaves(v: Val<'_>, pointer: &mut String, out: &mut String) -> Option<()> {
    let here = pointer.len();
    let mut inside = false;
    for (key, value) in v.members() {
        push_token(pointer, &key.text().unwrap_or_default());
        leaves(value, pointer, out)?;
        pointer.truncate(here);
        inside = true;
    }
    for (n, value) in v.items().enumerate() {
        push_token(pointer, &n.to_string());
        leaves(value, pointer, out)?;
        pointer.truncate(here);
        inside = true;
    }
    if !inside {
        let text = match v.text() {
            Some(text) => Untrusted::from(&*text).term(),
            None => Untrusted::from(String::from_utf8_lossy(v.raw()).into_owned()).term(),
        };
        out.push_str("  ");
        out.push_str(&Untrusted::from(pointer.as_str()).term());
        out.push_str(": ");
        out.push_str(&text);
        out.push('\n');
    }
    (out.len() <= MAX_SHOWN).then_some(())
}

/// What two calls have in common of which only the values differ: names and
/// kinds of arguments, and of a URL its scheme and host.
pub(crate) fn shape(v: Option<Val<'_>>) -> String {
    let mut out = String::new();
    if let Some(v) = v {
        write_shape(v, &mut out);
    }
    out
}

fn write_shape(v: Val<'_>, out: &mut String) {
    match v.kind() {
        Kind::Obj => {
            let mut members: Vec<(String, String)> = v
                .members()
                .map(|(k, x)| {
                    let mut inner = String::new();
                    write_shape(x, &mut inner);
                    (format!("{:?}", k.text().unwrap_or_default()), inner)
                })
                .collect();
            members.sort();
            out.push('{');
            members.iter().for_each(|(k, s)| out.push_str(&format!("{k}:{s},")));
            out.push('}');
        }
        Kind::Arr => {
            let mut inner: Vec<String> = v.items().map(|x| shape(Some(x))).collect();
            inner.sort();
            inner.dedup();
            out.push_str(&format!("[{}]", inner.join(",")));
        }
        Kind::Str => match v.text().as_deref().and_then(origin) {
            Some(origin) => out.push_str(&format!("{origin:?}")),
            None => out.push('s'),
        },
        Kind::Num => out.push('n'),
        _ => out.push_str(&String::from_utf8_lossy(v.raw())),
    }
}

/// Scheme and authority of a URL.
fn origin(text: &str) -> Option<&str> {
    let at = text.find("://")?;
    let rest = text.get(at + 3..)?;
    let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
    text.get(..at + 3 + end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use warden_core::json::{Doc, Limits, Mode, read};

    fn doc(text: &str) -> Doc {
        read(Arc::from(text.as_bytes()), Mode::AsClientsRead, &Limits::default()).expect("JSON")
    }

    #[test]
    fn everything_is_shown_and_the_box_is_not_ticked() {
        let arguments = doc(r#"{"to":"a\u200b\u001b[2J","list":[1,{}],"n":1.50}"#);
        let form = form("shop", "pay", Some(arguments.root())).expect("short enough");
        let v: serde_json::Value = serde_json::from_slice(&form).expect("JSON");
        let message = v["message"].as_str().expect("a text");
        for part in ["\"pay\"", "\"shop\"", "/to: a\\u{200b}", "/list/0: 1", "/list/1: {}", "1.50"]
        {
            assert!(message.contains(part), "{part} is not in {message}");
        }
        assert!(!message.contains('\u{1b}'), "{message}");
        assert_eq!(v["requestedSchema"]["properties"]["approve"]["default"], false);
        let long = doc(&format!("{{\"a\":\"{}\"}}", "x".repeat(MAX_SHOWN)));
        assert!(super::form("s", "t", Some(long.root())).is_none(), "not shown whole");
    }

    #[test]
    fn only_a_ticked_box_is_a_yes() {
        for no in [
            r#"{"action":"accept"}"#,
            r#"{"action":"accept","content":{}}"#,
            r#"{"action":"accept","content":{"approve":false}}"#,
            r#"{"action":"accept","content":{"approve":"true"}}"#,
            r#"{"action":"accept","content":{"approve":1}}"#,
            r#"{"action":"decline","content":{"approve":true}}"#,
            r#"{"content":{"approve":true}}"#,
        ] {
            assert_eq!(answer(doc(no).root()), None, "{no}");
        }
        let yes = |scope: &str| {
            answer(
                doc(&format!(r#"{{"action":"accept","content":{{"approve":true{scope}}}}}"#))
                    .root(),
            )
        };
        assert_eq!(yes(""), Some(Scope::Once));
        assert_eq!(yes(r#","scope":"anything""#), Some(Scope::Once));
        assert_eq!(yes(r#","scope":"shape""#), Some(Scope::Shape));
        assert_eq!(
            yes(r#","scope":"until","until":"2027-01-31""#),
            Some(Scope::Until("2027-01-31".into()))
        );
    }

    #[test]
    fn a_shape_has_names_kinds_and_hosts() {
        let of = |text: &str| shape(Some(doc(text).root()));
        assert_eq!(of(r#"{"a":"x","b":1}"#), of(r#"{"b":2.5,"a":"other"}"#));
        assert_ne!(of(r#"{"a":"x"}"#), of(r#"{"a":"x","b":1}"#));
        assert_ne!(of(r#"{"a":"x"}"#), of(r#"{"a":["x"]}"#));
        assert_ne!(of(r#"{"a":true}"#), of(r#"{"a":false}"#));
        assert_eq!(of(r#"{"u":"https://a.test/1"}"#), of(r#"{"u":"https://a.test/2?x"}"#));
        assert_ne!(of(r#"{"u":"https://a.test/1"}"#), of(r#"{"u":"https://b.test/1"}"#));
        assert_ne!(of(r#"{"u":"https://a.test/1"}"#), of(r#"{"u":"https://a.test@b.test/1"}"#));
    }
}
