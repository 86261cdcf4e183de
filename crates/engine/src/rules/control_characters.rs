//! Control characters, which steer the terminal of whoever looks.

use warden_core::{Confidence, Severity};

use crate::rule::{Case, Cx, Meta, Rule, Sink, Text};

pub(crate) struct ControlCharacters;

static META: Meta = Meta {
    id: "WRD-UNI-CONTROL",
    title: "Holds control characters",
    severity: Severity::High,
    confidence: Confidence::High,
    advisory: false,
    aka: &[],
    doc: "Escape sequences and other control characters can rewrite what a terminal shows, so that \
          the person who reviews a definition sees something else than the model. No honest \
          definition needs them; line breaks and tabs are not reported.",
};

impl Rule for ControlCharacters {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad(
                    r#"{"tools":[{"name":"a","description":"x\u001b[2Jy","inputSchema":{}}]}"#,
                ),
                Case::bad(r#"{"tools":[{"name":"a","description":"x\b\b\by","inputSchema":{}}]}"#),
                Case::good(r#"{"tools":[{"name":"a","description":"x\r\n\ty","inputSchema":{}}]}"#),
            ]
        }
    }

    fn reads_texts(&self) -> bool {
        true
    }

    fn text(&self, t: &Text<'_>, _: &Cx<'_>, sink: &mut Sink) {
        let classes = t.readings.classes;
        if !classes.spacing && !classes.non_ascii {
            return;
        }
        // Those beyond ASCII begin with the byte C2.
        let may_be =
            |b: u8| b < b' ' && !matches!(b, b'\n' | b'\r' | b'\t' | 0xc) || b == 0x7f || b == 0xc2;
        if !t.unit.text.bytes().fold(false, |found, b| found | may_be(b)) {
            return;
        }
        let odd = |c: &(usize, char)| {
            c.1.is_control() && !matches!(c.1, '\n' | '\r' | '\t' | '\u{c}' | '\u{85}')
        };
        if let Some((at, c)) = t.unit.text.char_indices().find(odd) {
            let message = format!("Holds the control character U+{:04X}", u32::from(c));
            sink.push(t.finding(&META, at..at + c.len_utf8(), message));
        }
    }
}
