//! Our reader and canonical form against other implementations.

use proptest::prelude::*;
use serde_json::Value;
use warden_core::json::{AnomalyKind, Kind, NumberPolicy, Val, jcs, lossless};

use crate::support::{json_text, strict, tolerant};

/// Whether both trees say the same. Of duplicates the last counts in both.
fn same(ours: Val<'_>, theirs: &Value) -> bool {
    match theirs {
        Value::Null => ours.kind() == Kind::Null,
        Value::Bool(b) => ours.bool() == Some(*b),
        Value::String(s) => ours.text().as_deref() == Some(s),
        Value::Number(n) => {
            let ours = ours.num().and_then(|n| n.as_f64());
            ours.zip(n.as_f64()).is_some_and(|(a, b)| close(a, b))
        }
        Value::Array(list) => {
            ours.is_arr()
                && ours.items().count() == list.len()
                && ours.items().zip(list).all(|(a, b)| same(a, b))
        }
        Value::Object(map) => {
            ours.is_obj()
                && ours.members().all(|(k, _)| k.text().is_some_and(|k| map.contains_key(&*k)))
                && map.iter().all(|(k, b)| ours.get(k).is_some_and(|a| same(a, b)))
        }
    }
}

/// Without its feature `float_roundtrip` serde_json may be some units in the
/// last place off.
fn close(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= a.abs().max(f64::MIN_POSITIVE) * 8.0 * f64::EPSILON
}

fn compare(text: &[u8]) -> Result<(), TestCaseError> {
    let theirs = serde_json::from_slice::<Value>(text);
    let ours = tolerant(text);
    let Ok(theirs) = theirs else {
        // What a strict parser refuses, strict mode refuses too.
        prop_assert!(strict(text).is_err());
        return Ok(());
    };
    let ours = ours.map_err(|e| TestCaseError::fail(e.to_string()))?;
    prop_assert!(same(ours.root(), &theirs));
    for anomaly in ours.anomalies() {
        prop_assert!(matches!(
            anomaly.kind,
            AnomalyKind::DuplicateKey | AnomalyKind::NumberNotInteroperable
        ));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn reads_what_serde_json_reads(text in json_text()) {
        compare(text.as_bytes())?;
    }

    #[test]
    fn reads_damaged_texts_as_serde_json_does(
        text in json_text(),
        at in any::<prop::sample::Index>(),
        put in prop::sample::select(b"\"\\{}[],:0-.eE u/\x00\x1f\x7f\x80\xc3\xff".to_vec()),
        insert in any::<bool>(),
    ) {
        let mut bytes = text.into_bytes();
        let at = at.index(bytes.len());
        if insert { bytes.insert(at, put) } else { bytes[at] = put }
        compare(&bytes)?;
    }

    #[test]
    fn jcs_equals_the_canonicalizer(value in value()) {
        let text = serde_json::to_string(&value).expect("JSON");
        let expected = serde_json_canonicalizer::to_vec(&value).expect("canonical");
        let doc = strict(&text).expect("a plain document has no anomaly");
        let form = jcs(doc.root(), NumberPolicy::RefuseUnsafe).expect("canonical");
        prop_assert_eq!(&form, &lossless(doc.root()));
        prop_assert_eq!(String::from_utf8(form), String::from_utf8(expected));
    }
}

/// A document of another implementation's values.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-(1_i64 << 53)..=(1 << 53)).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        prop::num::f64::NORMAL.prop_map(Value::from),
        (-1e9..1e9).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 64, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::vec((any::<String>(), inner), 0..8)
                .prop_map(|m| Value::Object(m.into_iter().collect())),
        ]
    })
}
