//! Making surfaces and documents.

use std::collections::BTreeMap;
use std::sync::Arc;

use warden_core::capture::{CaptureFacts, SessionFacts, SessionId};
use warden_core::json::{Limits, Mode, Val, read};
use warden_core::surface::{ListKind, Seen};
use warden_core::{Endpoint, Launch, Surface, SurfaceBuilder};
use warden_lock::{Document, Source, document};

pub(crate) const NOW: &str = "2026-11-30T12:00:00Z";
pub(crate) const IDENTITY: &str = "an identity";

/// The surface of a file as `scripts/surface_server.py` serves it, seen in
/// session A each time it was asked for.
pub(crate) fn surface(text: &str) -> Surface {
    let mut builder = SurfaceBuilder::new("x".into());
    for listing in [1, 2] {
        add(&mut builder, text, Seen::at(SessionId::A, listing));
    }
    builder.finish()
}

pub(crate) fn add(builder: &mut SurfaceBuilder, text: &str, seen: Seen) {
    let all = read(Arc::from(text.as_bytes()), Mode::AsClientsRead, &Limits::default());
    let all = all.expect("the surface is JSON");
    for list in [ListKind::Tools, ListKind::Resources, ListKind::Prompts] {
        let Some(v) = all.root().get(list.member()) else { continue };
        let paged = v.items().next().is_some_and(Val::is_arr);
        let pages = if paged { v.items().map(Val::raw).collect() } else { vec![v.raw()] };
        for page in pages {
            let result = [b"{\"", list.member().as_bytes(), b"\":", page, b"}"].concat();
            let doc = read(result.into(), Mode::AsClientsRead, &Limits::default()).expect("JSON");
            let doc = Arc::new(doc);
            builder.add_page(list, &doc, doc.root().id(), seen);
        }
    }
}

pub(crate) fn facts() -> CaptureFacts {
    let session =
        SessionFacts { id: SessionId::A, protocol: "2025-11-25".into(), modern: false, pages: 3 };
    CaptureFacts { sessions: vec![session], ..CaptureFacts::default() }
}

pub(crate) fn stdio(command: &str, args: &[&str]) -> Endpoint {
    Endpoint::Stdio(Launch {
        command: command.into(),
        args: args.iter().map(|a| (*a).to_owned()).collect(),
        env: Vec::new(),
        cwd: None,
    })
}

/// The document of a surface, pinned by nobody in particular.
pub(crate) fn pinned(text: &str) -> Document {
    of(&surface(text), &stdio("python3", &["surface_server.py", "odd.surface.json"]))
}

pub(crate) fn of(surface: &Surface, endpoint: &Endpoint) -> Document {
    document(&Source {
        endpoint,
        identity: IDENTITY,
        surface,
        facts: &facts(),
        findings: Vec::new(),
        notes: BTreeMap::new(),
        now: NOW,
        version: "0.1.0",
    })
    .expect("it can be pinned")
}
