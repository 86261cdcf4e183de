//! Errors that the guard answers with.

use std::sync::Arc;

use warden_core::json::write_string;

use crate::id::Id;

/// Codes of JSON-RPC errors.
pub mod code {
    /// The server was not started.
    pub const LAUNCH: i32 = -32000;
    /// Policy, result or list.
    pub const REFUSED: i32 = -32001;
    /// The server ended, or did not answer.
    pub const TRANSPORT: i32 = -32002;
    /// An internal failure ended the session.
    pub const STRICT: i32 = -32003;
    /// The frame is malformed.
    pub const MALFORMED: i32 = -32602;
}

/// Why something is refused. Every text is of our own making or escaped: a
/// client may show the message to its model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) code: i32,
    pub(crate) message: String,
    /// `list`, `call`, `result` …
    pub(crate) stage: &'static str,
    pub(crate) rules: Vec<String>,
    /// What it is about, where that is a list.
    pub(crate) kind: &'static str,
    /// Escaped names of its items.
    pub(crate) items: Vec<String>,
    /// The command with which a person can look at it.
    pub(crate) review: Option<String>,
}

impl Refusal {
    pub(crate) fn new(code: i32, stage: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), stage, ..Self::default() }
    }

    /// The frame that answers that id.
    pub(crate) fn frame(&self, id: &Id) -> Arc<[u8]> {
        let mut data = Vec::new();
        field("stage", self.stage, &mut data);
        list("rules", &self.rules, &mut data);
        list(self.kind, &self.items, &mut data);
        if let Some(review) = &self.review {
            field("review", review, &mut data);
        }
        frame(&id.json(), self.code, &self.message, &data)
    }
}

/// The frame of an error that answers `id`, which is JSON; `review` is the
/// command with which a person can look into it.
pub fn error_frame(
    id: &[u8],
    code: i32,
    message: &str,
    rules: &[String],
    review: &str,
) -> Arc<[u8]> {
    let mut data = Vec::new();
    list("rules", rules, &mut data);
    field("review", review, &mut data);
    frame(id, code, message, &data)
}

fn frame(id: &[u8], code: i32, message: &str, data: &[u8]) -> Arc<[u8]> {
    let mut out = Vec::with_capacity(message.len() + data.len() + 128);
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    out.extend_from_slice(id);
    out.extend_from_slice(format!(",\"error\":{{\"code\":{code},\"message\":").as_bytes());
    write_string(&format!("warden: {message}"), &mut out);
    out.extend_from_slice(b",\"data\":{\"warden\":{");
    out.extend_from_slice(data);
    out.extend_from_slice(b"}}}}");
    out.into()
}

fn field(name: &str, value: &str, out: &mut Vec<u8>) {
    begin(name, out);
    write_string(value, out);
}

fn list(name: &str, values: &[String], out: &mut Vec<u8>) {
    if values.is_empty() {
        return;
    }
    begin(name, out);
    out.push(b'[');
    for (n, value) in values.iter().enumerate() {
        if n > 0 {
            out.push(b',');
        }
        write_string(value, out);
    }
    out.push(b']');
}

fn begin(name: &str, out: &mut Vec<u8>) {
    if !out.is_empty() {
        out.push(b',');
    }
    write_string(name, out);
    out.push(b':');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_json_whatever_is_in_it() {
        let refusal = Refusal {
            rules: vec!["A".into(), "B\"".into()],
            review: Some("warden pins status --id 'a\\b'".into()),
            ..Refusal::new(code::REFUSED, "list", "no \"way\"\n")
        };
        let frame = refusal.frame(&Id::Text("a\"\u{2028}".into()));
        let back: serde_json::Value = serde_json::from_slice(&frame).expect("JSON");
        assert_eq!(back["id"], "a\"\u{2028}");
        assert_eq!(back["error"]["code"], -32001);
        assert_eq!(back["error"]["message"], "warden: no \"way\"\n");
        assert_eq!(back["error"]["data"]["warden"]["rules"][1], "B\"");
    }
}
