//! The defects of mcp-warden that concern pin, check, lock and diff, by their
//! numbers in its description, each as what is right here.

use std::sync::Arc;

use warden_core::views::NoJudge;
use warden_lock::{Change, Class, Document, LockError, LockFile, Shape, drift};

use crate::support::{of, pinned, stdio, surface};

const BASE: &str = r#"{"tools":[{"name":"a","description":"Lists files.","inputSchema":{"type":"object","properties":{"path":{"type":"string","pattern":"^a"}}}}]}"#;

fn bytes(d: &Document) -> Vec<u8> {
    LockFile { shape: Shape::One, servers: vec![(String::new(), d.clone())] }.to_bytes()
}

fn edited(d: &Document, from: &str, to: &str) -> Result<LockFile, LockError> {
    let text = String::from_utf8(bytes(d)).expect("UTF-8");
    let new = text.replacen(from, to, 1);
    assert_ne!(new, text, "{from} is not in it");
    LockFile::parse(Arc::from(new.as_bytes()))
}

/// A document as mcp-warden would have written it.
fn foreign(d: &Document) -> Document {
    d.clone().without_own()
}

fn changes(old: &str, new: &str) -> Vec<Change> {
    drift(&pinned(old), &pinned(new), &NoJudge).changes
}

fn rules(changes: &[Change]) -> Vec<&str> {
    changes.iter().map(|c| c.rule.as_str()).collect()
}

#[test]
fn a_lock_of_ours_without_its_own_member_is_an_error() {
    let mut d = pinned(BASE);
    assert!(LockFile::parse(Arc::from(bytes(&foreign(&d)).as_slice())).is_ok());
    d.own = None;
    let error = LockFile::parse(Arc::from(bytes(&d).as_slice())).expect_err("it is not whole");
    assert!(error.to_string().contains("the member is gone"), "{error}");
}

/// 1, 2: the baseline's `overall_digest` was replaced.
#[test]
fn d01_d02_an_overall_digest_that_is_not_that_of_the_content_is_an_error() {
    for mut d in [pinned(BASE), foreign(&pinned(BASE))] {
        d.overall_digest = format!("sha256:{}", "0".repeat(64));
        let error = LockFile::parse(bytes(&d).into()).expect_err("tampered");
        assert!(matches!(error, LockError::Tampered { .. }), "{error}");
    }
}

/// 3: the bodies of entries were never hashed again.
#[test]
fn d03_an_edited_entry_is_an_error() {
    for d in [pinned(BASE), foreign(&pinned(BASE))] {
        let hash = d.tools[0].description_hash.clone();
        let other = format!("sha256:{}", "1".repeat(64));
        let error = edited(&d, &hash, &other).expect_err("tampered");
        assert!(matches!(error, LockError::Tampered { .. }), "{error}");
        let inspected = "\"capabilities\": [],\n      \"inspection\": {\"may_return_urls\": true},";
        let error = edited(&d, "\"capabilities\": [],", inspected).expect_err("tampered");
        assert!(matches!(error, LockError::Tampered { .. }), "{error}");
    }
}

/// 3, beyond: entries and definitions that do not belong together.
#[test]
fn d03_entries_of_other_definitions_are_an_error() {
    let mut d = pinned(BASE);
    let other = pinned(&BASE.replace("Lists files.", "Lists nothing."));
    d.tools = other.tools;
    d.overall_digest = other.overall_digest;
    let error = LockFile::parse(bytes(&d).into()).expect_err("inconsistent");
    assert!(matches!(error, LockError::Inconsistent { .. }), "{error}");
}

/// 3: a lock that says how results are inspected always drifted.
#[test]
fn d03_an_inspection_block_is_taken_over_and_is_no_drift() {
    let mut baseline = foreign(&pinned(BASE));
    let text = String::from_utf8(bytes(&baseline)).expect("UTF-8");
    // A person writes the block and puts the digests right.
    let level4 = text.replacen(
        "\"capabilities\": [],",
        "\"capabilities\": [],\n      \"inspection\": {\"may_return_urls\": true},",
        1,
    );
    assert!(LockFile::parse(Arc::from(level4.as_bytes())).is_err());
    baseline.tools[0].inspection = Some(warden_lock::Canon::null());
    let mut current = pinned(BASE);
    current.adopt(&baseline);
    assert_eq!(current.tools[0].inspection, baseline.tools[0].inspection);
}

/// 12: a server that is reached over HTTP can be pinned, by its URL.
#[test]
fn d12_a_url_is_pinned_and_a_change_of_it_is_drift() {
    let url = |u: &str| {
        warden_core::Endpoint::Http(warden_core::Remote {
            url: u.into(),
            headers: Vec::new(),
            kind: warden_core::HttpKind::Auto,
        })
    };
    let surface = surface(BASE);
    let a = of(&surface, &url("https://kestrel.test/mcp"));
    assert_eq!(a.server.url.as_deref(), Some("https://kestrel.test/mcp"));
    LockFile::parse(bytes(&a).into()).expect("verifies");
    let mut b = of(&surface, &url("https://other.test/mcp"));
    b.own.as_mut().expect("own").identity = "another".into();
    let changes = drift(&a, &b, &NoJudge).changes;
    assert_eq!(rules(&changes), ["WRD-DRIFT-SERVER-IDENTITY"]);
}

