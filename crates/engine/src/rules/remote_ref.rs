//! Schemas that point elsewhere.

use warden_core::surface::{ItemKind, Part, Role};
use warden_core::{Confidence, Severity};

use crate::rule::{Case, Cx, Meta, Rule, Sink, Text};

pub(crate) struct RemoteRef;

static META: Meta = Meta {
    id: "WRD-SCHEMA-REMOTE-REF",
    title: "A schema refers to another document",
    severity: Severity::Medium,
    confidence: Confidence::Medium,
    advisory: true,
    aka: &[],
    doc: "A `$ref` that does not begin with `#` can make a client fetch a document while it reads \
          the list: the schema is then whatever that address answers, today or tomorrow. Warden \
          never follows it.",
};

impl Rule for RemoteRef {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad(
                    r#"{"tools":[{"name":"a","inputSchema":{"properties":{"x":{"$ref":"https://badhost.io/s.json"}}}}]}"#,
                ),
                Case::good(
                    r##"{"tools":[{"name":"a","inputSchema":{"properties":{"x":{"$ref":"#/$defs/x"}}}}]}"##,
                ),
            ]
        }
    }

    fn reads_texts(&self) -> bool {
        true
    }

    fn text(&self, t: &Text<'_>, _: &Cx<'_>, sink: &mut Sink) {
        let unit = t.unit;
        let schema =
            unit.item.kind == ItemKind::Tool && matches!(unit.part, Part::Input | Part::Output);
        if !schema || unit.role != Role::Keyword || !unit.text.contains("://") {
            return;
        }
        let pointer = unit.pointer();
        if pointer.ends_with("/$ref") || pointer.ends_with("/$dynamicRef") {
            sink.push(t.finding(&META, 0..unit.text.len(), "A schema refers to another document"));
        }
    }
}
