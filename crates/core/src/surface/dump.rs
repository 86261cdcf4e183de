//! Saved surfaces: the input of `vet --dump` and `vet --jsonl`.

use std::sync::Arc;

use super::build::{ListKind, elements};
use super::{Item, ItemKind, Seen, Surface};
use crate::capture::SessionId;
use crate::json::{Doc, Limits, Mode, NodeId, ReadError, Val, read};
use crate::spec::{Endpoint, HttpKind, Launch, Remote};
use crate::text::Untrusted;

/// One saved server.
#[derive(Clone, Debug)]
pub struct Dump {
    /// The document it was read from.
    pub doc: Arc<Doc>,
    /// Its `id`, any JSON, as it was written.
    pub id: Option<NodeId>,
    /// Its surface.
    pub surface: Surface,
    /// How it would be started or reached, where the dump says so.
    pub endpoint: Option<Endpoint>,
    /// Other servers that the same client would have.
    pub peers: Vec<Surface>,
}

/// Why a dump cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DumpError {
    /// It is no JSON.
    #[error("not JSON: {0}")]
    Json(#[from] ReadError),
    /// It is JSON of another kind.
    #[error("expected an object with \"server\" and \"tools\"; see `warden vet --help`")]
    NotADump,
}

impl Dump {
    /// Reads a dump: an object with `server` and the lists. The bare result of
    /// a `tools/list`, or a whole JSON-RPC answer to one, is accepted too.
    ///
    /// # Errors
    /// When the text is no JSON, or JSON without any of these members.
    pub fn read(src: Arc<[u8]>, limits: &Limits) -> Result<Self, DumpError> {
        let doc = Arc::new(read(src, Mode::AsClientsRead, limits)?);
        let root = doc.root();
        let body = match root.get("result") {
            Some(result) if root.get("jsonrpc").is_some() => result,
            _ => root,
        };
        if !is_dump(body) {
            return Err(DumpError::NotADump);
        }
        let peers = body.get("peers").map(|p| p.items().map(|v| surface(&doc, v, None)).collect());
        Ok(Self {
            id: root.get("id").map(Val::id),
            surface: surface(&doc, body, body.get("server")),
            endpoint: body.get("server").and_then(endpoint),
            peers: peers.unwrap_or_default(),
            doc: Arc::clone(&doc),
        })
    }

    /// Its `id` as it was written.
    pub fn id_json(&self) -> Option<&[u8]> {
        self.id.map(|id| self.doc.val(id).raw())
    }
}

fn is_dump(v: Val<'_>) -> bool {
    v.is_obj()
        && (v.get("server").is_some_and(Val::is_obj)
            || ListKind::ALL.iter().any(|l| v.get(l.member()).is_some()))
}

fn surface(doc: &Arc<Doc>, body: Val<'_>, server: Option<Val<'_>>) -> Surface {
    let seen = Seen::at(SessionId::A, 1);
    let name = server.unwrap_or(body).get_text("name").unwrap_or_default();
    let mut items = Vec::new();
    if let Some(server) = server {
        items.push(Item {
            kind: ItemKind::Server,
            name: Untrusted::default(),
            doc: Arc::clone(doc),
            at: server.id(),
            skip: None,
            seen,
            malformed: None,
        });
    }
    for list in ListKind::ALL {
        for (_, array) in body.members().filter(|(k, _)| k.key_is(list.member())) {
            elements(list, doc, array, seen, &mut items);
        }
    }
    Surface { name: name.into_owned().into(), items }
}

fn endpoint(server: Val<'_>) -> Option<Endpoint> {
    if let Some(command) = server.get_text("command") {
        let args = server.get("args").map(|a| a.items().filter_map(Val::text).collect::<Vec<_>>());
        return Some(Endpoint::Stdio(Launch {
            command: command.into_owned(),
            args: args.unwrap_or_default().into_iter().map(|a| a.into_owned()).collect(),
            env: Vec::new(),
            cwd: None,
        }));
    }
    let url = server.get_text("url")?.into_owned();
    Some(Endpoint::Http(Remote { url, headers: Vec::new(), kind: HttpKind::Auto }))
}
