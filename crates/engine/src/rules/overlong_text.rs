//! Texts that nobody reads to the end.

use warden_core::{Confidence, Severity};

use crate::rule::{Case, CaseInput, Cx, Meta, Rule, Sink, Text};

pub(crate) struct OverlongText;

static META: Meta = Meta {
    id: "WRD-TEXT-OVERLONG",
    title: "A text is longer than a person reads, or was not decoded to its end",
    severity: Severity::Low,
    confidence: Confidence::Medium,
    advisory: true,
    aka: &[],
    doc: "A text of more than 32 000 characters can hide anything from the person who approves it, \
          though not from Warden, which reads all of it. If it holds more encoded text than the \
          decoding budget allows, the rest was read as it stands.",
};

const LONG: usize = 32_000;

const SHORT: &str = r#"{"tools":[{"name":"a","description":"short","inputSchema":{}}]}"#;

fn long() -> String {
    let text = "a word ".repeat(LONG / 6);
    format!(r#"{{"tools":[{{"name":"a","description":"{text}","inputSchema":{{}}}}]}}"#)
}

impl Rule for OverlongText {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case {
                    input: CaseInput::Generated("a description of 40 000 bytes", long),
                    fires: true,
                },
                Case { input: CaseInput::Dump(SHORT), fires: false },
            ]
        }
    }

    fn reads_texts(&self) -> bool {
        true
    }

    fn text(&self, t: &Text<'_>, _: &Cx<'_>, sink: &mut Sink) {
        let len = t.unit.text.len();
        if len <= LONG && !t.readings.cut {
            return;
        }
        let message = if t.readings.cut {
            format!("A text of {len} bytes holds more encoded text than was decoded")
        } else {
            format!("A text is {len} bytes long")
        };
        sink.push(t.finding(&META, 0..len.min(80), message));
    }
}
