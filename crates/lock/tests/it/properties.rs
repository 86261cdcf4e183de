//! What must hold for any surface and any change.

use std::sync::Arc;

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use warden_core::views::NoJudge;
use warden_lock::{Document, LockFile, Shape, drift, signing_bytes};

use crate::support::pinned;

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-zA-Z0-9 ._\\-]{1,12}", "\\PC{1,6}"]
}

fn schema() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        (text(), 0u32..99)
            .prop_map(|(d, n)| json!({"type":"string","description":d,"maxLength":n})),
        proptest::collection::vec(text(), 1..4).prop_map(|v| json!({"enum":v})),
        any::<i32>().prop_map(|n| json!({"type":"integer","minimum":n})),
        Just(json!({"type":["string","null"],"default":"x"})),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            proptest::collection::btree_map(text(), inner.clone(), 0..4)
                .prop_map(|m| json!({"type":"object","properties":m})),
            inner.clone().prop_map(|s| json!({"type":"array","items":s})),
            proptest::collection::vec(inner, 1..3).prop_map(|v| json!({"anyOf":v})),
        ]
    })
}

fn tool(name: String) -> impl Strategy<Value = Value> {
    (text(), schema(), any::<bool>()).prop_map(move |(d, s, hint)| {
        json!({"name": name, "description": d, "title": d,
               "inputSchema": {"type":"object","properties":{"p": s}},
               "annotations": {"readOnlyHint": hint}, "_meta": {"k": [1, d]}})
    })
}

fn surfaces() -> impl Strategy<Value = Value> {
    let tools = proptest::collection::btree_set("[a-z]{1,6}", 1..4)
        .prop_flat_map(|names| names.into_iter().map(tool).collect::<Vec<_>>());
    let resources = proptest::collection::btree_map("[a-z]{1,4}", text(), 0..3).prop_map(|m| {
        m.into_iter()
            .map(|(u, d)| json!({"uri": format!("x:{u}"), "name": u, "description": d}))
            .collect::<Vec<_>>()
    });
    let prompts = proptest::collection::btree_map("[a-z]{1,4}", text(), 0..3).prop_map(|m| {
        m.into_iter()
            .map(|(n, d)| json!({"name": n, "arguments": [{"name": d, "required": true}]}))
            .collect::<Vec<_>>()
    });
    (tools, resources, prompts)
        .prop_map(|(t, r, p)| json!({"tools": t, "resources": r, "prompts": p}))
}

/// Every place in a value: as a list of steps.
fn places(v: &Value, at: String, out: &mut Vec<String>) {
    match v {
        Value::Object(m) => m.iter().for_each(|(k, v)| {
            let k = k.replace('~', "~0").replace('/', "~1");
            places(v, format!("{at}/{k}"), out);
        }),
        Value::Array(a) => {
            a.iter().enumerate().for_each(|(n, v)| places(v, format!("{at}/{n}"), out))
        }
        _ => out.push(at),
    }
}

/// A value that is surely another.
fn other(v: &Value) -> Value {
    match v {
        Value::String(s) => json!(format!("{s} more")),
        Value::Number(n) => json!(n.as_i64().unwrap_or(0) + 1),
        Value::Bool(b) => json!(!b),
        _ => json!("x"),
    }
}

/// The same with the members of every object in another order, and spaced.
fn reordered(v: &Value) -> Value {
    match v {
        Value::Object(m) => {
            let mut all: Vec<_> = m.iter().map(|(k, v)| (k.clone(), reordered(v))).collect();
            all.reverse();
            Value::Object(all.into_iter().collect::<Map<_, _>>())
        }
        Value::Array(a) => Value::Array(a.iter().map(reordered).collect()),
        v => v.clone(),
    }
}

