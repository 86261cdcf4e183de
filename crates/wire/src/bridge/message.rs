//! What HTTP has to know of a frame.

use std::sync::Arc;

use warden_core::json::{Doc, Limits, Mode, Val, read, write_string};

use crate::link::MAX_MESSAGE;

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// What a frame for the server says.
#[derive(Clone, Debug, Default)]
pub(super) struct Told {
    /// The id of a request, as JSON.
    pub(super) id: Option<Vec<u8>>,
    pub(super) method: String,
    /// The request that a notification takes back.
    pub(super) cancels: Option<Vec<u8>>,
    /// The revision that a request of the stateless era names.
    pub(super) version: Option<String>,
    /// What `Mcp-Name` repeats.
    pub(super) name: Option<String>,
    /// The frame, where it is a call of a tool.
    call: Option<Arc<Doc>>,
}

fn parse(frame: &[u8]) -> Option<Doc> {
    let limits = Limits { bytes: MAX_MESSAGE * 2, depth: 512, nodes: 1 << 22 };
    read(Arc::from(frame), Mode::AsClientsRead, &limits).ok()
}

impl Told {
    pub(super) fn read(frame: &[u8]) -> Self {
        let Some(doc) = parse(frame) else { return Self::default() };
        let root = doc.root();
        let raw = |v: Val<'_>| v.raw().to_vec();
        let text =
            |v: Option<Val<'_>>, key| v.and_then(|v| v.get_text(key)).map(|t| t.into_owned());
        let method = text(Some(root), "method").unwrap_or_default();
        let params = root.get("params");
        let meta = params.and_then(|p| p.get("_meta"));
        let cancels = params.filter(|_| method == "notifications/cancelled");
        let name = match method.as_str() {
            "resources/read" => text(params, "uri"),
            m if m.starts_with("tasks/") => text(params, "taskId"),
            _ => text(params, "name"),
        };
        let call = method == "tools/call";
        Self {
            call: None,
            id: root.get("id").filter(|_| !method.is_empty()).map(raw),
            cancels: cancels.and_then(|p| p.get("requestId")).map(raw),
            version: text(meta, VERSION),
            name,
            method,
        }
        .with_call(call.then(|| Arc::new(doc)))
    }

    fn with_call(self, call: Option<Arc<Doc>>) -> Self {
        Self { call, ..self }
    }

    /// The arguments of a call.
    pub(super) fn arguments(&self) -> Option<Val<'_>> {
        self.call.as_ref()?.root().get("params")?.get("arguments")
    }
}

/// What a frame of the server says.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// It answers the request with this id, as JSON.
    pub(super) answers: Option<Vec<u8>>,
    /// The revision that the answer to `initialize` names.
    pub(super) version: Option<String>,
    pub(super) doc: Option<Doc>,
}

impl Said {
    pub(super) fn read(frame: &[u8]) -> Self {
        let Some(doc) = parse(frame) else { return Self::default() };
        let root = doc.root();
        let answers = root.get("method").is_none().then(|| root.get("id")).flatten();
        let version = root.get("result").and_then(|r| r.get_text("protocolVersion"));
        let answers = answers.map(|v| v.raw().to_vec());
        let version = version.map(|t| t.into_owned());
        Self { answers, version, doc: Some(doc) }
    }
}

/// One line: what stands between the values of JSON is no part of them, and
/// inside of strings no line ends can stand.
pub(super) fn one_line(mut frame: Vec<u8>) -> Vec<u8> {
    frame.iter_mut().filter(|b| matches!(b, b'\n' | b'\r')).for_each(|b| *b = b' ');
    frame
}

/// The error that answers a request which could not be carried out; `status` is
/// that of HTTP, where there was one.
pub(super) fn error(id: &[u8], message: &str, hint: Option<&str>, status: Option<u16>) -> Vec<u8> {
    let mut out = Vec::new();
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    out.extend_from_slice(id);
    out.extend_from_slice(b",\"error\":{\"code\":-32002,\"message\":");
    let hint = hint.map(|h| format!("; {h}")).unwrap_or_default();
    write_string(&format!("warden: {message}{hint}"), &mut out);
    out.extend_from_slice(b",\"data\":{\"warden\":{\"stage\":\"transport\"");
    if let Some(status) = status {
        out.extend_from_slice(format!(",\"status\":{status}").as_bytes());
    }
    out.extend_from_slice(b"}}}}");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_repeat_what_the_body_says() {
        let told = Told::read(
            br#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"x","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
        );
        assert_eq!(told.id.as_deref(), Some(b"\"a\"".as_slice()));
        assert_eq!(
            (told.name.as_deref(), told.version.as_deref()),
            (Some("x"), Some("2026-07-28"))
        );
        let told = Told::read(
            br#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#,
        );
        assert_eq!((told.id, told.cancels.as_deref()), (None, Some(b"7".as_slice())));
        let told = Told::read(br#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
        assert!(told.id.is_none(), "an answer is no request");
    }

    #[test]
    fn an_error_is_one_line_of_json() {
        let frame = error(b"\"a\"", "no\n\"way\"", Some("try"), Some(401));
        let v: serde_json::Value = serde_json::from_slice(&frame).expect("JSON");
        assert_eq!(v["error"]["data"]["warden"]["status"], 401);
        assert!(!frame.contains(&b'\n'));
        assert_eq!(one_line(b"{\r\n\"a\":1}".to_vec()), b"{  \"a\":1}");
    }
}