/// 15: a change of the schema hid a change of the description.
#[test]
fn d15_a_description_that_changes_beside_a_schema_is_told() {
    let new = BASE.replace("Lists files.", "Lists everything there is.").replace("^a", "^b");
    for (old, now) in [(pinned(BASE), pinned(&new)), (foreign(&pinned(BASE)), pinned(&new))] {
        let changes = drift(&old, &now, &NoJudge).changes;
        assert!(rules(&changes).contains(&"WRD-DRIFT-DESCRIPTION-MODIFIED"), "{changes:#?}");
        assert!(rules(&changes).contains(&"WRD-DRIFT-SCHEMA-PATTERN-MODIFIED"), "{changes:#?}");
    }
}

/// 15: a loosened pattern was called tightened.
#[test]
fn d15_a_pattern_that_takes_anything_is_relaxed() {
    let changes = changes(BASE, &BASE.replace("^a", ".*"));
    assert_eq!(rules(&changes), ["WRD-DRIFT-SCHEMA-CONSTRAINT-RELAXED"]);
    assert_eq!(changes[0].class, Class::Wider);
}

/// 15: what the skeleton leaves out was called cosmetic.
#[test]
fn d15_composition_and_bounds_of_arrays_are_told() {
    let with = |schema: &str| {
        format!(
            r#"{{"tools":[{{"name":"a","inputSchema":{{"type":"object","properties":{{"p":{schema}}}}}}}]}}"#
        )
    };
    let cases = [
        (
            r#"{"anyOf":[{"type":"string"}]}"#,
            r#"{"anyOf":[{"type":"string"},{"type":"object"}]}"#,
            "ALTERNATIVE-ADDED",
            Class::Wider,
        ),
        (
            r#"{"oneOf":[{"const":1},{"const":2}]}"#,
            r#"{"oneOf":[{"const":1}]}"#,
            "ALTERNATIVE-REMOVED",
            Class::Narrower,
        ),
        (
            r#"{"allOf":[{"maxLength":3},{"minLength":1}]}"#,
            r#"{"allOf":[{"maxLength":3}]}"#,
            "ALTERNATIVE-ADDED",
            Class::Wider,
        ),
        (
            r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#,
            r#"{"anyOf":[{"type":"string"},{"type":"object"}]}"#,
            "TYPE-CHANGED",
            Class::Wider,
        ),
        (r#"{"const":"a"}"#, r#"{"const":"b"}"#, "CONST-MODIFIED", Class::Wider),
        (r#"{"const":"a"}"#, "{}", "CONST-REMOVED", Class::Wider),
        (
            r#"{"patternProperties":{"^x":{"type":"string"}}}"#,
            r#"{"patternProperties":{"^x":{"type":["string","object"]}}}"#,
            "TYPE-BROADENED",
            Class::Wider,
        ),
        (
            r#"{"prefixItems":[{"enum":["a"]}]}"#,
            r#"{"prefixItems":[{"enum":["a","b"]}]}"#,
            "ENUM-WIDENED",
            Class::Wider,
        ),
        (
            r#"{"exclusiveMaximum":5}"#,
            r#"{"exclusiveMaximum":9}"#,
            "CONSTRAINT-RELAXED",
            Class::Wider,
        ),
        (r#"{"maxItems":5}"#, r#"{"maxItems":3}"#, "CONSTRAINT-TIGHTENED", Class::Narrower),
        (r#"{"multipleOf":5}"#, "{}", "CONSTRAINT-RELAXED", Class::Wider),
        (
            r#"{"additionalProperties":{"type":"string"}}"#,
            r#"{"additionalProperties":true}"#,
            "ADDITIONAL-PROPS-OPENED",
            Class::Wider,
        ),
        (r#"{"default":false}"#, r#"{"default":true}"#, "DEFAULT-MODIFIED", Class::Wider),
        (r#"{"not":{"const":1}}"#, r#"{"not":{"const":2}}"#, "MODIFIED", Class::Wider),
        (r##"{"$ref":"#/x"}"##, r##"{"$ref":"#/y"}"##, "MODIFIED", Class::Wider),
    ];
    for (old, new, rule, class) in cases {
        let changes = changes(&with(old), &with(new));
        let expected = format!("WRD-DRIFT-SCHEMA-{rule}");
        let found = changes.iter().find(|c| c.rule.as_str() == expected);
        assert!(found.is_some_and(|c| c.class == class), "{old} {new}: {changes:#?}");
    }
    let required = |r: &str| {
        format!(r#"{{"tools":[{{"name":"a","inputSchema":{{"type":"object","required":{r}}}}}]}}"#)
    };
    let found = changes(&required("[]"), &required(r#"["ghost"]"#));
    assert!(rules(&found).iter().any(|r| r.starts_with("WRD-DRIFT-SCHEMA-REQUIRED")), "{found:#?}");
}

/// 18: numbers that no double holds ended in a crash with exit 1.
#[test]
fn d18_numbers_beyond_a_double_are_pinned_and_told_apart() {
    let with = |n: &str| {
        format!(
            r#"{{"tools":[{{"name":"a","inputSchema":{{"type":"object","properties":{{"n":{{"type":"integer","maximum":{n}}}}}}}}}]}}"#
        )
    };
    for n in ["9007199254740993", "1e999", "NaN", "123456789012345678901234567890"] {
        let d = pinned(&with(n));
        let again = LockFile::parse(bytes(&d).into()).expect("verifies").servers.remove(0).1;
        assert_eq!(again.own, d.own);
    }
    assert!(!changes(&with("9007199254740993"), &with("9007199254740992")).is_empty());
    let lone = r#"{"tools":[{"name":"a","description":"x\ud800","inputSchema":{}}]}"#;
    let d = pinned(lone);
    LockFile::parse(bytes(&d).into()).expect("verifies");
}

/// 22: lenient typing, unknown members.
#[test]
fn d22_a_lock_is_read_strictly() {
    let d = foreign(&pinned(BASE));
    for (from, to) in [
        ("\"schema_version\": 4", "\"schema_version\": \"4\""),
        ("\"approved\": false", "\"approved\": \"yes\""),
        ("\"findings\": []", "\"findings\": [], \"more\": 1"),
        ("\"findings\": []", "\"findings\": [], \"findings\": []"),
        ("\"entry_digest\"", "\"hidden\": \"x\", \"entry_digest\""),
        ("\"overall_digest\"", "\"overal_digest\""),
    ] {
        assert!(edited(&d, from, to).is_err(), "{to}");
    }
}

/// 23: what mcp-warden leaves out of its digest.
#[test]
fn d23_titles_and_metadata_are_pinned() {
    let tool = |more: &str| {
        format!(r#"{{"tools":[{{"name":"a","inputSchema":{{"type":"object"}}{more}}}]}}"#)
    };
    let cases = [
        (tool(r#","title":"A""#), "WRD-DRIFT-TITLE-MODIFIED"),
        (tool(r#","_meta":{"k":"v"}"#), "WRD-DRIFT-TOOL-META-MODIFIED"),
        (tool(r#","icons":[{"src":"data:,x"}]"#), "WRD-DRIFT-TOOL-META-MODIFIED"),
        (tool(r#","execution":{"taskSupport":"required"}"#), "WRD-DRIFT-TOOL-META-MODIFIED"),
        (tool(r#","annotations":{"title":"A"}"#), "WRD-DRIFT-TITLE-MODIFIED"),
    ];
    for (new, rule) in cases {
        let changes = changes(&tool(""), &new);
        assert!(rules(&changes).contains(&rule), "{new}: {changes:#?}");
    }
    let resource = |more: &str| format!(r#"{{"resources":[{{"uri":"x:y","name":"n"{more}}}]}}"#);
    let found = changes(&resource(""), &resource(r#","size":5"#));
    assert_eq!(rules(&found), ["WRD-DRIFT-RESOURCE-MODIFIED"]);
}

/// 25 to 29 and 34: what its tests pin down.
#[test]
fn d25_equal_things_are_equal() {
    let tool = |description: &str, schema: &str| {
        format!(r#"{{"tools":[{{"name":"a",{description}"inputSchema":{schema}}}]}}"#)
    };
    let digest = |t: &str| foreign(&pinned(t)).overall_digest;
    let base = digest(&tool("", r#"{"type":"object","minProperties":1}"#));
    for same in [
        tool(r#""description":null,"#, r#"{"type":"object","minProperties":1}"#),
        tool(r#""description":"","#, r#"{"minProperties":1.0,"type":"object"}"#),
    ] {
        assert_eq!(digest(&same), base, "{same}");
    }
    assert!(changes(&tool("", r#"{"a":1,"b":2}"#), &tool("", r#"{"b":2.0,"a":1}"#)).is_empty());
}

#[test]
fn d29_an_older_level_is_said_beside_the_change() {
    const LEVEL3: &[u8] = include_bytes!("../fixtures/odd.level3.lock");
    let old = LockFile::parse(Arc::from(LEVEL3)).expect("verifies").servers.remove(0).1;
    let new = pinned(include_str!("../fixtures/odd.surface.json"));
    let changes = drift(&old, &new, &NoJudge).changes;
    assert!(rules(&changes).contains(&"WRD-DRIFT-SCHEMA-VERSION-MIGRATED"));
}

/// 43 and the like: an approval is for one content.
#[test]
fn d41_an_approval_of_other_content_is_an_error() {
    let mut d = pinned(BASE);
    d.approve("ann", &warden_lock::Stamp { now: crate::support::NOW, ..Default::default() });
    LockFile::parse(bytes(&d).into()).expect("verifies");
    d.pin.approved_digest = Some(format!("sha256:{}", "2".repeat(64)));
    assert_eq!(LockFile::parse(bytes(&d).into()), Err(LockError::StaleApproval));
    let other = of(&surface(BASE), &stdio("other", &[]));
    assert_ne!(other.server.command_digest, d.server.command_digest);
}
