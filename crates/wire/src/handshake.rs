//! How a session is opened, in both eras.

use std::time::Duration;

use serde_json::{Map, Value};
use warden_core::Untrusted;
use warden_core::json::Val;
use warden_core::report::ServerInfo;
use warden_core::surface::ListKind;

use crate::failure::{Failure, Kind};
use crate::rpc;
use crate::session::{Answer, Era, Session};

/// An opened session.
pub(crate) struct Opened {
    /// The result of `initialize` or `server/discover`.
    pub(crate) answer: Answer,
    /// The version that was agreed on.
    pub(crate) protocol: Untrusted,
    pub(crate) modern: bool,
    /// The lists that it declares to have; tools always.
    pub(crate) lists: Vec<ListKind>,
}

impl Session {
    /// The handshake of the revisions up to 2025-11-25.
    pub(crate) async fn initialize(
        &mut self,
        all: bool,
        version: &str,
        wait: Duration,
    ) -> Result<Opened, Failure> {
        self.era = Era::Opening;
        let params = object(rpc::initialize_params(all, version));
        let answer = self.ask("initialize", params, wait).await.map_err(in_handshake)?;
        let protocol = match answer.val().get_text("protocolVersion") {
            Some(p) => p.chars().take(40).collect::<String>(),
            None => return Err(not_a_result("initialize")),
        };
        self.era = Era::Legacy(protocol.clone());
        self.notify("notifications/initialized", wait).await.map_err(in_handshake)?;
        let lists = declared(answer.val());
        Ok(Opened { answer, protocol: protocol.into(), modern: false, lists })
    }

    /// The question that opens 2026-07-28. `None` if the answer is none of that
    /// revision's.
    pub(crate) async fn discover(&mut self, wait: Duration) -> Result<Option<Opened>, Failure> {
        self.era = Era::Modern { all: true };
        let answer = self.ask("server/discover", Map::new(), wait).await.map_err(in_handshake)?;
        let versions = answer.val().get("supportedVersions");
        let speaks = |v: Val<'_>| v.text().as_deref() == Some(rpc::MODERN);
        if !versions.is_some_and(|v| v.items().any(speaks)) {
            return Ok(None);
        }
        let lists = declared(answer.val());
        Ok(Some(Opened { answer, protocol: rpc::MODERN.into(), modern: true, lists }))
    }
}

fn in_handshake(f: Failure) -> Failure {
    f.during("handshake")
}

fn not_a_result(method: &str) -> Failure {
    let message = format!("its answer to `{method}` names no protocol version");
    Failure::new(Kind::Protocol, "handshake", message)
}

/// A JSON object's members.
pub(crate) fn object(v: Value) -> Map<String, Value> {
    match v {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

fn declared(result: Val<'_>) -> Vec<ListKind> {
    let capabilities = result.get("capabilities");
    let has = |name| capabilities.and_then(|c| c.get(name)).is_some();
    let asked = |list: &ListKind| match list {
        ListKind::Tools => true,
        ListKind::Prompts => has("prompts"),
        ListKind::Resources | ListKind::Templates => has("resources"),
    };
    ListKind::ALL.into_iter().filter(asked).collect()
}

/// Whether a capability of that name is declared.
pub(crate) fn declares(opened: &Opened, name: &str) -> bool {
    opened.answer.val().get("capabilities").and_then(|c| c.get(name)).is_some()
}

/// What the server says of itself.
pub(crate) fn info(opened: &Opened) -> ServerInfo {
    let result = opened.answer.val();
    let meta = result.get("_meta").and_then(|m| m.get("io.modelcontextprotocol/serverInfo"));
    let info = result.get("serverInfo").or(meta);
    let text = |key| {
        let value = info.and_then(|i| i.get_text(key))?;
        Some(Untrusted::from(value.chars().take(200).collect::<String>()))
    };
    ServerInfo { name: text("name"), version: text("version") }
}
