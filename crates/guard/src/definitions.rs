//! What a server lists, item by item, and everything it says for the engine.

use std::sync::Arc;

use warden_core::capture::SessionId;
use warden_core::json::{Doc, Limits, Mode, NodeId, Val, item_digest, read};
use warden_core::surface::{ItemKind, ListKind, Seen, SurfaceBuilder};
use warden_core::views::{NoFeed, NoPins};
use warden_core::{Surface, Untrusted, Verdict};
use warden_engine::{Engine, VetInput};

use crate::pins::Definition;
use crate::settings::Settings;
use crate::splice::{apply, leave_out};

/// One page of a list, or the answer to `initialize` or `server/discover`.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    pub(crate) doc: Arc<Doc>,
    pub(crate) result: NodeId,
}

impl Page {
    pub(crate) fn result(&self) -> Val<'_> {
        self.doc.val(self.result)
    }
}

/// The name under which the instructions of a server are pinned.
pub(crate) const INSTRUCTIONS: &str = "instructions";

/// The digest by which a definition is compared with what was approved:
/// [`item_digest`], of a resource without its size and the time of its last
/// change, which belong to what it holds. A server is pinned by its
/// instructions.
pub fn pin_digest(kind: ItemKind, definition: Val<'_>) -> String {
    let mut splices = Vec::new();
    if kind == ItemKind::Resource {
        leave_out(definition, "size", &mut splices);
        if let Some(annotations) = definition.get("annotations") {
            leave_out(annotations, "lastModified", &mut splices);
        }
    }
    if splices.is_empty() {
        return item_digest(definition);
    }
    let start = definition.span().start as usize;
    for s in &mut splices {
        s.range = s.range.start - start..s.range.end - start;
    }
    let rest = apply(definition.raw(), splices);
    // What was read once is read again, to the same depth.
    let limits = Limits { bytes: rest.len(), depth: 512, nodes: u32::MAX };
    match read(rest.into(), Mode::AsClientsRead, &limits) {
        Ok(doc) => item_digest(doc.root()),
        Err(_) => item_digest(definition),
    }
}

/// The definition that an element of a list is.
fn definition(kind: ItemKind, name: String, v: Val<'_>) -> Definition {
    let json = String::from_utf8_lossy(v.raw()).into_owned();
    Definition { kind, name, digest: pin_digest(kind, v), json }
}

/// Every element of a page, in order.
pub(crate) fn elements(list: ListKind, page: &Page) -> Vec<Definition> {
    let Some(array) = page.result().get(list.member()) else { return Vec::new() };
    let mut out = Vec::new();
    if !array.is_arr() {
        out.push(definition(list.item_kind(), "#0".into(), array));
    }
    for (n, v) in array.items().enumerate() {
        let name = v.get_text(list.name_member()).filter(|t| !t.is_empty());
        let name = name.map_or_else(|| format!("#{n}"), std::borrow::Cow::into_owned);
        out.push(definition(list.item_kind(), name, v));
    }
    out
}

/// The instructions, where there are some.
pub(crate) fn instructions(hello: &Page) -> Option<Definition> {
    let v = hello.result().get("instructions")?;
    Some(definition(ItemKind::Server, INSTRUCTIONS.into(), v))
}

/// Everything a server says in its lists, for the engine.
pub(crate) fn vet(engine: &Engine, server: &Untrusted, surface: &Surface) -> Verdict {
    engine.vet(&VetInput {
        server,
        surface,
        endpoint: None,
        facts: None,
        peers: &[],
        earlier: &[],
        pins: &NoPins,
        feed: &NoFeed,
    })
}

/// Where everything is seen: a session of the client's own.
pub(crate) fn seen() -> Seen {
    Seen::at(SessionId::A, 1)
}

/// A whole list. Tools are judged together with what the server says of
/// itself.
pub(crate) fn surface(
    settings: &Settings,
    list: ListKind,
    hello: Option<&Page>,
    pages: &[Page],
) -> Surface {
    let mut builder = SurfaceBuilder::new(settings.server.clone());
    if let Some(hello) = hello.filter(|_| list == ListKind::Tools) {
        builder.add_server(&hello.doc, hello.result, seen());
    }
    for page in pages {
        builder.add_page(list, &page.doc, page.result, seen());
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(kind: ItemKind, text: &str) -> String {
        let bytes: Arc<[u8]> = text.as_bytes().into();
        let doc = read(bytes, Mode::AsClientsRead, &Limits::default()).expect("JSON");
        pin_digest(kind, doc.root())
    }

    #[test]
    fn what_a_resource_holds_is_no_part_of_its_definition() {
        let plain = digest(ItemKind::Resource, r#"{"uri":"a:b","annotations":{},"name":"n"}"#);
        for same in [
            r#"{"uri":"a:b","size":7,"annotations":{"lastModified":"2026"},"name":"n"}"#,
            r#"{"size":7,"uri":"a:b", "name":"n","annotations":{}}"#,
            r#"{"uri":"a:b","annotations":{},"name":"n" , "size": 7 }"#,
        ] {
            assert_eq!(digest(ItemKind::Resource, same), plain, "{same}");
        }
        let other = r#"{"uri":"a:b","annotations":{"audience":[]},"name":"n"}"#;
        assert_ne!(digest(ItemKind::Resource, other), plain);
        let sized = r#"{"uri":"a:b","annotations":{},"name":"n","size":7}"#;
        assert_ne!(digest(ItemKind::Tool, sized), plain);
    }
}
