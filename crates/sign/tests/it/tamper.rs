//! No field of a bundle can be changed, left out or taken from another bundle.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::{BYTES, Behaviour, Instance, sign, signed, verify};

/// The pointers of all leaves.
fn leaves(value: &Value, at: &str, out: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                leaves(member, &format!("{at}/{}", key.replace('/', "~1")), out);
            }
        }
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                leaves(item, &format!("{at}/{i}"), out);
            }
        }
        _ => out.push(at.to_owned()),
    }
}

/// Other values of the same kind: a flipped bit where the value is encoded, a
/// neighbour where it is a number, another text elsewhere.
fn others(value: &Value) -> Vec<Value> {
    let Some(text) = value.as_str() else { return vec![Value::Null, 7.into()] };
    let mut out = vec![Value::from(""), Value::from(format!("{text}x"))];
    if let Ok(number) = text.parse::<u64>() {
        out.push(Value::from((number + 1).to_string()));
        out.push(Value::from((number ^ 1).to_string()));
    } else if let Ok(bytes) = STANDARD.decode(text) {
        for at in [0, bytes.len() / 3, bytes.len() / 2, bytes.len().saturating_sub(1)] {
            let mut changed = bytes.clone();
            if let Some(byte) = changed.get_mut(at) {
                *byte ^= 1;
                out.push(Value::from(STANDARD.encode(changed)));
            }
        }
    }
    out
}

#[test]
fn every_changed_field_fails() {
    let (served, bundle) = signed();
    let root = served.trust_root();
    let good: Value = serde_json::from_str(&bundle).unwrap();
    let mut pointers = Vec::new();
    leaves(&good, "", &mut pointers);
    assert!(pointers.len() > 12, "{pointers:?}");
    for pointer in &pointers {
        for other in others(good.pointer(pointer).unwrap()) {
            let mut bad = good.clone();
            *bad.pointer_mut(pointer).unwrap() = other.clone();
            let result = verify(BYTES, &bad.to_string(), &root);
            assert!(result.is_err(), "{pointer} = {other} passes");
        }
    }
}

#[test]
fn every_missing_member_that_is_relied_upon_fails() {
    let (served, bundle) = signed();
    let root = served.trust_root();
    let good: Value = serde_json::from_str(&bundle).unwrap();
    let mut objects = Vec::new();
    members(&good, "", &mut objects);
    assert!(objects.len() > 15, "{objects:?}");
    let mut passing = Vec::new();
    for (parent, key) in &objects {
        let mut bad = good.clone();
        let object = bad.pointer_mut(parent).unwrap().as_object_mut().unwrap();
        object.remove(key);
        if verify(BYTES, &bad.to_string(), &root).is_ok() {
            passing.push(format!("{parent}/{key}"));
        }
    }
    // Bundles need not have them: the one is empty here, the other repeats what
    // is computed anyway.
    let optional =
        ["/verificationMaterial/timestampVerificationData", "/messageSignature/messageDigest"];
    assert_eq!(passing, optional);
}

fn members(value: &Value, at: &str, out: &mut Vec<(String, String)>) {
    match value {
        Value::Object(object) => {
            for (key, member) in object {
                out.push((at.to_owned(), key.clone()));
                members(member, &format!("{at}/{key}"), out);
            }
        }
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                members(item, &format!("{at}/{i}"), out);
            }
        }
        _ => {}
    }
}

#[test]
fn parts_of_two_bundles_do_not_make_a_third() {
    let served = Instance::new().serve(Behaviour::Good);
    let root = served.trust_root();
    let one: Value = serde_json::from_str(&sign(&served, BYTES).unwrap().bundle).unwrap();
    let two: Value = serde_json::from_str(&sign(&served, b"other").unwrap().bundle).unwrap();
    for part in [
        "/messageSignature",
        "/messageSignature/signature",
        "/verificationMaterial",
        "/verificationMaterial/certificate",
        "/verificationMaterial/tlogEntries",
    ] {
        let mut mixed = one.clone();
        *mixed.pointer_mut(part).unwrap() = two.pointer(part).unwrap().clone();
        assert!(verify(BYTES, &mixed.to_string(), &root).is_err(), "{part}");
        assert!(verify(b"other", &mixed.to_string(), &root).is_err(), "{part}");
    }
}
