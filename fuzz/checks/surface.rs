//! What must hold of a saved surface for every input.

use std::sync::Arc;

use warden_core::Surface;
use warden_core::capture::SessionId;
use warden_core::json::{Kind, Limits, Val};
use warden_core::surface::{Dump, ListKind, Seen, SurfaceBuilder};

const LIMITS: Limits = Limits { bytes: 1 << 14, depth: 64, nodes: 1 << 11 };

pub(crate) fn check(data: &[u8]) {
    let Ok(dump) = Dump::read(Arc::from(data), &LIMITS) else { return };
    dump.id_json();
    texts(&dump.surface);
    dump.peers.iter().for_each(texts);
    // The same document as every kind of answer that a server can give.
    let mut builder = SurfaceBuilder::new("fuzz".into());
    let (root, seen) = (dump.doc.root().id(), Seen::at(SessionId::B, 2));
    builder.add_server(&dump.doc, root, seen);
    builder.add_prompt_body("body".into(), &dump.doc, root, seen);
    for list in ListKind::ALL {
        let first = builder.add_page(list, &dump.doc, root, seen);
        let before = builder.surface().items.len();
        assert_eq!(first, builder.add_page(list, &dump.doc, root, seen));
        assert_eq!(before, builder.surface().items.len(), "an unchanged item is kept once");
    }
    texts(&builder.finish());
}

fn texts(surface: &Surface) {
    for item in &surface.items {
        let mut handed_out = 0;
        item.visit_texts(&mut |unit| {
            handed_out += 1;
            let v = item.doc.val(unit.node);
            assert_eq!(v.text().as_deref(), Some(&*unit.text));
            assert!(resolves(item.val(), &unit.pointer()), "{}", unit.pointer());
        });
        assert!(handed_out <= strings(item.val()));
        item.digest();
        item.subject();
    }
    surface.tool_names();
}

/// Whether a pointer leads to some value (there can be several of one name).
fn resolves(v: Val<'_>, pointer: &str) -> bool {
    let Some(rest) = pointer.strip_prefix('/') else { return pointer.is_empty() };
    let end = rest.find('/').unwrap_or(rest.len());
    let (token, rest) = rest.split_at(end);
    let token = token.replace("~1", "/").replace("~0", "~");
    match v.kind() {
        Kind::Obj => v.members().any(|(k, x)| k.key_is(&token) && resolves(x, rest)),
        Kind::Arr => {
            token.parse().is_ok_and(|n: usize| v.items().nth(n).is_some_and(|x| resolves(x, rest)))
        }
        _ => false,
    }
}

fn strings(v: Val<'_>) -> usize {
    let below: usize = v.items().map(strings).sum();
    let members: usize = v.members().map(|(_, x)| 1 + strings(x)).sum();
    usize::from(v.kind() == Kind::Str) + below + members
}