fn bytes(d: &Document) -> Vec<u8> {
    LockFile { shape: Shape::One, servers: vec![(String::new(), d.clone())] }.to_bytes()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_single_change_is_drift_and_reads_back(s in surfaces(), pick in any::<prop::sample::Index>()) {
        let old = pinned(&s.to_string());
        prop_assert!(drift(&old, &old, &NoJudge).changes.is_empty());
        let mut all = Vec::new();
        places(&s, String::new(), &mut all);
        let place = &all[pick.index(all.len())];
        let mut changed = s.clone();
        let v = changed.pointer_mut(place).expect("it is there");
        *v = other(v);
        let new = pinned(&changed.to_string());
        let found = drift(&old, &new, &NoJudge).changes;
        prop_assert!(!found.is_empty(), "{place}");
        let again = LockFile::parse(bytes(&new).into()).expect("verifies");
        prop_assert_eq!(&again.servers[0].1, &new);
    }

    #[test]
    fn an_order_that_clients_do_not_see_is_no_drift(s in surfaces()) {
        let (a, b) = (pinned(&s.to_string()), pinned(&format!("{:#}", reordered(&s))));
        prop_assert_eq!(&a.overall_digest, &b.overall_digest);
        let mut lists = s.clone();
        lists["tools"].as_array_mut().expect("tools").reverse();
        prop_assert!(drift(&a, &pinned(&lists.to_string()), &NoJudge).changes.is_empty());
        prop_assert!(drift(&a, &b, &NoJudge).changes.is_empty());
    }

    /// Content, digests, approval: whatever is edited is noticed on reading. Who
    /// pinned it and when, and what the checks said, only a signature covers.
    #[test]
    fn no_edit_goes_unnoticed(s in surfaces(), pick in any::<prop::sample::Index>()) {
        let mut d = pinned(&s.to_string());
        d.approve("ann", &warden_lock::Stamp { now: crate::support::NOW, ..Default::default() });
        let file = bytes(&d);
        let lock: Value = serde_json::from_slice(&file).expect("JSON");
        let mut all = Vec::new();
        places(&lock, String::new(), &mut all);
        let free = ["/pin/", "/findings", "/warden_version", "/warden/notes", "/warden/sessions", "/warden/transport", "/warden/forced"];
        let bound: Vec<&String> = all.iter()
            .filter(|p| !free.iter().any(|f| p.starts_with(f)) || p.ends_with("approved_digest"))
            // In which sessions a definition was seen is recorded beside it.
            .filter(|p| !p.ends_with("/sessions"))
            .collect();
        let place = bound[pick.index(bound.len())];
        let mut edited = lock.clone();
        let v = edited.pointer_mut(place).expect("it is there");
        *v = other(v);
        let text = edited.to_string();
        prop_assert!(LockFile::parse(Arc::from(text.as_bytes())).is_err(), "{place}");
    }

    /// The signature covers everything but itself.
    #[test]
    fn a_signature_covers_every_member_and_no_spacing(s in surfaces(), pick in any::<prop::sample::Index>()) {
        let file = bytes(&pinned(&s.to_string()));
        let lock: Value = serde_json::from_slice(&file).expect("JSON");
        let signed = signing_bytes(Arc::from(file.as_slice())).expect("canonical");
        let other_form = reordered(&lock).to_string().replace('\n', "\r\n");
        prop_assert_eq!(&signing_bytes(Arc::from(other_form.as_bytes())).expect("canonical"), &signed);
        let mut attested = lock.clone();
        attested["warden"]["attestations"] = json!([{"actor": "x"}]);
        prop_assert_eq!(&signing_bytes(Arc::from(attested.to_string().as_bytes())).expect("canonical"), &signed);
        let mut all = Vec::new();
        places(&lock, String::new(), &mut all);
        let place = &all[pick.index(all.len())];
        let mut edited = lock.clone();
        let v = edited.pointer_mut(place).expect("it is there");
        *v = other(v);
        let edited = signing_bytes(Arc::from(edited.to_string().as_bytes())).expect("canonical");
        prop_assert_ne!(&edited, &signed, "{}", place);
    }

    /// Whatever stands in the file: an error, never a panic.
    #[test]
    fn damaged_files_are_errors(s in surfaces(), at in any::<prop::sample::Index>(), b in any::<u8>(), cut in any::<bool>()) {
        let mut file = bytes(&pinned(&s.to_string()));
        let at = at.index(file.len());
        if cut { file.truncate(at) } else { file[at] = b }
        let _ = LockFile::parse(Arc::from(file.as_slice()));
        let _ = signing_bytes(Arc::from(file.as_slice()));
    }
}
