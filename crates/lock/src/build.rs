//! From what a server said to its document.

use std::collections::{BTreeMap, BTreeSet};

use warden_core::capture::{CaptureFacts, SessionId};
use warden_core::json::lossless;
use warden_core::surface::{Item, ItemKind, Surface};
use warden_core::{Endpoint, Untrusted};

use crate::entry;
use crate::model::{
    Document, LockFinding, Own, OwnItem, Pinner, Provenance, ServerPart, SessionPart,
};
use crate::own::revive;
use crate::skeleton::Skeleton;

/// What a document is made of.
pub struct Source<'a> {
    /// How the server is started or reached.
    pub endpoint: &'a Endpoint,
    /// Its launch identity.
    pub identity: &'a str,
    /// What it said.
    pub surface: &'a Surface,
    /// What happened meanwhile.
    pub facts: &'a CaptureFacts,
    /// What the static checks say of it.
    pub findings: Vec<LockFinding>,
    /// What is recorded beside it.
    pub notes: BTreeMap<String, String>,
    /// Now, RFC 3339, UTC, to the second.
    pub now: &'a str,
    /// Version of Warden.
    pub version: &'a str,
}

/// Why a server cannot be pinned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The tools were others when they were asked for again.
    #[error("its list of tools is another when it is asked for again: {}", names(.0))]
    Unstable(Vec<Untrusted>),
    /// One list has two definitions of one name.
    #[error("its list of {list} names {} twice", .name.term_limited(80))]
    Twice {
        /// Which list.
        list: &'static str,
        /// The name.
        name: Untrusted,
    },
}

fn names(all: &[Untrusted]) -> String {
    let shown: Vec<String> = all.iter().take(5).map(|n| n.term_limited(60)).collect();
    shown.join(", ")
}

/// The document of a server, not approved by anybody.
///
/// # Errors
/// When what it says is not the same each time, or ambiguous.
pub fn document(source: &Source<'_>) -> Result<Document, BuildError> {
    if let Some(d) = source.facts.differs.iter().find(|d| d.list == "tools") {
        return Err(BuildError::Unstable(d.names.clone()));
    }
    let sessions: Vec<SessionPart> = source
        .facts
        .sessions
        .iter()
        .map(|s| SessionPart {
            id: s.id,
            protocol: s.protocol.expose().to_owned(),
            modern: s.modern,
        })
        .collect();
    let primary = primary(&sessions);
    let mut entries = Entries::default();
    for item in &source.surface.items {
        if item.seen.in_session(primary) && !item.seen.only_second_listing() {
            entries.add(item.kind, item.name.expose(), item.val())?;
        }
    }
    let protocol = sessions.iter().find(|s| s.id == primary);
    let mut d = Document {
        level: 4,
        written_by: source.version.into(),
        server: server(source.endpoint),
        tools: entries.tools.into_values().collect(),
        resources: entries.resources.into_values().collect(),
        prompts: entries.prompts.into_values().collect(),
        findings: source.findings.clone(),
        overall_digest: String::new(),
        pin: Provenance {
            created_at: source.now.into(),
            warden_version: source.version.into(),
            mcp_protocol_version: protocol.map(|s| s.protocol.clone()).unwrap_or_default(),
            provenance_version: 1,
            pinner: Some(Pinner {
                tool: crate::model::PINNER.into(),
                tool_version: source.version.into(),
                actor: None,
                environment: None,
            }),
            ..Provenance::default()
        },
        own: Some(Own {
            digest: String::new(),
            identity: source.identity.into(),
            transport: match source.endpoint {
                Endpoint::Stdio(_) => "stdio".into(),
                Endpoint::Http(_) => "http".into(),
            },
            sessions,
            items: items(source.surface),
            notes: source.notes.clone(),
            forced: None,
            approved_digest: None,
            attestations: Vec::new(),
        }),
    };
    d.seal();
    Ok(d)
}

/// The session that mcp-warden would hold: the one without capabilities, or
/// for a server that has none of these the first.
pub(crate) fn primary(sessions: &[SessionPart]) -> SessionId {
    let first = sessions.first().map_or(SessionId::A, |s| s.id);
    sessions.iter().map(|s| s.id).find(|id| *id == SessionId::A).unwrap_or(first)
}

pub(crate) fn server(endpoint: &Endpoint) -> ServerPart {
    match endpoint {
        Endpoint::Stdio(l) => {
            ServerPart { command: l.command.clone(), args: l.args.clone(), ..Default::default() }
        }
        Endpoint::Http(r) => ServerPart { url: Some(r.url.clone()), ..Default::default() },
    }
}

/// The entries of one session, by name.
#[derive(Default)]
struct Entries {
    tools: BTreeMap<String, crate::model::ToolEntry>,
    resources: BTreeMap<String, crate::model::ResourceEntry>,
    prompts: BTreeMap<String, crate::model::PromptEntry>,
}

impl Entries {
    fn add(
        &mut self,
        kind: ItemKind,
        name: &str,
        v: warden_core::json::Val<'_>,
    ) -> Result<(), BuildError> {
        let own = || name.to_owned();
        let (list, before) = match kind {
            ItemKind::Tool => ("tools", self.tools.insert(own(), entry::tool(own(), v)).is_some()),
            ItemKind::Resource => {
                ("resources", self.resources.insert(own(), entry::resource(own(), v)).is_some())
            }
            ItemKind::Prompt => {
                ("prompts", self.prompts.insert(own(), entry::prompt(own(), v)).is_some())
            }
            _ => return Ok(()),
        };
        if before { Err(BuildError::Twice { list, name: name.into() }) } else { Ok(()) }
    }
}

