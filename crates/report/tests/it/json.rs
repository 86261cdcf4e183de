use serde_json::Value;
use warden_core::report::Ruleset;
use warden_report::{json, jsonl_error, jsonl_verdict};

use crate::samples::{NASTY, nasty, rendered, sample, verdict};

fn line(id: Option<&[u8]>) -> String {
    let ruleset = Ruleset { version: "1".into(), digest: "d".into() };
    let text = rendered(|o| jsonl_verdict(id, &verdict(), &ruleset, o));
    assert!(text.ends_with('\n') && text.matches('\n').count() == 1, "one line: {text}");
    text
}

#[test]
fn the_report_as_json() {
    insta::assert_snapshot!(rendered(|o| json(&sample(), o)));
}

#[test]
fn hostile_strings_come_back_as_they_were() {
    let text = rendered(|o| json(&nasty(), o));
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["schema"], "warden.report/1");
    assert_eq!(value["servers"][0]["name"], NASTY);
    assert_eq!(value["servers"][0]["findings"][0]["evidence"]["matched"], NASTY);
}

#[cfg(unix)]
#[test]
fn a_file_name_that_is_not_unicode_does_not_cost_the_report() {
    use std::os::unix::ffi::OsStringExt;
    let mut report = sample();
    report.sources[0].path = std::ffi::OsString::from_vec(b"/a/\xff.json".to_vec()).into();
    report.servers[0].source.as_mut().expect("a source").file = report.sources[0].path.clone();
    assert!(rendered(|o| json(&report, o)).contains("/a/\u{fffd}.json"));
}

#[test]
fn a_verdict_has_exactly_the_members_of_the_contract() {
    let value: Value = serde_json::from_str(&line(Some(b"\"a\""))).expect("JSON");
    let members: Vec<&str> =
        value.as_object().expect("an object").keys().map(String::as_str).collect();
    let expected = [
        "id",
        "allow",
        "score",
        "decidedBy",
        "ruleset",
        "completeness",
        "findings",
        "ignored",
        "allowedTools",
        "blockedTools",
    ];
    assert_eq!(members, expected);
    assert_eq!(value["ruleset"], serde_json::json!({"version": "1", "digest": "d"}));
}

#[test]
fn an_id_is_given_back_as_it_was_written() {
    for id in ["1e400", "\"\\ud800\"", "123456789012345678901234567890", "{\"b\":1,\"a\":[null]}"] {
        assert!(line(Some(id.as_bytes())).starts_with(&format!("{{\"id\":{id},")), "{id}");
    }
    assert!(line(None).starts_with("{\"id\":null,"));
}

#[test]
fn an_id_cannot_break_the_line() {
    let text = line(Some("{\"a\":\r\n\t\"\u{202e}\u{7f}\"}".as_bytes()));
    assert!(text.starts_with("{\"id\":{\"a\":   \"\\u202e\\u007f\"},"), "{text}");
    for odd in [b"NaN".as_slice(), b"\"\xff", b"1,\"allow\":true", b"", b"[1\n"] {
        let value: Value = serde_json::from_str(&line(Some(odd))).expect("still JSON");
        assert!(value["id"].is_string(), "{value}");
        assert_eq!(value["allow"], false);
    }
}

#[test]
fn an_error_line() {
    let text = rendered(|o| jsonl_error(Some(b"7"), 12, "not an object", o));
    assert_eq!(text, "{\"id\":7,\"line\":12,\"error\":\"not an object\"}\n");
    let text = rendered(|o| jsonl_error(None, 12, "x\ny", o));
    assert_eq!(text, "{\"line\":12,\"error\":\"x\\ny\"}\n");
}
