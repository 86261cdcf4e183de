//! Every place that can bear text is handed out with its pointer.
//!
//! In the documents under `surface_docs` a marker is a string with `@`. A value
//! that is a marker spells its own pointer behind the `@` (`#2` tells
//! duplicates apart); a member name that is a marker is unlike any other.

use std::collections::BTreeMap;
use std::sync::Arc;

use warden_core::capture::SessionId;
use warden_core::json::{Doc, NodeId};
use warden_core::surface::{Item, ItemKind, ListKind, Part, Role, Seen, Surface, SurfaceBuilder};

use crate::support::{all_nodes, tolerant};

const TOOL: &str = include_str!("surface_docs/tool.json");
const PROMPT: &str = include_str!("surface_docs/prompt.json");
const PROMPT_BODY: &str = include_str!("surface_docs/prompt_body.json");
const RESOURCE: &str = include_str!("surface_docs/resource.json");
const SERVER: &str = include_str!("surface_docs/server.json");
const ENVELOPE: &str = include_str!("surface_docs/envelope.json");

fn build(text: &str, add: impl Fn(&mut SurfaceBuilder, &Arc<Doc>, NodeId, Seen)) -> Surface {
    let doc = Arc::new(tolerant(text).expect("the document"));
    let mut builder = SurfaceBuilder::new("s".into());
    add(&mut builder, &doc, doc.root().id(), Seen::at(SessionId::A, 1));
    builder.finish()
}

fn listed(list: ListKind, element: &str) -> Surface {
    build(&format!("{{\"{}\":[{element}]}}", list.member()), |b, doc, root, seen| {
        b.add_page(list, doc, root, seen);
    })
}

fn only(surface: &Surface, kind: ItemKind) -> &Item {
    let mut items = surface.items.iter().filter(|i| i.kind == kind);
    let item = items.next().expect("an item of that kind");
    assert!(items.next().is_none(), "one item of that kind");
    item
}

/// Checks that every marker comes out, with its pointer, and only once.
fn every_marker_comes_out(item: &Item) {
    let mut nodes = Vec::new();
    all_nodes(item.val(), &mut nodes);
    let mut missing: BTreeMap<NodeId, String> = nodes
        .iter()
        .filter_map(|(v, _)| Some((v.id(), v.text()?.into_owned())))
        .filter(|(_, text)| text.contains('@'))
        .collect();
    assert!(missing.len() >= 8, "the document has markers");
    item.visit_texts(&mut |unit| {
        let Some(marker) = missing.remove(&unit.node) else {
            assert!(!unit.text.contains('@'), "{} came out twice", unit.text);
            return;
        };
        assert_eq!(unit.text, marker);
        let pointer = unit.pointer();
        match marker.strip_prefix('@').filter(|m| m.starts_with('/')) {
            Some(value) => assert_eq!(pointer, value.split('#').next().unwrap_or_default()),
            None => {
                let token = marker.replace('~', "~0").replace('/', "~1");
                assert!(pointer.ends_with(&format!("/{token}")), "{pointer} for {marker}");
                assert!(matches!(unit.role, Role::Key | Role::Literal), "{marker}");
            }
        }
    });
    assert!(missing.is_empty(), "never handed out: {:#?}", missing.values());
}

#[test]
fn in_a_tool() {
    every_marker_comes_out(only(&listed(ListKind::Tools, TOOL), ItemKind::Tool));
}

#[test]
fn in_a_prompt() {
    every_marker_comes_out(only(&listed(ListKind::Prompts, PROMPT), ItemKind::Prompt));
}

#[test]
fn in_a_resource() {
    every_marker_comes_out(only(&listed(ListKind::Resources, RESOURCE), ItemKind::Resource));
}

#[test]
fn in_a_template() {
    every_marker_comes_out(only(&listed(ListKind::Templates, RESOURCE), ItemKind::Template));
}

#[test]
fn in_a_rendered_prompt() {
    let surface = build(PROMPT_BODY, |b, doc, root, seen| {
        b.add_prompt_body("p".into(), doc, root, seen);
    });
    every_marker_comes_out(only(&surface, ItemKind::PromptBody));
}

#[test]
fn in_what_a_server_says_of_itself() {
    let surface = build(SERVER, |b, doc, root, seen| b.add_server(doc, root, seen));
    every_marker_comes_out(only(&surface, ItemKind::Server));
}

