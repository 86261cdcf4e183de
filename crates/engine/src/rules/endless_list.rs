//! Lists whose pages never end.

use warden_core::capture::CaptureFacts;
use warden_core::{Confidence, Gate, Severity, Subject};

use crate::rule::{Case, CaseInput, Cx, Meta, Rule, Sink};

pub(crate) struct EndlessList;

static META: Meta = Meta {
    id: "WRD-WIRE-ENDLESS-LIST",
    title: "A list never ends",
    severity: Severity::Medium,
    confidence: Confidence::High,
    advisory: false,
    aka: &[],
    doc: "The cursor of a list repeated or went on past every bound, so part of the list may not \
          have been read. A client would hang or stop somewhere else.",
};

fn endless() -> CaptureFacts {
    CaptureFacts { endless_lists: vec!["tools"], ..CaptureFacts::default() }
}

impl Rule for EndlessList {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case {
                    input: CaseInput::Facts("the same cursor again and again", endless),
                    fires: true,
                },
                Case {
                    input: CaseInput::Facts("a last page", CaptureFacts::default),
                    fires: false,
                },
            ]
        }
    }

    fn capture(&self, facts: &CaptureFacts, _: &Cx<'_>, sink: &mut Sink) {
        for list in &facts.endless_lists {
            let message = format!("The list of {list} never ended");
            sink.push(META.finding(Gate::Wire, Subject::Server, message));
        }
    }
}
