use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use warden_core::report::LockFacts;
use warden_report::sarif;

use crate::samples::{nasty, nasty_rules, rendered, report, rules, sample};

fn log(root: &str) -> Value {
    let text = rendered(|o| sarif(&sample(), &rules(), Path::new(root), o));
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn a_log() {
    insta::assert_snapshot!(rendered(|o| sarif(
        &sample(),
        &rules(),
        Path::new("/home/ada/project"),
        o
    )));
}

#[test]
fn results_point_at_the_line_of_the_config() {
    let log = log("/home/ada/project");
    let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"], json!({"uri": ".mcp.json", "uriBaseId": "%SRCROOT%"}));
    assert_eq!(place["region"]["startLine"], 12);
    let elsewhere = &self::log("/srv")["runs"][0]["results"][0]["locations"][0];
    let uri = &elsewhere["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(uri, "file:///home/ada/project/.mcp.json");
}

#[test]
fn a_server_without_a_file_has_a_logical_location() {
    let mut r = sample();
    r.servers.truncate(1);
    r.servers[0].source = None;
    let text = rendered(|o| sarif(&r, &rules(), Path::new("/r"), o));
    let log: Value = serde_json::from_str(&text).expect("JSON");
    let place = &log["runs"][0]["results"][0]["locations"][0];
    assert!(place.get("physicalLocation").is_none());
    assert_eq!(place["logicalLocations"][0]["fullyQualifiedName"], "notes/tool/save_note");
}

#[test]
fn advisories_are_counted_and_excuses_are_suppressions() {
    let log = log("/r");
    let run = &log["runs"][0];
    let results = run["results"].as_array().expect("results");
    assert!(results.iter().all(|r| r["ruleId"] != "WRD-LAUNCH-UNPINNED"));
    assert_eq!(run["properties"]["advisoryFindings"], 2);
    let excused: Vec<&Value> = results.iter().filter(|r| r.get("suppressions").is_some()).collect();
    assert_eq!(excused.len(), 1);
    let justification = &excused[0]["suppressions"][0]["justification"];
    assert_eq!(justification, "quoted in a manual (until 2027-01-31)");
    for r in results {
        let at = r["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(run["tool"]["driver"]["rules"][at]["id"], r["ruleId"]);
    }
}

#[test]
fn a_server_that_moves_inside_its_file_keeps_its_fingerprint() {
    let mut moved = sample();
    moved.servers.iter_mut().filter_map(|s| s.source.as_mut()).for_each(|s| s.line += 10);
    let text = rendered(|o| sarif(&moved, &rules(), Path::new("/r"), o));
    let moved: Value = serde_json::from_str(&text).expect("JSON");
    let first = |log: &Value| log["runs"][0]["results"][0]["partialFingerprints"].clone();
    assert_eq!(first(&moved), first(&log("/r")));
    let log = log("/r");
    let all: Vec<String> = log["runs"][0]["results"]
        .as_array()
        .expect("results")
        .iter()
        .map(|r| r["partialFingerprints"].to_string())
        .collect();
    let distinct: std::collections::HashSet<&String> = all.iter().collect();
    assert_eq!(distinct.len(), all.len());
}

#[test]
fn a_name_is_no_link_and_no_placeholder() {
    let text = rendered(|o| sarif(&nasty(), &nasty_rules(), Path::new("/r"), o));
    let log: Value = serde_json::from_str(&text).expect("JSON");
    let message = log["runs"][0]["results"][0]["message"]["text"].as_str().expect("a text");
    assert!(message.contains("\\[l\\](javascript:x)"), "{message}");
    assert!(message.contains("{{0}}"), "{message}");
}

/// The official schema is not ours to carry; where it is at hand it is used.
fn official_schema() -> Option<Value> {
    let path = PathBuf::from(std::env::var_os("WARDEN_SARIF_SCHEMA")?);
    let text = std::fs::read_to_string(path).ok()?;
    let mut schema: Value = serde_json::from_str(&text).expect("the schema is JSON");
    // The pattern of `language` has a bracket too many, which a strict reader
    // of regular expressions refuses; the member is none that Warden writes.
    for of in ["run", "toolComponent"] {
        let language = schema.pointer_mut(&format!("/definitions/{of}/properties/language"));
        language.and_then(Value::as_object_mut).expect("language").remove("pattern");
    }
    Some(schema)
}

#[test]
fn the_official_schema_accepts_every_log() {
    let Some(schema) = official_schema() else {
        eprintln!("SKIPPED: no SARIF schema; set WARDEN_SARIF_SCHEMA to sarif-2.1.0.json");
        return;
    };
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let reports = [sample(), nasty(), report(Vec::new())];
    for (n, report) in reports.iter().enumerate() {
        for root in ["/home/ada/project", "/srv", "."] {
            let text = rendered(|o| sarif(report, &rules(), Path::new(root), o));
            let log: Value = serde_json::from_str(&text).expect("JSON");
            let errors: Vec<String> = validator
                .iter_errors(&log)
                .map(|e| format!("{} at {}", e, e.instance_path()))
                .collect();
            assert!(errors.is_empty(), "report {n} at {root}: {errors:#?}");
        }
    }
}

#[test]
fn a_server_of_a_lock_is_placed_there() {
    let mut r = sample();
    r.servers.truncate(1);
    r.servers[0].source = None;
    r.servers[0].lock = Some(LockFacts {
        file: "warden.lock".into(),
        id: None,
        overall_digest: "d".into(),
        digest: None,
        approved: false,
        foreign: false,
        written: false,
    });
    let text = rendered(|o| sarif(&r, &rules(), Path::new("/r"), o));
    let log: Value = serde_json::from_str(&text).expect("JSON");
    let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "warden.lock");
    assert_eq!(place["region"]["startLine"], 1);
}
