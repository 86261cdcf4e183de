//! Two tools of one name.

use std::collections::HashMap;

use warden_core::capture::SessionId;
use warden_core::surface::{Item, Surface};
use warden_core::{Confidence, Gate, Severity};

use crate::rule::{Case, Cx, Meta, Rule, Sink};

pub(crate) struct DuplicateTool;

static META: Meta = Meta {
    id: "WRD-SHAPE-DUPLICATE-TOOL",
    title: "Two different tools have the same name",
    severity: Severity::Medium,
    confidence: Confidence::High,
    advisory: false,
    aka: &[],
    doc: "Within one list, two tools share a name and differ otherwise. Which of them a client \
          shows, and which a reviewer sees, is chance. Warden judges both. A tool that differs \
          between sessions with different capabilities is not meant.",
};

impl Rule for DuplicateTool {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad(
                    r#"{"tools":[{"name":"a","description":"x","inputSchema":{}},{"name":"a","description":"y","inputSchema":{}}]}"#,
                ),
                Case::good(
                    r#"{"tools":[{"name":"a","description":"x","inputSchema":{}},{"name":"a","description":"x","inputSchema":{}}]}"#,
                ),
            ]
        }
    }

    fn server(&self, surface: &Surface, _: &Cx<'_>, sink: &mut Sink) {
        let mut first: HashMap<_, &Item> = HashMap::new();
        for tool in surface.tools() {
            let Some(other) = first.insert(&tool.name, tool) else { continue };
            if same_session(tool, other) && tool.digest() != other.digest() {
                let message =
                    format!("Two different tools are called {}", tool.name.term_limited(80));
                sink.push(META.finding(Gate::Static, tool.subject(), message));
            }
        }
    }
}

fn same_session(a: &Item, b: &Item) -> bool {
    let both = |s| a.seen.in_session(s) && b.seen.in_session(s);
    let listings = a.seen.only_second_listing() == b.seen.only_second_listing();
    listings && [SessionId::A, SessionId::B, SessionId::C].into_iter().any(both)
}
