//! Saved surfaces: the input of `vet --dump` and `vet --jsonl`.

use std::sync::Arc;

use super::build::{ListKind, elements, item, list_items};
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
    /// a `tools/list`, or a whole JSON-RPC answer to one, is accepted too; of
    /// such a result every member is read, of a dump only those named in the
    /// contract.
    ///
    /// # Errors
    /// When the text is no JSON, or JSON without any of these members.
    pub fn read(src: Arc<[u8]>, limits: &Limits) -> Result<Self, DumpError> {
        let doc = Arc::new(read(src, Mode::AsClientsRead, limits)?);
        let root = doc.root();
        let body = match root.get("result") {
            Some(result) if !is_dump(root) => result,
            _ => root,
        };
        if !is_dump(body) {
            return Err(DumpError::NotADump);
        }
        let server = body.get("server");
        let mut own = surface(&doc, body, server);
        if is_bare_result(root, body) {
            own.items.extend(envelope(&doc, body));
        }
        let peers = body.get("peers").map(|p| p.items().map(|v| surface(&doc, v, None)).collect());
        Ok(Self {
            id: root.get("id").map(Val::id),
            surface: own,
            endpoint: server.and_then(endpoint),
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

/// Whether it is the result of one list request rather than a dump, whose
/// other members are not the server's words.
fn is_bare_result(root: Val<'_>, body: Val<'_>) -> bool {
    let lists = ListKind::ALL.iter().filter(|l| body.get(l.member()).is_some()).count();
    body.id() != root.id()
        || (lists == 1 && !["server", "id", "peers"].iter().any(|k| body.get(k).is_some()))
}

fn surface(doc: &Arc<Doc>, body: Val<'_>, server: Option<Val<'_>>) -> Surface {
    let name = server.unwrap_or(body).get_text("name").unwrap_or_default();
    let mut items = Vec::new();
    for (_, said) in body.members().filter(|(k, _)| server.is_some() && k.key_is("server")) {
        let mut it = item(ItemKind::Server, Untrusted::default(), doc, said.id(), seen());
        it.holds_launch = true;
        items.push(it);
    }
    for list in ListKind::ALL {
        for (_, array) in body.members().filter(|(k, _)| k.key_is(list.member())) {
            elements(list, doc, array, seen(), &mut items);
        }
    }
    Surface { name: name.into_owned().into(), items }
}

/// What stands in a bare list result beside its list.
fn envelope(doc: &Arc<Doc>, result: Val<'_>) -> Option<Item> {
    let list = ListKind::ALL.into_iter().find(|l| result.get(l.member()).is_some())?;
    list_items(list, doc, result.id(), seen()).into_iter().find(|i| i.kind == ItemKind::Envelope)
}

/// A saved surface was seen once.
fn seen() -> Seen {
    Seen::at(SessionId::A, 1)
}

fn endpoint(server: Val<'_>) -> Option<Endpoint> {
    if let Some(command) = server.get_text("command") {
        return Some(Endpoint::Stdio(Launch {
            command: command.into_owned(),
            args: server.get("args").map(args).unwrap_or_default(),
            env: Vec::new(),
            cwd: None,
        }));
    }
    let url = server.get_text("url")?.into_owned();
    Some(Endpoint::Http(Remote { url, headers: Vec::new(), kind: HttpKind::Auto }))
}

/// The arguments of a launch. A number or a lone string is what it says.
fn args(v: Val<'_>) -> Vec<String> {
    let word = |v: Val<'_>| match v.text() {
        Some(text) => text.into_owned(),
        None => String::from_utf8_lossy(v.raw()).into_owned(),
    };
    if v.is_arr() {
        v.items().map(word).collect()
    } else {
        v.text().map(|_| word(v)).into_iter().collect()
    }
}
