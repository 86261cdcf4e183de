//! One frame: which message it is, and whether every reader reads the same.

use std::sync::Arc;

use warden_core::json::{AnomalyKind, Doc, Kind, Limits, Mode, NodeId, Val, read};

use crate::id::Id;
use crate::settings::Bounds;

/// Members of the envelope. A reader that ignores case (Go's `encoding/json`
/// does) sees them in any spelling.
const ENVELOPE: &[&str] = &["jsonrpc", "id", "method", "params", "result", "error"];

/// A message that everybody reads alike.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    /// As it came.
    pub(crate) frame: Arc<[u8]>,
    pub(crate) doc: Arc<Doc>,
    pub(crate) form: Form,
}

#[derive(Clone, Debug)]
pub(crate) enum Form {
    Request { id: Id, method: String },
    Notification { method: String },
    Response { id: Id, body: NodeId, error: bool },
}

/// A frame that is not passed on.
#[derive(Debug)]
pub(crate) struct Wrong {
    pub(crate) why: String,
    /// The id of the request or response that it would have been.
    pub(crate) id: Option<Id>,
    /// It has a method, so that its sender waits for an answer to it.
    pub(crate) asks: bool,
}

impl Message {
    pub(crate) fn params(&self) -> Option<Val<'_>> {
        self.doc.root().get("params")
    }
}

/// What a frame holds.
pub(crate) enum Frame {
    Message(Message),
    /// An array; its elements.
    Batch(Arc<Doc>),
}

/// Reads a frame.
pub(crate) fn parse(bytes: &Arc<[u8]>, bounds: &Bounds) -> Result<Frame, Wrong> {
    let limits = Limits { bytes: bounds.frame, depth: 512, nodes: bounds.nodes };
    let doc =
        read(Arc::clone(bytes), Mode::AsClientsRead, &limits).map_err(|e| unread(bytes, &e))?;
    let doc = Arc::new(doc);
    if doc.root().is_arr() {
        return Ok(Frame::Batch(doc));
    }
    let form = form(&doc)?;
    Ok(Frame::Message(Message { frame: Arc::clone(bytes), doc, form }))
}

fn unread(bytes: &[u8], e: &warden_core::json::ReadError) -> Wrong {
    let framed = bytes.get(..15).is_some_and(|h| h.eq_ignore_ascii_case(b"content-length:"));
    let why = if framed {
        "Content-Length framing is not used by MCP over stdio".to_owned()
    } else {
        format!("it is no JSON: {e}")
    };
    Wrong { why, id: recover(bytes), asks: asks(bytes) }
}

fn form(doc: &Doc) -> Result<Form, Wrong> {
    let root = doc.root();
    let id = root.get("id").and_then(Id::of);
    let asks = root.get("method").is_some();
    let wrong = |why: &str| Wrong { why: why.to_owned(), id: id.clone(), asks };
    if !root.is_obj() {
        return Err(wrong("it is no JSON object"));
    }
    if let Some(kind) = doc.anomalies().iter().map(|a| a.kind).find(|k| ambiguous(*k)) {
        return Err(wrong(&format!("readers differ about it ({})", kind.name())));
    }
    if root.members().any(|(k, _)| misspelt(k)) {
        return Err(wrong("a member of the envelope is spelt in another case"));
    }
    // No client takes these for an answer, so the true one may still come.
    let noise = |why: &str| Wrong { why: why.to_owned(), id: id.clone().filter(|_| asks), asks };
    if root.get_text("jsonrpc").as_deref() != Some("2.0") {
        return Err(noise("it does not say \"jsonrpc\": \"2.0\""));
    }
    if root.get("id").is_some() && id.is_none() {
        return Err(wrong("its id is neither a string nor a number"));
    }
    let (result, error) = (root.get("result"), root.get("error"));
    match (root.get("method"), id.clone()) {
        (Some(_), _) if result.is_some() || error.is_some() => {
            Err(wrong("it has a method and a result or error"))
        }
        (Some(method), id) => {
            let Some(method) = method.text().map(|m| m.into_owned()) else {
                return Err(wrong("its method is no string"));
            };
            Ok(match id {
                Some(id) => Form::Request { id, method },
                None => Form::Notification { method },
            })
        }
        (None, None) => Err(wrong("it is neither a request nor an answer")),
        (None, Some(id)) => match (result, error) {
            (Some(v), None) => Ok(Form::Response { id, body: v.id(), error: false }),
            (None, Some(v)) if v.is_obj() => Ok(Form::Response { id, body: v.id(), error: true }),
            (None, None) => Err(noise("it is neither a request nor an answer")),
            _ => Err(wrong("an answer has either a result or an error")),
        },
    }
}

