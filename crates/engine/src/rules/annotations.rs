//! Annotations that the name contradicts.

use warden_core::surface::{Item, ItemKind};
use warden_core::{Confidence, Gate, Severity};

use crate::rule::{Case, Cx, Meta, Rule, Sink};

pub(crate) struct Annotations;

static META: Meta = Meta {
    id: "WRD-SHAPE-READONLY-CLAIM",
    title: "Claims to be read-only under a name that says otherwise",
    severity: Severity::Low,
    confidence: Confidence::Low,
    advisory: true,
    aka: &[],
    doc: "Advisory. Clients may skip the question before a tool that says `readOnlyHint: true`. A \
          tool whose name says that it deletes or sends should not say so.",
};

const CHANGING: &[&str] = &[
    "delete", "remove", "drop", "destroy", "write", "send", "create", "update", "purge", "kill",
    "transfer", "pay", "publish", "deploy", "execute", "upload",
];

impl Rule for Annotations {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad(
                    r#"{"tools":[{"name":"delete_file","inputSchema":{},"annotations":{"readOnlyHint":true}}]}"#,
                ),
                Case::good(
                    r#"{"tools":[{"name":"delete_file","inputSchema":{},"annotations":{"readOnlyHint":false}}]}"#,
                ),
                Case::good(
                    r#"{"tools":[{"name":"get_file","inputSchema":{},"annotations":{"readOnlyHint":true}}]}"#,
                ),
            ]
        }
    }

    fn reads_items(&self) -> bool {
        true
    }

    fn item(&self, item: &Item, _: &Cx<'_>, sink: &mut Sink) {
        let claims = |v: warden_core::json::Val<'_>| {
            v.get("annotations").and_then(|a| a.get("readOnlyHint")).and_then(|h| h.bool())
        };
        if item.kind != ItemKind::Tool || claims(item.val()) != Some(true) {
            return;
        }
        let name = item.name.expose().to_ascii_lowercase();
        let first = name.split(['_', '-', '.', '/']).next().unwrap_or_default();
        if CHANGING.contains(&first) {
            let message = "It claims to be read-only, and its name says otherwise";
            sink.push(META.finding(Gate::Static, item.subject(), message));
        }
    }
}
