//! The published schemas describe what is written, and are strict.

use serde_json::{Value, json};
use warden_core::report::{Report, ServerStatus};
use warden_report::{jsonl_error, jsonl_verdict};

use crate::samples::{nasty, rendered, report, sample, server, verdict};

fn validator(name: &str) -> jsonschema::Validator {
    let path = format!("{}/../../schemas/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("a schema");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    jsonschema::draft202012::meta::validate(&schema).expect("a schema of draft 2020-12");
    jsonschema::validator_for(&schema).expect("a schema that compiles")
}

fn value(report: &Report) -> Value {
    serde_json::from_str(&rendered(|o| warden_report::json(report, o))).expect("JSON")
}

fn errors(validator: &jsonschema::Validator, value: &Value) -> Vec<String> {
    validator.iter_errors(value).map(|e| format!("{e} at {}", e.instance_path())).collect()
}

#[test]
fn reports_of_every_status_are_valid() {
    let validator = validator("report-v1.json");
    let all = [sample(), nasty(), report(Vec::new())];
    for report in &all {
        assert_eq!(errors(&validator, &value(report)), Vec::<String>::new());
    }
    let seen: Vec<ServerStatus> = sample().servers.iter().map(|s| s.status).collect();
    for status in [
        ServerStatus::Scanned,
        ServerStatus::LaunchOnly,
        ServerStatus::BlockedAtLaunch,
        ServerStatus::Error,
        ServerStatus::Skipped,
    ] {
        assert!(seen.contains(&status), "{status:?} is among the samples");
        let bare = report(vec![server("bare", status, None)]);
        assert_eq!(errors(&validator, &value(&bare)), Vec::<String>::new());
    }
}

#[test]
fn the_report_schema_is_strict() {
    let validator = validator("report-v1.json");
    let good = value(&sample());
    let breaks: [(&str, Value); 8] = [
        ("/schema", json!("warden.report/2")),
        ("/servers/0/status", json!("fine")),
        ("/servers/0/allow", json!("yes")),
        ("/servers/0/findings/0/severity", json!("awful")),
        ("/servers/0/findings/0/evidence", json!("words")),
        ("/servers/0/completeness/texts", json!(-1)),
        ("/servers/0/source", json!({"file": "a", "line": 0})),
        ("/summary/extra", json!(1)),
    ];
    for (pointer, wrong) in breaks {
        let mut bad = good.clone();
        match bad.pointer_mut(pointer) {
            Some(place) => *place = wrong,
            None => bad["summary"]["extra"] = wrong,
        }
        assert!(!validator.is_valid(&bad), "{pointer}");
    }
    for member in ["ruleset", "summary", "servers", "generatedAt"] {
        let mut bad = good.clone();
        bad.as_object_mut().expect("an object").remove(member);
        assert!(!validator.is_valid(&bad), "{member}");
    }
}

#[test]
fn lines_of_vet_are_valid() {
    let validator = validator("vet-line-v1.json");
    let ruleset = sample().ruleset;
    let mut clean = verdict();
    clean.allow = true;
    clean.decided_by = None;
    clean.findings.clear();
    clean.ignored.clear();
    let lines = [
        rendered(|o| jsonl_verdict(Some(b"\"a\""), &verdict(), &ruleset, o)),
        rendered(|o| jsonl_verdict(None, &clean, &ruleset, o)),
        rendered(|o| jsonl_error(None, 1, "no JSON", o)),
        rendered(|o| jsonl_error(Some(b"[1]"), 1, "no JSON", o)),
    ];
    for line in &lines {
        let value: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(errors(&validator, &value), Vec::<String>::new());
    }
    let mut both: Value = serde_json::from_str(&lines[0]).expect("JSON");
    both["error"] = json!("x");
    assert!(!validator.is_valid(&both), "a verdict is no error");
    assert!(!validator.is_valid(&json!({"id": 1})));
}
