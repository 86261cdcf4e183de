//! Items that are not what the protocol says.

use warden_core::surface::Item;
use warden_core::{Confidence, Gate, Severity};

use crate::rule::{Case, Cx, Meta, Rule, Sink};

pub(crate) struct MalformedItem;

static META: Meta = Meta {
    id: "WRD-SHAPE-MALFORMED",
    title: "An item is not of the form that the protocol gives it",
    severity: Severity::Low,
    confidence: Confidence::High,
    advisory: true,
    aka: &[],
    doc: "A tool, prompt or resource lacks a name or a schema, or has a value of another type where \
          text belongs. Clients differ in what they do with it. Warden reads all of its text, \
          wherever it stands, and its neighbours as well.",
};

impl Rule for MalformedItem {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad(r#"{"tools":[{"description":"has no name","inputSchema":{}}]}"#),
                Case::bad(r#"{"tools":["just text"]}"#),
                Case::good(r#"{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}"#),
            ]
        }
    }

    fn reads_items(&self) -> bool {
        true
    }

    fn item(&self, item: &Item, _: &Cx<'_>, sink: &mut Sink) {
        if let Some(why) = item.malformed {
            let message = format!("The item is malformed: {why}");
            sink.push(META.finding(Gate::Static, item.subject(), message));
        }
    }
}
