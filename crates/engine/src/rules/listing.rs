//! Lists that change between two requests.

use warden_core::capture::{CaptureFacts, ListingDiffers, SessionId};
use warden_core::surface::Item;
use warden_core::{Confidence, Gate, Severity, Subject};

use crate::rule::{Case, CaseInput, Cx, Meta, Rule, Sink};

pub(crate) struct ListingChanges;

static META: Meta = Meta {
    id: "WRD-LIST-CHANGES",
    title: "The list changes when it is asked for again",
    severity: Severity::Medium,
    confidence: Confidence::Medium,
    advisory: false,
    aka: &[],
    doc: "Asked for the same list twice within a moment, the server answered differently. That is \
          how a server shows clean tools to whoever looks first. Both answers are judged. Some \
          honest servers load tools late; ask again and compare.",
};

fn changed() -> CaptureFacts {
    let names = vec!["late".into()];
    CaptureFacts {
        differs: vec![ListingDiffers { session: SessionId::A, list: "tools", names }],
        ..CaptureFacts::default()
    }
}

impl Rule for ListingChanges {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case {
                    input: CaseInput::Facts("a second tools/list with a new tool", changed),
                    fires: true,
                },
                Case {
                    input: CaseInput::Facts("the same list twice", CaptureFacts::default),
                    fires: false,
                },
            ]
        }
    }

    fn capture(&self, facts: &CaptureFacts, _: &Cx<'_>, sink: &mut Sink) {
        for d in &facts.differs {
            let names: Vec<_> = d.names.iter().take(5).map(|n| n.term_limited(40)).collect();
            let message = format!(
                "Asked for {} again, it answered differently ({})",
                d.list,
                if names.is_empty() { "order or number".to_owned() } else { names.join(", ") }
            );
            sink.push(META.finding(Gate::Wire, Subject::Server, message));
        }
    }

    fn reads_items(&self) -> bool {
        true
    }

    fn item(&self, item: &Item, _: &Cx<'_>, sink: &mut Sink) {
        if item.seen.only_second_listing() {
            let message = "It came only when the list was asked for again";
            sink.push(META.finding(Gate::Wire, item.subject(), message));
        }
    }
}
