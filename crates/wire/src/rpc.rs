//! JSON-RPC messages of MCP: what we send, and what an incoming one is.

use serde_json::{Value, json};
use warden_core::Untrusted;
use warden_core::json::{Kind, NodeId, Val};

/// The latest revision with a handshake.
pub(crate) const LEGACY: &str = "2025-11-25";
/// The first revision without one.
pub(crate) const MODERN: &str = "2026-07-28";

/// A message to send, with what HTTP says about it in headers.
#[derive(Clone, Debug)]
pub(crate) struct Outgoing {
    pub(crate) bytes: Vec<u8>,
    /// Whether an answer is awaited.
    pub(crate) is_request: bool,
    pub(crate) method: String,
    /// `Mcp-Name` of the modern era.
    pub(crate) name: Option<String>,
    /// `MCP-Protocol-Version`; none before a version is agreed on.
    pub(crate) protocol: Option<String>,
    /// Whether the modern era's headers belong to it.
    pub(crate) modern: bool,
}

/// The client that we say we are.
pub(crate) fn client_info(version: &str) -> Value {
    json!({"name": "warden", "title": "Warden", "version": version})
}

/// Every client capability of 2025-11-25.
pub(crate) fn all_capabilities() -> Value {
    json!({
        "roots": {"listChanged": true},
        "sampling": {"context": {}, "tools": {}},
        "elicitation": {"form": {}, "url": {}},
        "tasks": {
            "list": {}, "cancel": {},
            "requests": {"sampling": {"createMessage": {}}, "elicitation": {"create": {}}}
        }
    })
}

/// Their counterparts in 2026-07-28, where tasks are an extension.
pub(crate) fn all_capabilities_modern() -> Value {
    json!({
        "roots": {},
        "sampling": {"context": {}, "tools": {}},
        "elicitation": {"form": {}, "url": {}},
        "extensions": {"io.modelcontextprotocol/tasks": {}}
    })
}

/// The parameters of `initialize`.
pub(crate) fn initialize_params(all: bool, version: &str) -> Value {
    let capabilities = if all { all_capabilities() } else { json!({}) };
    json!({
        "protocolVersion": LEGACY,
        "capabilities": capabilities,
        "clientInfo": client_info(version),
    })
}

/// The `_meta` that every request of 2026-07-28 carries.
pub(crate) fn modern_meta(all: bool, version: &str) -> Value {
    let capabilities = if all { all_capabilities_modern() } else { json!({}) };
    json!({
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientCapabilities": capabilities,
        "io.modelcontextprotocol/clientInfo": client_info(version),
    })
}

/// What an incoming value is to us.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Incoming {
    /// The result that we wait for.
    Result(NodeId),
    /// The error that we wait for.
    Error(i64, Untrusted),
    /// A request of the server, and what we answer, if anything.
    Request(Untrusted, Option<Vec<u8>>),
    /// A notification.
    Notification(Untrusted),
    /// JSON-RPC, but nothing that we asked for.
    Stray,
    /// No JSON-RPC message.
    Noise,
}

/// Classifies one message while the answer to `expected` is awaited. Only
/// messages that every client takes count: `jsonrpc` is `"2.0"`, the id is the
/// very number that was sent, and there is either a result or an error.
pub(crate) fn classify(msg: Val<'_>, expected: Option<u64>) -> Incoming {
    if msg.get_text("jsonrpc").as_deref() != Some("2.0") {
        return Incoming::Noise;
    }
    if let Some(method) = msg.get("method") {
        let Some(method) = method.text() else { return Incoming::Noise };
        let method = Untrusted::from(method.chars().take(120).collect::<String>());
        return match msg.get("id") {
            Some(id) => {
                let reply = reply(id, method.expose());
                Incoming::Request(method, reply)
            }
            None => Incoming::Notification(method),
        };
    }
    let (result, error) = (msg.get("result"), msg.get("error"));
    if result.is_none() && error.is_none() {
        return Incoming::Noise;
    }
    let ours = expected.is_some() && msg.get("id").and_then(as_id) == expected;
    match (ours, result, error) {
        (true, Some(result), None) => Incoming::Result(result.id()),
        (true, None, Some(error)) => {
            let (code, text) = error_parts(error);
            Incoming::Error(code, text)
        }
        _ => Incoming::Stray,
    }
}

