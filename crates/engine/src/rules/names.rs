//! Names that clients cannot use as they are.

use warden_core::surface::{Item, ItemKind};
use warden_core::text::is_deceptive;
use warden_core::{Confidence, Gate, Severity};

use crate::rule::{Case, Cx, Meta, Rule, Sink};

pub(crate) struct Names;

static META: Meta = Meta {
    id: "WRD-SHAPE-NAME",
    title: "A tool's name is not of the form that clients accept",
    severity: Severity::Low,
    confidence: Confidence::High,
    advisory: true,
    aka: &[],
    doc: "The protocol recommends names of 1 to 128 letters, digits, `_`, `-`, `.` and `/`. Others \
          are shortened or rewritten by clients, and two of them may then be the same.",
};

impl Rule for Names {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad(r#"{"tools":[{"name":"list files","inputSchema":{}}]}"#),
                Case::good(r#"{"tools":[{"name":"list_files.v2","inputSchema":{}}]}"#),
            ]
        }
    }

    fn reads_items(&self) -> bool {
        true
    }

    fn item(&self, item: &Item, _: &Cx<'_>, sink: &mut Sink) {
        if item.kind != ItemKind::Tool || item.malformed == Some("it has no name") {
            return;
        }
        let name = item.name.expose();
        let usual = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
        // Deceptive characters have rules of their own.
        if name.len() > 128 || name.chars().any(|c| !usual(c) && !is_deceptive(c)) {
            let message = "The name is not of the form that clients accept";
            sink.push(META.finding(Gate::Static, item.subject(), message));
        }
    }
}
