//! An item of any shape is kept, read, and hides none of its siblings.

use std::sync::Arc;

use warden_core::capture::SessionId;
use warden_core::surface::{ItemKind, ListKind, Seen, Surface, SurfaceBuilder};

use crate::support::tolerant;

fn page(list: ListKind, text: &str) -> Surface {
    let doc = Arc::new(tolerant(text).expect("read"));
    let mut builder = SurfaceBuilder::new("s".into());
    builder.add_page(list, &doc, doc.root().id(), Seen::at(SessionId::A, 1));
    builder.finish()
}

/// Name and fault of every item.
fn items(surface: &Surface) -> Vec<(&str, Option<&str>)> {
    surface.items.iter().map(|i| (i.name.expose(), i.malformed)).collect()
}

fn texts(surface: &Surface) -> Vec<String> {
    let mut out = Vec::new();
    surface.visit_texts(&mut |unit| out.push(unit.text.into_owned()));
    out
}

#[test]
fn malformed_tools_stand_beside_good_ones() {
    let surface = page(
        ListKind::Tools,
        r#"{"tools":[
            {"name":"first","inputSchema":{}},
            {"description":"nameless","inputSchema":{}},
            {"name":"","inputSchema":{}},
            {"name":["listed"],"inputSchema":{}},
            "a string", null, 7, ["in an array"],
            {"name":"number","description":7,"inputSchema":{}},
            {"name":"title","title":{"t":"odd title"},"inputSchema":{}},
            {"name":"bare"},
            {"name":"schema","inputSchema":"odd schema"},
            {"name":"first","inputSchema":{},"description":"again"},
            {"name":"last","inputSchema":{}}]}"#,
    );
    assert_eq!(
        items(&surface),
        [
            ("first", None),
            ("#1", Some("it has no name")),
            ("#2", Some("it has no name")),
            ("#3", Some("it has no name")),
            ("#4", Some("it is not an object")),
            ("#5", Some("it is not an object")),
            ("#6", Some("it is not an object")),
            ("#7", Some("it is not an object")),
            ("number", Some("its description is not a string")),
            ("title", Some("its title is not a string")),
            ("bare", Some("it has no inputSchema")),
            ("schema", Some("its inputSchema is not an object")),
            ("first", None),
            ("last", None),
        ]
    );
    let texts = texts(&surface);
    for said in
        ["nameless", "listed", "a string", "in an array", "odd title", "odd schema", "again"]
    {
        assert_eq!(texts.iter().filter(|t| *t == said).count(), 1, "{said}");
    }
    assert_eq!(surface.tool_names().len(), 13, "a name counts once");
}

#[test]
fn a_list_that_is_no_array() {
    for (list, text) in [
        (ListKind::Tools, r#"{"tools":{"t":{"name":"inside"}}}"#),
        (ListKind::Prompts, r#"{"prompts":"inside"}"#),
        (ListKind::Resources, r#"{"resources":{"inside":null}}"#),
        (ListKind::Templates, r#"{"resourceTemplates":{"a":["inside"]}}"#),
    ] {
        let surface = page(list, text);
        assert_eq!(items(&surface), [("#0", Some("the list is not an array"))], "{text}");
        assert!(texts(&surface).iter().any(|t| t == "inside"), "{text}");
    }
}

#[test]
fn a_list_that_stands_there_twice() {
    let text =
        r#"{"tools":[{"name":"a","inputSchema":{}}],"t\u006fols":[{"name":"b","inputSchema":{}}]}"#;
    assert_eq!(items(&page(ListKind::Tools, text)), [("a", None), ("b", None)]);
}

#[test]
fn a_result_that_is_no_object() {
    for text in [r#""inside""#, r#"["inside"]"#, r#"[{"name":"inside"}]"#] {
        let surface = page(ListKind::Tools, text);
        assert_eq!(items(&surface), [("", Some("the result is not an object"))], "{text}");
        assert!(texts(&surface).iter().any(|t| t == "inside"), "{text}");
    }
}

#[test]
fn bookkeeping_is_no_item_unless_it_speaks() {
    let plain = r#"{"tools":[],"nextCursor":"eyJwIjoyfQ==","resultType":"complete","ttlMs":5,"cacheScope":"public"}"#;
    assert_eq!(items(&page(ListKind::Tools, plain)), []);
    for speaks in [r#""read this first""#, r#"["inside"]"#, r#"{"a":"b"}"#] {
        let surface = page(ListKind::Tools, &format!(r#"{{"tools":[],"nextCursor":{speaks}}}"#));
        assert_eq!(surface.items.len(), 1, "{speaks}");
        assert_eq!(surface.items[0].kind, ItemKind::Envelope);
        assert!(!texts(&surface).is_empty(), "{speaks}");
    }
}

#[test]
fn an_unchanged_item_is_kept_once_and_a_changed_one_twice() {
    let mut builder = SurfaceBuilder::new("s".into());
    let add = |b: &mut SurfaceBuilder, text: &str, seen| {
        let doc = Arc::new(tolerant(text).expect("read"));
        b.add_page(ListKind::Tools, &doc, doc.root().id(), seen)
    };
    let first = add(
        &mut builder,
        r#"{"tools":[{"name":"t","inputSchema":{}}]}"#,
        Seen::at(SessionId::A, 1),
    );
    let again = add(
        &mut builder,
        r#"{"tools":[{"inputSchema":{ },"name":"t"}]}"#,
        Seen::at(SessionId::B, 2),
    );
    assert_eq!(first, again, "spacing and order are no change");
    add(
        &mut builder,
        r#"{"tools":[{"name":"t","inputSchema":{},"x":1}]}"#,
        Seen::at(SessionId::A, 2),
    );
    let surface = builder.finish();
    assert_eq!(items(&surface), [("t", None), ("t", None)]);
    let seen: Vec<_> = surface
        .items
        .iter()
        .map(|i| {
            (
                i.seen.in_session(SessionId::A),
                i.seen.in_session(SessionId::B),
                i.seen.only_second_listing(),
            )
        })
        .collect();
    assert_eq!(seen, [(true, true, false), (true, false, true)]);
}
