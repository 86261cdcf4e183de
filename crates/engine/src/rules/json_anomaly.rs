//! JSON that parsers read differently.

use std::sync::Arc;

use warden_core::json::{Anomaly, AnomalyKind, Doc, Val};
use warden_core::surface::{Item, Surface};
use warden_core::{Confidence, Gate, Severity, Subject};

use crate::rule::{Case, Cx, Meta, Rule, Sink};

pub(crate) struct JsonAnomaly;

static META: Meta = Meta {
    id: "WRD-JSON-ANOMALY",
    title: "Holds JSON that parsers read differently",
    severity: Severity::Low,
    confidence: Confidence::High,
    advisory: false,
    aka: &[],
    doc: "A byte order mark, a lone surrogate, `NaN`, a number that a double cannot hold, invalid \
          UTF-8, bytes behind the end: clients accept some of it and read it in different ways, so \
          that a check may see another text than the model. A member that occurs twice in one \
          object is worse, since the first may be shown and the last used: that one is of high \
          severity, invalid UTF-8 and trailing bytes are of medium, the rest of low severity.",
};

impl Rule for JsonAnomaly {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad(
                    r#"{"tools":[{"name":"a","description":"x","description":"y","inputSchema":{}}]}"#,
                ),
                Case::bad(r#"{"tools":[{"name":"a","description":"\ud800","inputSchema":{}}]}"#),
                Case::bad(
                    r#"{"tools":[{"name":"a","inputSchema":{"properties":{"n":{"default":NaN}}}}]}"#,
                ),
                Case::good(
                    r#"{"tools":[{"name":"a","description":"\ud83d\ude00","inputSchema":{}}]}"#,
                ),
            ]
        }
    }

    fn reads_items(&self) -> bool {
        true
    }

    fn item(&self, item: &Item, _: &Cx<'_>, sink: &mut Sink) {
        if item.doc.anomalies().is_empty() {
            return;
        }
        let span = item.val().span();
        for a in item.doc.anomalies() {
            if span.start <= a.span.start && a.span.end <= span.end {
                let mut f = finding(item.subject(), a);
                f.path = Some(pointer(item.val(), a));
                sink.push(f);
            }
        }
    }

    /// What stands around the items.
    fn server(&self, surface: &Surface, _: &Cx<'_>, sink: &mut Sink) {
        let mut docs: Vec<&Arc<Doc>> = surface.items.iter().map(|i| &i.doc).collect();
        docs.dedup_by(|a, b| Arc::ptr_eq(a, b));
        for doc in docs.into_iter().filter(|d| !d.anomalies().is_empty()) {
            for a in doc.anomalies() {
                let inside = |i: &Item| {
                    let span = i.val().span();
                    Arc::ptr_eq(&i.doc, doc) && span.start <= a.span.start && a.span.end <= span.end
                };
                if !surface.items.iter().any(inside) {
                    sink.push(finding(Subject::Server, a));
                }
            }
        }
    }
}

fn finding(subject: Subject, a: &Anomaly) -> warden_core::Finding {
    let message = format!("The JSON holds an anomaly: {}", a.kind.name());
    let mut f = META.finding(Gate::Static, subject, message);
    match a.kind {
        AnomalyKind::DuplicateKey => f.severity = Severity::High,
        AnomalyKind::InvalidUtf8 | AnomalyKind::TrailingBytes => f.severity = Severity::Medium,
        AnomalyKind::NumberNotInteroperable | AnomalyKind::Bom => f.advisory = true,
        _ => {}
    }
    f
}

/// The pointer of the innermost value or key that holds the anomaly.
fn pointer(item: Val<'_>, a: &Anomaly) -> String {
    use warden_core::json::push_token;
    let holds = |v: Val<'_>| v.span().start <= a.span.start && a.span.end <= v.span().end;
    let mut out = String::new();
    let mut at = item;
    loop {
        if let Some((k, v)) = at.members().find(|(k, v)| holds(*k) || holds(*v)) {
            push_token(&mut out, &k.text().unwrap_or_default());
            if holds(k) {
                return out;
            }
            at = v;
        } else if let Some((n, v)) = at.items().enumerate().find(|(_, v)| holds(*v)) {
            push_token(&mut out, &n.to_string());
            at = v;
        } else {
            return out;
        }
    }
}