/// Oddities about which readers differ so that they would see two messages.
/// Half of a surrogate pair is none: it is written as U+FFFD, which is what
/// every reader that takes it shows.
fn ambiguous(kind: AnomalyKind) -> bool {
    !matches!(kind, AnomalyKind::LoneSurrogate | AnomalyKind::NumberNotInteroperable)
}

fn misspelt(key: Val<'_>) -> bool {
    let name = key.text().unwrap_or_default();
    ENVELOPE.iter().any(|e| **e != *name && e.eq_ignore_ascii_case(&name))
}

/// How much of the beginning and of the end of a frame is searched for its id.
const NEAR: usize = 4096;

/// The id of a frame that cannot be read: from the members before the first
/// that has an inside, else from those behind the last (the TypeScript SDK
/// writes the result first). A wrong guess costs no more than an error for a
/// request that its sender has ruined itself.
pub(crate) fn recover(bytes: &[u8]) -> Option<Id> {
    let head = &bytes[..bytes.len().min(NEAR)];
    let tail = &bytes[bytes.len().saturating_sub(NEAR)..];
    let first = first_id(head).and_then(|at| member(head, at));
    first.or_else(|| member(tail, last_id(tail)?))
}

/// Whether a frame that cannot be read begins like a request.
pub(crate) fn asks(bytes: &[u8]) -> bool {
    memchr::memmem::find(&bytes[..bytes.len().min(NEAR)], b"\"method\"").is_some()
}

fn first_id(head: &[u8]) -> Option<usize> {
    let at = memchr::memmem::find(head, b"\"id\"")?;
    // The first bracket opens the frame itself.
    let inside = memchr::memchr2_iter(b'{', b'[', head).nth(1);
    inside.is_none_or(|inside| at < inside).then_some(at)
}

fn last_id(tail: &[u8]) -> Option<usize> {
    let at = memchr::memmem::rfind(tail, b"\"id\"")?;
    let end = tail.trim_ascii_end();
    // Between it and the end of the frame stand only plain members.
    let rest = end.strip_suffix(b"}")?.get(at..)?;
    memchr::memchr3(b'{', b'}', b']', rest).is_none().then_some(at)
}

/// The plain value of the member whose name begins at `at`.
fn member(text: &[u8], at: usize) -> Option<Id> {
    let rest = text.get(at + 4..)?.trim_ascii_start().strip_prefix(b":")?.trim_ascii_start();
    let len = match rest.first()? {
        b'"' => memchr::memchr(b'"', &rest[1..])? + 2,
        b'-' | b'0'..=b'9' => rest.iter().position(|b| matches!(b, b',' | b'}' | b' '))?,
        _ => return None,
    };
    let doc = read(rest[..len].into(), Mode::Strict, &Limits::default()).ok()?;
    (doc.root().kind() != Kind::Obj).then(|| Id::of(doc.root())).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str) -> Wrong {
        match parse(&Arc::from(text.as_bytes()), &Bounds::default()) {
            Err(wrong) => wrong,
            Ok(_) => panic!("{text} was taken"),
        }
    }

    #[test]
    fn what_readers_differ_about_is_refused_with_its_id() {
        for text in [
            r#"{"jsonrpc":"2.0","id":7,"method":"a","method":"b"}"#,
            r#"{"jsonrpc":"2.0","id":7,"method":"a","Method":"b"}"#,
            r#"{"jsonrpc":"2.0","id":7,"method":"a","params":{"x":1,"x":2}}"#,
            r#"{"jsonrpc":"2.0","id":7,"method":"a","result":{}}"#,
            r#"{"jsonrpc":"1.0","id":7,"method":"a"}"#,
            r#"{"id":7,"method":"a"}"#,
            r#"{"jsonrpc":"2.0","id":7,"result":{},"error":{}}"#,
            r#"{"jsonrpc":"2.0","id":7,"result":{"x":NaN}}"#,
        ] {
            assert_eq!(wrong(text).id, Some(Id::Number("7".into())), "{text}");
        }
        for text in [r#"{"jsonrpc":"2.0","id":null,"method":"a"}"#, "7", r#"{"jsonrpc":"2.0"}"#] {
            assert_eq!(wrong(text).id, None, "{text}");
        }
    }

    #[test]
    fn the_id_of_a_broken_frame_is_found_at_either_end() {
        let seven = Some(Id::Number("7".into()));
        assert_eq!(wrong(r#"{"jsonrpc":"2.0","id":7,"result":{,}}"#).id, seven);
        assert_eq!(wrong(r#"{"result":{"id":1,},"jsonrpc":"2.0","id":7}"#).id, seven);
        assert_eq!(wrong(r#"{"result":{"id":1,"#).id, None);
        let text = Some(Id::Text("a b".into()));
        assert_eq!(wrong(r#"{"jsonrpc":"2.0", "id" : "a b","result":{,}}"#).id, text);
    }
}
