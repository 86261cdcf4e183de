//! Bounds, errors with their place, and the cost of hostile texts.

use std::sync::Arc;

use warden_core::json::{
    AnomalyKind, Limits, Mode, NumberPolicy, ReadErrorKind, ReadErrorKind::*, item_digest, jcs,
    lossless, read,
};

use crate::support::{strict, tolerant};

#[track_caller]
fn fails(text: impl AsRef<[u8]>, at: u32, kind: ReadErrorKind) {
    let error = tolerant(&text).expect_err("no client reads it");
    assert_eq!((error.at, error.kind), (at, kind), "{error}");
    assert_eq!(strict(text).expect_err("no client reads it"), error);
}

#[test]
fn texts_that_end_too_early() {
    for text in [
        "",
        " ",
        "{",
        "[",
        "[1",
        "[1,",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1,",
        "\"abc",
        "-",
        "1.",
        "1e",
        "1e+",
    ] {
        fails(text, text.len() as u32, UnexpectedEnd);
    }
    for text in ["\"\\", "\"a\\u", "\"a\\u12", "\"a\\ud83d\\u1"] {
        fails(text, text.len() as u32, UnexpectedEnd);
    }
}

#[test]
fn texts_that_are_wrong() {
    for (text, at) in [
        ("[1,]", 3),
        ("{\"a\":1,}", 7),
        ("{a:1}", 1),
        ("['a']", 1),
        ("[1 2]", 3),
        ("{\"a\" 1}", 5),
        ("tru", 0),
        ("nul1", 0),
        ("nan", 0),
        ("+1", 0),
        (".5", 0),
        ("[01]", 2),
        ("{1:2}", 1),
        ("//x\n1", 0),
        ("\u{a0}1", 0),
        ("]", 0),
        ("[-NaN]", 2),
        ("[1}", 2),
    ] {
        let error = tolerant(text).expect_err(text);
        assert_eq!(error.at, at, "{text}: {error}");
        assert!(matches!(error.kind, UnexpectedByte | BadNumber), "{text}: {error}");
    }
    for (text, at) in
        [("\"\\x41\"", 1), ("\"a\\u12g4\"", 2), ("\"\\u\"", 1), ("\"\\\n\"", 1), ("\"\\u+123\"", 1)]
    {
        fails(text, at, BadEscape);
    }
    fails("[1.x]", 3, BadNumber);
    fails("[1e]", 3, BadNumber);
}

fn nested(levels: usize) -> String {
    "[".repeat(levels) + &"]".repeat(levels)
}

#[test]
fn the_limit_of_depth() {
    let limits = |depth| Limits { depth, ..Limits::default() };
    let read = |text: &str, depth| read(Arc::from(text.as_bytes()), Mode::Strict, &limits(depth));
    assert!(read(&nested(8), 8).is_ok());
    let error = read(&nested(9), 8).expect_err("too deep");
    assert_eq!((error.at, error.kind), (8, TooDeep));
    assert_eq!(read("{\"a\":[]}", 1).expect_err("too deep").kind, TooDeep);
    assert!(read("1", 0).is_ok());
    // The bound itself is bounded, since the reader recurses.
    assert!(read(&nested(512), u16::MAX).is_ok());
    assert_eq!(read(&nested(513), u16::MAX).expect_err("too deep").at, 512);
    assert_eq!(read(&"[".repeat(5_000_000), u16::MAX).expect_err("too deep").kind, TooDeep);
}

#[test]
fn the_deepest_document_has_all_its_forms() {
    let text = "{\"a\":[".repeat(256) + &"]}".repeat(256);
    let limits = Limits { depth: 512, ..Limits::default() };
    let doc = read(Arc::from(text.as_bytes()), Mode::Strict, &limits).expect("512 levels");
    assert_eq!(lossless(doc.root()), text.as_bytes());
    assert_eq!(jcs(doc.root(), NumberPolicy::RefuseUnsafe).as_deref(), Ok(text.as_bytes()));
}

#[test]
fn the_limit_of_nodes() {
    let limits = Limits { nodes: 4, ..Limits::default() };
    let read = |text: &str| read(Arc::from(text.as_bytes()), Mode::AsClientsRead, &limits);
    assert_eq!(read("[1,2,3]").map(|d| d.node_count()), Ok(4));
    let error = read("[1,2,3,4]").expect_err("five");
    assert_eq!((error.at, error.kind), (7, TooManyNodes));
    assert_eq!(read("{\"a\":1,\"b\":2}").expect_err("names count").kind, TooManyNodes);
}

#[test]
fn the_limit_of_bytes() {
    let limits = Limits { bytes: 4, ..Limits::default() };
    let read = |text: &str| read(Arc::from(text.as_bytes()), Mode::AsClientsRead, &limits);
    assert!(read("[12]").is_ok());
    assert_eq!(read("[123]").expect_err("five bytes").kind, TooLong);
}

#[test]
fn numbers_of_a_million_digits() {
    let digits = "9".repeat(1_000_000);
    for text in
        [digits.clone(), format!("0.{digits}"), format!("1e{digits}"), format!("1e-{digits}")]
    {
        let doc = tolerant(&text).expect("read");
        assert_eq!(doc.anomalies().len(), 1);
        assert_eq!(doc.root().num().map(|n| n.is_exact()), Some(false));
        assert_eq!(lossless(doc.root()).len(), text.len() + 1);
    }
    let zeros = format!("1.{}", "0".repeat(1_000_000));
    assert_eq!(lossless(strict(zeros).expect("exact").root()), b"1");
}

#[test]
fn half_a_million_equal_names() {
    // Under a quadratic search this test would not come to an end.
    let members = vec!["\"a\":0"; 500_000].join(",");
    let doc = tolerant(format!("{{{members}}}")).expect("read");
    assert_eq!(doc.anomalies().len(), 499_999);
    assert!(doc.anomalies().iter().all(|a| a.kind == AnomalyKind::DuplicateKey));
    assert_eq!(lossless(doc.root()).len(), members.len() + 2);
    assert_eq!(jcs(doc.root(), NumberPolicy::AsDouble).as_deref(), Ok(&b"{\"a\":0}"[..]));
}

#[test]
fn pointers_of_half_a_million_siblings() {
    // Under a search among siblings this test would not come to an end.
    let doc = tolerant(format!("{{\"a\":[{}]}}", vec!["0"; 500_000].join(","))).expect("read");
    let root = doc.root();
    let elements = root.get("a").expect("the list").items();
    let length: usize = elements.map(|v| doc.pointer(root.id(), v.id()).len()).sum();
    let digits: usize = (0..500_000).map(|n: u32| n.to_string().len()).sum();
    assert_eq!(length, digits + 500_000 * "/a/".len());
}

#[test]
fn anomalies_do_not_outgrow_the_text() {
    let text = format!("\"{}\"", "\u{1}\\ud800".repeat(1_000_000));
    let doc = tolerant(text).expect("read");
    assert_eq!(doc.anomalies().len(), 2);
    assert_eq!(item_digest(doc.root()).len(), 71);
}
