//! One conversation with a server: requests and their answers, in turn.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::time::{Instant, timeout_at};
use warden_core::json::{Doc, Limits, Mode, NodeId, ReadError, Val, read};

use crate::failure::{Failure, Kind};
use crate::link::{Closed, Link};
use crate::log::Log;
use crate::rpc::{self, Incoming, Outgoing};

/// All that one session may send.
const MAX_BYTES: usize = 64 << 20;
/// All values in it: small ones take more memory than their bytes.
const MAX_NODES: usize = 4 << 20;
/// Requests of the server that are answered; further ones are only read.
const MAX_REPLIES: u32 = 1000;
/// How long a readable answer is still awaited after an unreadable one: a
/// client that skips broken messages would wait as well.
const AFTER_BROKEN: Duration = Duration::from_secs(1);

/// Which revision is spoken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Era {
    /// No version is agreed on yet.
    Opening,
    /// With a handshake, at this version.
    Legacy(String),
    /// Per request, without any or with all client capabilities.
    Modern { all: bool },
}

/// A result, in the message that it came in.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) doc: Arc<Doc>,
    pub(crate) result: NodeId,
}

impl Answer {
    pub(crate) fn val(&self) -> Val<'_> {
        self.doc.val(self.result)
    }
}

/// A conversation over a link.
pub(crate) struct Session {
    link: Link,
    ids: Ids,
    pub(crate) era: Era,
    version: &'static str,
    log: Log,
    /// When the time for the whole server is over.
    over: Instant,
    bytes: usize,
    nodes: usize,
    replies: u32,
    /// The server has said that its tools changed.
    pub(crate) tools_changed: bool,
}

/// Ids that a server cannot foresee, so that it cannot answer a question that
/// was not yet asked: clients drop such an answer, and we would take it.
struct Ids {
    state: RandomState,
    count: u64,
}

impl Ids {
    fn next(&mut self) -> u64 {
        self.count += 1;
        self.state.hash_one(self.count) >> 33
    }
}

impl Session {
    pub(crate) fn new(link: Link, version: &'static str, log: Log, over: Instant) -> Self {
        Self {
            link,
            ids: Ids { state: RandomState::new(), count: 0 },
            era: Era::Opening,
            version,
            log,
            over,
            bytes: 0,
            nodes: 0,
            replies: 0,
            tools_changed: false,
        }
    }

    /// Asks and waits for the answer. Whatever else comes meanwhile is
    /// answered, noted or ignored.
    pub(crate) async fn ask(
        &mut self,
        method: &str,
        params: Map<String, Value>,
        wait: Duration,
    ) -> Result<Answer, Failure> {
        let id = self.ids.next();
        let begun = Instant::now();
        if begun >= self.over {
            return Err(Failure::over());
        }
        let mut deadline = (begun + wait).min(self.over);
        let message = self.message(method, params, Some(id));
        let silent = || Failure::silent(method, begun.elapsed());
        timeout_at(deadline, self.link.send(message)).await.map_err(|_| silent())??;
        let mut broken: Option<ReadError> = None;
        loop {
            let received = timeout_at(deadline, self.link.recv()).await;
            let frame = match (received, broken) {
                (Ok(Ok(frame)), _) => frame,
                (_, Some(e)) => return Err(Failure::json(method, e)),
                (Ok(Err(failure)), None) => return Err(failure),
                (Err(_), None) => return Err(silent()),
            };
            self.count(frame.len())?;
            match self.parse(frame) {
                Ok(None) => {}
                Ok(Some(doc)) => {
                    self.count_nodes(doc.node_count())?;
                    if let Some(found) = self.take(&doc, id, deadline).await {
                        return found.map_err(|(code, text)| self.refused(method, code, &text));
                    }
                }
                Err(e) => {
                    broken.get_or_insert(e);
                    deadline = deadline.min(Instant::now() + AFTER_BROKEN);
                }
            }
        }
    }

    fn refused(&self, method: &str, code: i64, text: &warden_core::Untrusted) -> Failure {
        let text = self.log.redactor().text(text.expose());
        Failure::refused(method, code, &text.into())
    }

    fn count(&mut self, bytes: usize) -> Result<(), Failure> {
        // A blank line costs us something too.
        self.bytes += bytes + 1;
        if self.bytes > MAX_BYTES {
            let message = format!("it sent more than {} MiB in one session", MAX_BYTES >> 20);
            return Err(Failure::new(Kind::Protocol, "answer", message));
        }
        Ok(())
    }

    fn count_nodes(&mut self, nodes: usize) -> Result<(), Failure> {
        self.nodes += nodes;
        if self.nodes > MAX_NODES {
            let message = format!("it sent more than {MAX_NODES} values in one session");
            return Err(Failure::new(Kind::Protocol, "answer", message));
        }
        Ok(())
    }