/// Code and message of an error object.
pub(crate) fn error_parts(error: Val<'_>) -> (i64, Untrusted) {
    let code = error.get("code").and_then(Val::num).and_then(|n| n.as_f64()).unwrap_or(0.0);
    let text = error.get_text("message").unwrap_or_default();
    // A cast of a double saturates.
    (code as i64, Untrusted::from(text.chars().take(1000).collect::<String>()))
}

/// A number that is written as an id of ours could come back.
fn as_id(id: Val<'_>) -> Option<u64> {
    let num = id.num().filter(|n| n.is_exact())?.as_f64()?;
    (num >= 0.0 && num.fract() == 0.0 && num < 9e15).then_some(num as u64)
}

/// What we answer to a request of the server: no roots, no model, no person.
fn reply(id: Val<'_>, method: &str) -> Option<Vec<u8>> {
    let raw = id.raw();
    let echoes = matches!(id.kind(), Kind::Num | Kind::Str)
        && raw.len() <= 256
        && std::str::from_utf8(raw).is_ok_and(|r| !r.contains(char::is_control));
    if !echoes {
        return None;
    }
    let body = match method {
        "ping" => r#""result":{}"#,
        "roots/list" => r#""result":{"roots":[]}"#,
        "elicitation/create" => r#""result":{"action":"decline"}"#,
        "sampling/createMessage" => {
            r#""error":{"code":-1,"message":"User rejected sampling request"}"#
        }
        _ => r#""error":{"code":-32601,"message":"Method not found"}"#,
    };
    let mut out = br#"{"jsonrpc":"2.0","id":"#.to_vec();
    out.extend_from_slice(raw);
    out.push(b',');
    out.extend_from_slice(body.as_bytes());
    out.push(b'}');
    Some(out)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use warden_core::json::{Doc, Limits, Mode, read};

    use super::*;

    fn doc(text: &str) -> Doc {
        read(Arc::from(text.as_bytes()), Mode::AsClientsRead, &Limits::default()).expect("JSON")
    }

    fn kind(text: &str) -> Incoming {
        classify(doc(text).root(), Some(7))
    }

    #[test]
    fn only_the_exact_id_counts() {
        assert!(matches!(kind(r#"{"jsonrpc":"2.0","id":7,"result":{}}"#), Incoming::Result(_)));
        for id in ["\"7\"", "8", "7.5", "null", "[7]", "-7", "true"] {
            let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#);
            assert_eq!(kind(&text), Incoming::Stray, "{id}");
        }
        assert_eq!(kind(r#"{"jsonrpc":"2.0","result":{}}"#), Incoming::Stray);
    }

    #[test]
    fn an_answer_has_one_of_result_and_error() {
        assert_eq!(
            kind(r#"{"jsonrpc":"2.0","id":7,"result":{},"error":{"code":1}}"#),
            Incoming::Stray
        );
        assert_eq!(kind(r#"{"jsonrpc":"2.0","id":7}"#), Incoming::Noise);
        assert_eq!(
            kind(r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"no"}}"#),
            Incoming::Error(-32601, "no".into())
        );
    }

    #[test]
    fn what_is_no_json_rpc_is_noise() {
        for text in
            ["7", "\"x\"", "[]", "{}", r#"{"id":7,"result":{}}"#, r#"{"jsonrpc":"2.0","method":1}"#]
        {
            assert_eq!(kind(text), Incoming::Noise, "{text}");
        }
    }

    fn answer_to(text: &str) -> Option<String> {
        match kind(text) {
            Incoming::Request(_, reply) => reply.map(|r| String::from_utf8(r).expect("UTF-8")),
            other => panic!("no request: {other:?}"),
        }
    }

    #[test]
    fn requests_are_answered_with_their_own_id() {
        let roots = answer_to(r#"{"jsonrpc":"2.0","id":"a\"b","method":"roots/list"}"#);
        assert_eq!(
            roots.as_deref(),
            Some(r#"{"jsonrpc":"2.0","id":"a\"b","result":{"roots":[]}}"#)
        );
        let ask = answer_to(r#"{"jsonrpc":"2.0","id":1.50,"method":"elicitation/create"}"#);
        assert_eq!(
            ask.as_deref(),
            Some(r#"{"jsonrpc":"2.0","id":1.50,"result":{"action":"decline"}}"#)
        );
        let other = answer_to(r#"{"jsonrpc":"2.0","id":7,"method":"x/y"}"#);
        assert!(other.is_some_and(|r| r.contains("-32601")));
        assert_eq!(answer_to(r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#), None);
    }
}
