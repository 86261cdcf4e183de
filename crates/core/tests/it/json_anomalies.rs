//! Each kind of anomaly is found, with its place, and refused in strict mode.

use warden_core::json::{AnomalyKind, AnomalyKind::*, ReadErrorKind};

use crate::support::{strict, tolerant};

/// Anomalies as kind and the bytes they span.
fn found(text: &[u8]) -> Vec<(AnomalyKind, Vec<u8>)> {
    let doc = tolerant(text).expect("a client reads it");
    doc.anomalies()
        .iter()
        .map(|a| (a.kind, text[a.span.start as usize..a.span.end as usize].to_vec()))
        .collect()
}

#[track_caller]
fn one(text: impl AsRef<[u8]>, kind: AnomalyKind, place: impl AsRef<[u8]>) {
    let text = text.as_ref();
    assert_eq!(found(text), [(kind, place.as_ref().to_vec())]);
    let error = strict(text).expect_err("strict mode refuses it");
    assert_eq!(error.kind, ReadErrorKind::Anomaly(kind));
    let at = error.at as usize;
    assert!(text[at..].starts_with(place.as_ref()), "the error points at it: {at}");
}

#[test]
fn duplicate_keys() {
    one(r#"{"a":1,"b":2,"a":3}"#, DuplicateKey, "\"a\"");
    let doc = tolerant(r#"{"a":1,"b":2,"a":3}"#).expect("read");
    assert_eq!(doc.anomalies()[0].span.start, 13, "it is the second one");
    assert_eq!(doc.root().get("a").map(|v| v.raw()), Some(&b"3"[..]), "the last one counts");
    one(r#"{"a":1,"\u0061":2}"#, DuplicateKey, r#""\u0061""#);
    assert_eq!(found(br#"{"a":{"a":1},"b":[{"a":1},{"a":1}]}"#), []);
}

#[test]
fn duplicate_keys_of_a_large_object() {
    let names: String = (0..40).map(|n| format!("\"k{n}\":0,")).collect();
    one(format!("{{{names}\"k7\":1}}"), DuplicateKey, "\"k7\"");
    one(format!("{{{names}\"k\\u0037\":1}}"), DuplicateKey, "\"k\\u0037\"");
    assert_eq!(found(format!("{{{names}\"k40\":1}}").as_bytes()), []);
}

#[test]
fn names_that_some_client_reads_as_the_same() {
    let kinds: Vec<_> = found(br#"{"\ud800":1,"\ud801":2}"#).into_iter().map(|a| a.0).collect();
    assert_eq!(kinds, [LoneSurrogate, LoneSurrogate, DuplicateKey]);
    let few = found(b"{\"\xff\":1,\"\xfe\":2}").len();
    let many: Vec<u8> = (0..40).flat_map(|n| format!("\"{n}\":0,").into_bytes()).collect();
    let many = found(&[b"{", &many[..], b"\"\xff\":1,\"\xfe\":2}"].concat()).len();
    assert_eq!((few, many), (3, 3), "the size of an object makes no difference");
}

#[test]
fn lone_surrogates() {
    for half in [r#""a\ud800""#, r#""\uDFFFb""#, r#""\ud83d\u0041""#, r#""\udc00\ud800""#] {
        one(format!("[0,{half}]"), LoneSurrogate, half);
    }
    let doc = tolerant(r#""a\ud800b""#).expect("read");
    assert_eq!(doc.root().text().as_deref(), Some("a\u{fffd}b"));
    assert_eq!(found(br#""\ud83d\ude00 \\ud800 \uD7FF\uE000""#), []);
}

#[test]
fn numbers_that_are_not_finite() {
    for n in ["NaN", "Infinity", "-Infinity", "1e400", "-1E999999999999", "17e+308"] {
        one(format!("[1,{n}]"), NonFinite, n);
        let doc = tolerant(n).expect("read");
        let num = doc.root().num().expect("a number");
        assert_eq!((num.lexeme(), num.as_f64(), num.is_exact()), (n, None, false));
    }
}

#[test]
fn numbers_that_a_double_does_not_hold() {
    for n in [
        "9007199254740993",
        "-9223372036854775807",
        "0.1234567890123456789",
        "1e-400",
        "1e-99999999999999999999999",
        "123456789012345678901234567890",
        "1.00000000000000000000000000000000001",
        // The nearest double lies between 0.12 and 0.13 and is printed as the former.
        "141000000000000.13",
    ] {
        one(format!("[1,{n}]"), NumberNotInteroperable, n);
        assert!(!tolerant(n).expect("read").root().num().expect("a number").is_exact(), "{n}");
    }
    for n in [
        "0",
        "-0",
        "0.0",
        "0e99999999999999999999",
        "0.00e9223372036854775807",
        "1E3",
        "0.1",
        "1.10",
        "141000000000000.12",
        "9007199254740992",
        "1e23",
        "1.7976931348623157e308",
        "5e-324",
        "100000000000000000000",
        "0.000000000000000000000000001",
        "2.2250738585072014e-308",
    ] {
        assert_eq!(found(n.as_bytes()), [], "{n}");
        assert!(strict(n).expect("read").root().num().expect("a number").is_exact(), "{n}");
    }
}

#[test]
fn a_byte_order_mark() {
    one("\u{feff}{}", Bom, "\u{feff}");
    assert!(tolerant("\u{feff}\u{feff}{}").is_err());
    assert_eq!(found("\"\u{feff}\"".as_bytes()), [], "inside a string it is a character");
}

#[test]
fn bytes_that_are_no_utf8() {
    for s in [
        &b"\"a\xff\""[..],
        b"\"\xc3(\"",
        b"\"\xed\xa0\x80\"",
        b"\"\xf0\x9f\x98\"",
        b"\"\\n\xc0\xaf\"",
    ] {
        one([b"[0,", s, b"]"].concat(), InvalidUtf8, s);
    }
    let doc = tolerant(b"\"a\xffb\"").expect("read");
    assert_eq!(doc.root().text().as_deref(), Some("a\u{fffd}b"));
    assert_eq!(tolerant(b"[\xff]").map(|_| ()).expect_err("outside a string").at, 1);
}

#[test]
fn control_characters_in_strings() {
    one("[\"a\nb\"]", ControlInString, "\n");
    one("\"\0\"", ControlInString, "\0");
    one("{\"k\u{1f}\":0}", ControlInString, "\u{1f}");
    assert_eq!(found(b"\"a\x01b\x02\"").len(), 1, "only the first one of a string");
    assert_eq!(found("\"\u{7f}\"".as_bytes()), []);
    assert_eq!(tolerant("\"a\nb\"").expect("read").root().text().as_deref(), Some("a\nb"));
}

#[test]
fn trailing_bytes() {
    one("{} {\"b\":1}", TrailingBytes, "{\"b\":1}");
    one("[1]\n]", TrailingBytes, "]");
    one("1\0", TrailingBytes, "\0");
    assert_eq!(found(b" {} \r\n\t"), []);
}

#[test]
fn several_come_in_source_order() {
    let text = b"\xef\xbb\xbf{\"a\":\"\\ud800\",\"b\":NaN,\"a\":\"\x01\"}x";
    let kinds: Vec<_> = found(text).into_iter().map(|a| a.0).collect();
    assert_eq!(
        kinds,
        [Bom, LoneSurrogate, NonFinite, DuplicateKey, ControlInString, TrailingBytes]
    );
}

#[test]
fn every_kind_has_a_name_of_its_own() {
    let kinds = [
        DuplicateKey,
        LoneSurrogate,
        NonFinite,
        Bom,
        InvalidUtf8,
        ControlInString,
        NumberNotInteroperable,
        TrailingBytes,
    ];
    let names: std::collections::BTreeSet<_> = kinds.iter().map(|k| k.name()).collect();
    assert_eq!(names.len(), kinds.len());
}
