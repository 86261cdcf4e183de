//! What must hold of the JSON reader for every input.

use std::sync::Arc;

use warden_core::json::{
    Doc, Kind, Limits, Mode, NumberPolicy, Val, item_digest, jcs, lossless, read,
};

const LIMITS: Limits = Limits { bytes: 1 << 16, depth: 64, nodes: 1 << 14 };

pub(crate) fn check(data: &[u8]) {
    let strict = read(Arc::from(data), Mode::Strict, &LIMITS);
    let Ok(doc) = read(Arc::from(data), Mode::AsClientsRead, &LIMITS) else {
        assert!(strict.is_err(), "strict mode accepts what the tolerant mode refuses");
        return;
    };
    assert_eq!(strict.is_ok(), doc.anomalies().is_empty());
    assert_eq!(doc.bytes(), data);
    for anomaly in doc.anomalies() {
        assert!(anomaly.span.start < anomaly.span.end && anomaly.span.end as usize <= data.len());
    }
    let mut nodes = 0;
    visit(doc.root(), &mut nodes);
    assert_eq!(nodes, doc.node_count(), "the walk reaches every node");
    canonical_forms(&doc, strict.is_ok());
}

/// Uses every accessor of every node.
fn visit(v: Val<'_>, nodes: &mut usize) {
    *nodes += 1;
    let span = v.span();
    assert_eq!(v.raw().len(), (span.end - span.start) as usize);
    assert_eq!(v.text().is_some(), v.kind() == Kind::Str);
    assert_eq!(v.num().is_some(), v.kind() == Kind::Num);
    assert_eq!(v.doc().val(v.id()).span(), span);
    if let Some(n) = v.num() {
        assert!(!n.is_exact() || n.as_f64().is_some());
    }
    for item in v.items() {
        inside(v, item);
        visit(item, nodes);
    }
    for (key, value) in v.members() {
        inside(v, key);
        inside(v, value);
        *nodes += 1;
        let name = key.text().expect("a member name is a string");
        assert!(key.key_is(&name));
        assert!(v.get(&name).is_some());
        assert_eq!(v.get_text(&name).is_some(), v.get(&name).and_then(Val::text).is_some());
        visit(value, nodes);
    }
}

fn inside(outer: Val<'_>, inner: Val<'_>) {
    let (outer, inner) = (outer.span(), inner.span());
    assert!(outer.start < inner.start && inner.end < outer.end);
}

fn canonical_forms(doc: &Doc, strict: bool) {
    let root = doc.root();
    assert_eq!(item_digest(root).len(), "sha256:".len() + 64);
    let form = jcs(root, NumberPolicy::AsDouble);
    if strict {
        // Without anomalies nothing is lost, and both forms are the same.
        assert_eq!(form.as_deref(), Ok(&*lossless(root)));
        assert_eq!(form, jcs(root, NumberPolicy::RefuseUnsafe));
    }
    let Ok(form) = form else { return };
    let limits = Limits { bytes: usize::MAX, ..LIMITS };
    let again = read(Arc::from(&*form), Mode::AsClientsRead, &limits);
    let again = again.expect("a canonical form is JSON");
    assert_eq!(jcs(again.root(), NumberPolicy::AsDouble).as_ref(), Ok(&form));
}