/// Everything that was said, whole. What is another at every asking is kept by
/// its name only.
fn items(surface: &Surface) -> Vec<OwnItem> {
    let volatile = volatile(surface);
    let mut out: Vec<OwnItem> = Vec::new();
    for item in &surface.items {
        let key = (item.kind, item.name.expose());
        let text = (!volatile.contains(&key)).then(|| crate::canon::text(lossless(item.val())));
        out.push(OwnItem {
            kind: item.kind,
            name: item.name.expose().into(),
            digest: text.as_ref().map(|t| crate::canon::digest(t.as_bytes())).unwrap_or_default(),
            sessions: sessions(item),
            text,
        });
    }
    sorted(out)
}

/// In order, and of equal ones one.
pub(crate) fn sorted(mut items: Vec<OwnItem>) -> Vec<OwnItem> {
    let key = |i: &OwnItem| (i.kind, i.name.clone(), i.digest.clone());
    items.sort_by_cached_key(key);
    items.dedup_by(|b, a| {
        let same = a.kind == b.kind && a.name == b.name && a.digest == b.digest;
        if same {
            a.sessions.append(&mut b.sessions);
            a.sessions.sort();
            a.sessions.dedup();
        }
        same
    });
    items
}

fn sessions(item: &Item) -> Vec<SessionId> {
    let all = [SessionId::A, SessionId::B, SessionId::C];
    all.into_iter().filter(|s| item.seen.in_session(*s)).collect()
}

/// Names under which something else came when it was asked for again.
fn volatile(surface: &Surface) -> BTreeSet<(ItemKind, &str)> {
    let again = |i: &&Item| match i.kind {
        // What a server says of itself comes once a session in the older era.
        ItemKind::Server => i.seen.only_second_listing(),
        _ => !i.seen.in_both_listings(),
    };
    let odd = surface.items.iter().filter(again).filter(|i| i.kind != ItemKind::Tool);
    odd.map(|i| (i.kind, i.name.expose())).collect()
}

/// Whether the entries in mcp-warden's format are those of the definitions that
/// are stored beside them, so that what a reviewer reads is what is enforced.
pub(crate) fn agrees(d: &Document, own: &Own) -> Result<(), (String, &'static str)> {
    const OTHER: &str = "it is not what the definition in the member warden gives";
    if d.level != 4 {
        return Err(("warden".into(), "only level 4 has this member"));
    }
    let primary = primary(&own.sessions);
    let mut entries = Entries::default();
    let mut unread: BTreeSet<(ItemKind, &str)> = BTreeSet::new();
    for item in own.items.iter().filter(|i| i.sessions.contains(&primary)) {
        let text = item.text.as_deref().unwrap_or_default();
        match revive(text) {
            Some((doc, true)) => {
                let added = entries.add(item.kind, &item.name, doc.root());
                added.map_err(|_| (item.name.clone(), "it stands twice"))?;
            }
            // Volatile, or with bytes that are no text: bound by its digest only.
            _ => drop(unread.insert((item.kind, &item.name))),
        }
    }
    for t in &d.tools {
        match entries.tools.remove(&t.name) {
            Some(e) if same_tool(t, &e) => {}
            None if unread.remove(&(ItemKind::Tool, t.name.as_str())) => {}
            _ => return Err((format!("tool {}", crate::error::shown(&t.name)), OTHER)),
        }
    }
    for r in &d.resources {
        match entries.resources.remove(&r.uri) {
            Some(e) if *r == e => {}
            None if unread.remove(&(ItemKind::Resource, r.uri.as_str())) => {}
            _ => return Err((format!("resource {}", crate::error::shown(&r.uri)), OTHER)),
        }
    }
    for p in &d.prompts {
        match entries.prompts.remove(&p.name) {
            Some(e) if *p == e => {}
            None if unread.remove(&(ItemKind::Prompt, p.name.as_str())) => {}
            _ => return Err((format!("prompt {}", crate::error::shown(&p.name)), OTHER)),
        }
    }
    let left = entries.tools.into_keys().chain(entries.resources.into_keys());
    match left.chain(entries.prompts.into_keys()).next() {
        Some(name) => Err((crate::error::shown(&name), "it has a definition and no entry")),
        None => Ok(()),
    }
}

/// The canonical form does not tell `1` from `1.0`, by which mcp-warden orders
/// the values of an `enum`; and results are inspected as a person wrote.
fn same_tool(t: &crate::model::ToolEntry, e: &crate::model::ToolEntry) -> bool {
    if t.entry_digest == e.entry_digest {
        return true;
    }
    let loose = |t: &crate::model::ToolEntry| {
        let mut t = t.clone();
        t.inspection = None;
        t.entry_digest.clear();
        t.schema_skeleton.as_mut().map(unordered);
        t.output_schema_skeleton.as_mut().map(unordered);
        t
    };
    loose(t) == loose(e)
}

fn unordered(skeleton: &mut Skeleton) {
    for prop in skeleton.props.values_mut() {
        if let Some(values) = &mut prop.values {
            values.sort();
        }
    }
}