    /// Reads a frame. `None` for noise; an error for what was meant to be a
    /// message and cannot be read.
    fn parse(&self, frame: Vec<u8>) -> Result<Option<Arc<Doc>>, ReadError> {
        let limits = Limits { depth: 512, ..Limits::default() };
        let frame: Arc<[u8]> = frame.into();
        match read(Arc::clone(&frame), Mode::AsClientsRead, &limits) {
            Ok(doc) if is_message(doc.root()) => return Ok(Some(Arc::new(doc))),
            Err(e) if looks_like_message(&frame) => return Err(e),
            _ => {}
        }
        if self.link.is_stdio() {
            self.log.noise(&frame);
        }
        Ok(None)
    }

    /// Goes through the messages of one frame: one, or the elements of a batch
    /// (revision 2025-03-26).
    async fn take(
        &mut self,
        doc: &Arc<Doc>,
        id: u64,
        deadline: Instant,
    ) -> Option<Result<Answer, (i64, warden_core::Untrusted)>> {
        let root = doc.root();
        let incoming: Vec<Incoming> = if root.is_arr() {
            root.items().map(|m| rpc::classify(m, Some(id))).collect()
        } else {
            vec![rpc::classify(root, Some(id))]
        };
        let mut found = None;
        for message in incoming {
            match message {
                Incoming::Result(result) if found.is_none() => {
                    found = Some(Ok(Answer { doc: Arc::clone(doc), result }));
                }
                Incoming::Error(code, text) if found.is_none() => found = Some(Err((code, text))),
                Incoming::Request(method, reply) => {
                    self.log.server_request(method);
                    self.reply(reply, deadline).await;
                }
                Incoming::Notification(method) => {
                    self.tools_changed |= method.expose() == "notifications/tools/list_changed";
                }
                _ => {}
            }
        }
        found
    }

    async fn reply(&mut self, reply: Option<Vec<u8>>, deadline: Instant) {
        let Some(bytes) = reply.filter(|_| self.replies < MAX_REPLIES) else { return };
        self.replies += 1;
        let message = Outgoing {
            bytes,
            is_request: false,
            method: String::new(),
            name: None,
            protocol: self.protocol(),
            modern: false,
        };
        // A server that does not take our reply may still answer.
        let _ = timeout_at(deadline, self.link.send(message)).await;
    }

    /// Tells the server something.
    pub(crate) async fn notify(&mut self, method: &str, wait: Duration) -> Result<(), Failure> {
        let message = self.message(method, Map::new(), None);
        let deadline = (Instant::now() + wait).min(self.over);
        let sent = timeout_at(deadline, self.link.send(message)).await;
        sent.map_err(|_| Failure::silent(method, wait))?
    }

    fn message(&self, method: &str, mut params: Map<String, Value>, id: Option<u64>) -> Outgoing {
        let named = params.get("name").or_else(|| params.get("uri")).and_then(Value::as_str);
        let name = named.filter(|_| matches!(method, "prompts/get" | "resources/read"));
        let name = name.map(str::to_owned);
        if let Era::Modern { all } = self.era {
            params.insert("_meta".into(), rpc::modern_meta(all, self.version));
        }
        let mut body = json!({"jsonrpc": "2.0", "method": method});
        if let Some(id) = id {
            body["id"] = id.into();
        }
        if !params.is_empty() {
            body["params"] = params.into();
        }
        Outgoing {
            bytes: body.to_string().into_bytes(),
            is_request: id.is_some(),
            method: method.to_owned(),
            name,
            protocol: self.protocol(),
            modern: matches!(self.era, Era::Modern { .. }),
        }
    }

    fn protocol(&self) -> Option<String> {
        match &self.era {
            Era::Opening => None,
            Era::Legacy(version) => Some(version.clone()),
            Era::Modern { .. } => Some(rpc::MODERN.to_owned()),
        }
    }

    /// What the server said on stderr.
    pub(crate) fn stderr(&self) -> Option<warden_core::Untrusted> {
        self.link.stderr(self.log.redactor())
    }

    /// Ends the conversation.
    pub(crate) async fn close(self) -> Closed {
        self.link.close().await
    }
}

fn is_message(root: Val<'_>) -> bool {
    let speaks = |m: Val<'_>| rpc::classify(m, None) != Incoming::Noise;
    speaks(root) || root.items().any(speaks)
}

/// Whether text that is no JSON was meant to be a message and not a log line.
fn looks_like_message(frame: &[u8]) -> bool {
    let text = frame.strip_prefix(b"\xef\xbb\xbf").unwrap_or(frame).trim_ascii_start();
    matches!(text.first(), Some(b'{' | b'['))
        && memchr::memmem::find(&text[..text.len().min(64 << 10)], b"\"jsonrpc\"").is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_cannot_be_foreseen_and_fit_in_every_client_language() {
        let mut ids = Ids { state: RandomState::new(), count: 0 };
        let drawn: Vec<u64> = (0..100).map(|_| ids.next()).collect();
        assert!(drawn.iter().all(|id| *id < 1 << 31));
        assert!(drawn.windows(2).any(|w| w[1] != w[0].wrapping_add(1)));
    }

    #[test]
    fn a_broken_message_is_told_from_a_log_line() {
        assert!(looks_like_message(b" {\"jsonrpc\":\"2.0\",\"id\":1,"));
        assert!(!looks_like_message(b"{listening on port 3000"));
        assert!(!looks_like_message(b"got \"jsonrpc\""));
    }
}
