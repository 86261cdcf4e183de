//! Whatever JSON can say can be pinned: odd numbers, names and strings in every
//! place of a definition.

use proptest::prelude::*;
use warden_core::views::NoJudge;
use warden_lock::{Document, LockFile, Shape, drift, signing_bytes};

use crate::support::pinned;

/// Numbers that no double holds, or that are written in more than one way.
const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "0.0",
    "-0.0",
    "1",
    "1.0",
    "1.00",
    "1e0",
    "1E+0",
    "10e-1",
    "100",
    "1e2",
    "1E400",
    "1e400",
    "-1e400",
    "1e-400",
    "1e308",
    "1.7976931348623157e308",
    "17e307",
    "5e-324",
    "0e400",
    "9007199254740991",
    "9007199254740992",
    "9007199254740993",
    "-9007199254740993",
    "1e21",
    "123456789012345678901234567890",
    "0.1",
    "0.10",
    "0.30000000000000004",
    "NaN",
    "Infinity",
    "-Infinity",
    "1e99999999999999999999",
    "1e-99999999999999999999",
];

const STRINGS: &[&str] = &[
    r#""""#,
    r#""a""#,
    r#""1""#,
    r#""true""#,
    r###""#1e400""###,
    r#""\ud800""#,
    r#""\udc00\ud800""#,
    r#""\u0041""#,
    r#""\\x41""#,
    r##""\"#\"""##,
    r#""\u0000""#,
    r###""#/$defs/a""###,
    r###""#""###,
    r#""😀""#,
    r#""\ud83d\ude00""#,
    r#""object""#,
    r#""string""#,
    r#""on""#,
    r#""/""#,
];

const NAMES: &[&str] = &[
    "type",
    "properties",
    "items",
    "enum",
    "const",
    "maximum",
    "minimum",
    "maxLength",
    "pattern",
    "format",
    "additionalProperties",
    "required",
    "$ref",
    "$defs",
    "anyOf",
    "oneOf",
    "not",
    "default",
    "multipleOf",
    "a",
    "",
    "$root",
    "a.b",
    "\\u0061",
    "\\ud800",
    "title",
    "description",
];

fn json() -> impl Strategy<Value = String> {
    let literal = prop_oneof![Just("null"), Just("true"), Just("false")];
    let leaf = prop_oneof![
        4 => prop::sample::select(NUMBERS).prop_map(str::to_owned),
        2 => prop::sample::select(STRINGS).prop_map(str::to_owned),
        1 => literal.prop_map(str::to_owned),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        let member = (prop::sample::select(NAMES), inner.clone());
        prop_oneof![
            3 => proptest::collection::vec(member, 0..5).prop_map(|all| object(&all)),
            1 => proptest::collection::vec(inner, 0..4)
                .prop_map(|all| format!("[ {}]", all.join(" ,"))),
        ]
    })
}

fn object(all: &[(&str, String)]) -> String {
    let members: Vec<String> = all.iter().map(|(k, v)| format!("\"{k}\": {v}")).collect();
    format!("{{{}}}", members.join(", "))
}

/// A value in every place of each kind of definition.
fn everywhere(v: &str) -> String {
    format!(
        r#"{{"tools":[{{"name":"a","description":{v},"title":{v},"inputSchema":{v},
            "outputSchema":{v},"annotations":{v},"_meta":{{"k":{v}}}}},
           {{"name":"b","inputSchema":{{"type":"object","properties":{{"p":{v}}},
            "additionalProperties":{v},"enum":[{v}],"maximum":{v}}}}}],
          "resources":[{{"uri":"x:y","name":{v},"mimeType":{v},"size":{v}}}],
          "prompts":[{{"name":"p","description":{v},
            "arguments":[{{"name":{v},"required":{v},"description":{v},"title":{v}}},{v}]}},
           {{"name":"q","arguments":{v}}}]}}"#
    )
}

fn bytes(d: &Document) -> Vec<u8> {
    LockFile { shape: Shape::One, servers: vec![(String::new(), d.clone())] }.to_bytes()
}

/// Written, verified on reading, signable, and the same as before; also without
/// the member of ours.
fn survives(text: &str) {
    let new = pinned(text);
    let file = bytes(&new);
    let read = LockFile::parse(file.as_slice().into());
    let read = read.unwrap_or_else(|e| panic!("{e}\n{text}")).servers.remove(0).1;
    assert_eq!(read.own, new.own, "{text}");
    assert_eq!(read.overall_digest, new.overall_digest, "{text}");
    assert!(drift(&read, &new, &NoJudge).changes.is_empty(), "{text}");
    signing_bytes(file.into()).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let foreign = new.clone().without_own();
    let file = bytes(&foreign);
    LockFile::parse(file.as_slice().into()).unwrap_or_else(|e| panic!("{e}\n{text}"));
    signing_bytes(file.into()).unwrap_or_else(|e| panic!("{e}\n{text}"));
}

#[test]
fn every_number_that_json_allows_can_be_pinned() {
    for number in NUMBERS.iter().chain(STRINGS) {
        survives(&everywhere(number));
        survives(&everywhere(&format!(r#"{{"enum":[{number},[{number}],1]}}"#)));
    }
}

#[test]
fn numbers_beyond_a_double_are_told_apart_in_every_place() {
    for (a, b) in [("1e400", "1e401"), ("1e400", "-1e400"), ("1e-400", "0"), ("NaN", "null")] {
        let (a, b) = (pinned(&everywhere(a)), pinned(&everywhere(b)));
        assert!(!drift(&a, &b, &NoJudge).changes.is_empty());
        assert_ne!(a.own, b.own);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn whatever_is_json_can_be_pinned(v in json()) {
        survives(&everywhere(&v));
    }
}
