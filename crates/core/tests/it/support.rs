//! Helpers and generators shared by the tests.

use std::sync::Arc;

use proptest::prelude::*;
use warden_core::json::{Doc, Kind, Limits, Mode, ReadError, Val, read};

pub(crate) fn tolerant(text: impl AsRef<[u8]>) -> Result<Doc, ReadError> {
    read(Arc::from(text.as_ref()), Mode::AsClientsRead, &Limits::default())
}

pub(crate) fn strict(text: impl AsRef<[u8]>) -> Result<Doc, ReadError> {
    read(Arc::from(text.as_ref()), Mode::Strict, &Limits::default())
}

/// The value that a pointer leads to; the last member where a name repeats.
pub(crate) fn follow<'d>(v: Val<'d>, pointer: &str) -> Option<Val<'d>> {
    let Some(rest) = pointer.strip_prefix('/') else { return pointer.is_empty().then_some(v) };
    let (token, rest) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let token = token.replace("~1", "/").replace("~0", "~");
    let next = match v.kind() {
        Kind::Obj => v.get(&token),
        Kind::Arr => v.items().nth(token.parse().ok()?),
        _ => None,
    };
    follow(next?, rest)
}

/// Text of one JSON string, with escapes of every kind.
pub(crate) fn string_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[ !#-\\[\\]-~]{0,12}",
        "[^\"\\\\\\x00-\\x1f]{0,4}",
        Just("\\n\\t\\r\\b\\f\\/\\\\\\\"".to_owned()),
        any::<char>().prop_map(escaped),
    ];
    proptest::collection::vec(piece, 0..4).prop_map(|p| format!("\"{}\"", p.concat()))
}

fn escaped(c: char) -> String {
    c.encode_utf16(&mut [0; 2]).iter().map(|u| format!("\\u{u:04X}")).collect()
}

/// Text of one JSON document: any spacing, spelling and order; names of a small
/// pool, so that some repeat.
pub(crate) fn json_text() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("false".to_owned()),
        "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?",
        string_text(),
    ];
    leaf.prop_recursive(6, 60, 6, |inner| {
        let name = prop_oneof!["\"[a-d~/]{1,2}\"", string_text()];
        let space = || "[ \t\r\n]{0,2}";
        let member = (space(), name, space(), inner.clone(), space())
            .prop_map(|(a, k, b, v, c)| format!("{a}{k}{b}:{v}{c}"));
        let element = (space(), inner, space()).prop_map(|(a, v, b)| format!("{a}{v}{b}"));
        prop_oneof![
            proptest::collection::vec(member, 0..6).prop_map(|m| format!("{{{}}}", m.join(","))),
            proptest::collection::vec(element, 0..6).prop_map(|e| format!("[{}]", e.join(","))),
        ]
    })
}

/// Every node of a document: its handle, whether it is a member name, and the
/// value it belongs to.
pub(crate) fn all_nodes<'d>(v: Val<'d>, out: &mut Vec<(Val<'d>, Val<'d>)>) {
    out.push((v, v));
    v.items().for_each(|x| all_nodes(x, out));
    for (k, x) in v.members() {
        out.push((k, x));
        all_nodes(x, out);
    }
}