#[test]
fn around_a_list() {
    let surface = build(ENVELOPE, |b, doc, root, seen| {
        b.add_page(ListKind::Tools, doc, root, seen);
    });
    every_marker_comes_out(only(&surface, ItemKind::Envelope));
}

/// Part and role by pointer; a member name's pointer ends in `?`.
fn roles(item: &Item) -> BTreeMap<String, (Part, Role)> {
    let mut out = BTreeMap::new();
    item.visit_texts(&mut |unit| {
        let key = if unit.role == Role::Key { "?" } else { "" };
        out.insert(unit.pointer() + key, (unit.part, unit.role));
    });
    out
}

#[test]
fn the_roles_in_a_tool() {
    let surface = listed(ListKind::Tools, TOOL);
    let roles = roles(only(&surface, ItemKind::Tool));
    let property = "/inputSchema/properties/@property";
    for (pointer, part, role) in [
        ("/name", Part::Own, Role::Name),
        ("/title", Part::Own, Role::Title),
        ("/description", Part::Own, Role::Description),
        ("/x-hidden", Part::Extra, Role::Other),
        ("/x-hidden?", Part::Extra, Role::Key),
        ("/icons/0/src", Part::Icons, Role::Uri),
        ("/icons/0/theme", Part::Icons, Role::Keyword),
        ("/annotations/title", Part::Annotations, Role::Title),
        ("/annotations/destructiveHint/@hint-key", Part::Annotations, Role::Other),
        ("/_meta/@meta-key?", Part::Meta, Role::Key),
        ("/inputSchema/$comment", Part::Input, Role::Comment),
        ("/inputSchema/type/0", Part::Input, Role::Keyword),
        ("/inputSchema/required/1/@required-key", Part::Input, Role::Other),
        ("/inputSchema/description/0", Part::Input, Role::Other),
        ("/outputSchema/description", Part::Output, Role::Description),
        (&format!("{property}?"), Part::Input, Role::Key),
        (&format!("{property}/description"), Part::Input, Role::Description),
        (&format!("{property}/enum/0"), Part::Input, Role::Literal),
        (&format!("{property}/enum/1/@enum-key"), Part::Input, Role::Literal),
        (&format!("{property}/default/@default-key/0"), Part::Input, Role::Literal),
        (&format!("{property}/pattern"), Part::Input, Role::Keyword),
        (&format!("{property}/x-@note"), Part::Input, Role::Other),
    ] {
        assert_eq!(roles.get(pointer), Some(&(part, role)), "{pointer}");
    }
}

#[test]
fn the_roles_in_the_other_items() {
    let body = build(PROMPT_BODY, |b, doc, root, seen| {
        b.add_prompt_body("p".into(), doc, root, seen);
    });
    let body = roles(only(&body, ItemKind::PromptBody));
    assert_eq!(body["/messages/0/content/text"], (Part::Body, Role::Message));
    assert_eq!(body["/messages/0/content/resource/text"], (Part::Body, Role::Message));
    assert_eq!(body["/messages/0/content/resource/blob"], (Part::Body, Role::Blob));
    assert_eq!(body["/messages/3"], (Part::Body, Role::Message));
    let server = build(SERVER, |b, doc, root, seen| b.add_server(doc, root, seen));
    let server = roles(only(&server, ItemKind::Server));
    assert_eq!(server["/instructions"], (Part::Own, Role::Instructions));
    assert_eq!(server["/serverInfo/name"], (Part::Own, Role::Name));
    let info = "/_meta/io.modelcontextprotocol~1serverInfo";
    assert_eq!(server[&format!("{info}/name")], (Part::Own, Role::Name));
    assert_eq!(server[&format!("{info}/description")], (Part::Own, Role::Description));
    assert_eq!(server["/_meta/@meta"], (Part::Meta, Role::Other));
    assert_eq!(server["/serverInfo/version"], (Part::Own, Role::Keyword));
    let resource = listed(ListKind::Resources, RESOURCE);
    let resource = roles(only(&resource, ItemKind::Resource));
    assert_eq!(resource["/uri"], (Part::Own, Role::Uri));
    let prompt = listed(ListKind::Prompts, PROMPT);
    let prompt = roles(only(&prompt, ItemKind::Prompt));
    assert_eq!(prompt["/arguments/0/description"], (Part::Input, Role::Description));
}
