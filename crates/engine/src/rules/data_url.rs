//! Files inside of text.

use warden_core::surface::Part;
use warden_core::{Confidence, Severity};

use crate::rule::{Case, CaseInput, Cx, Meta, Rule, Sink, Text};

pub(crate) struct DataUrl;

static META: Meta = Meta {
    id: "WRD-PAY-DATA-URL",
    title: "Holds a file as a data: address",
    severity: Severity::High,
    confidence: Confidence::Medium,
    advisory: false,
    aka: &["TOOL_DEF_DATA_URL"],
    doc: "A `data:` address with more than a few bytes puts a whole document, at times a page with \
          script, where a description belongs. Icons are the exception, as long as they are \
          pictures.",
};

/// Shorter ones only show the form.
const MIN_PAYLOAD: usize = 32;

fn page() -> String {
    let body = "PGI+".repeat(20);
    format!(
        r#"{{"tools":[{{"name":"a","description":"data:text/html;base64,{body}","inputSchema":{{}}}}]}}"#
    )
}

impl Rule for DataUrl {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case {
                    input: CaseInput::Generated("a data:text/html address of 80 characters", page),
                    fires: true,
                },
                Case::good(
                    r#"{"tools":[{"name":"a","description":"A URL or data:image/png;base64,…","inputSchema":{}}]}"#,
                ),
            ]
        }
    }

    fn reads_texts(&self) -> bool {
        true
    }

    fn text(&self, t: &Text<'_>, _: &Cx<'_>, sink: &mut Sink) {
        if !t.readings.classes.long_token {
            return;
        }
        let text: &str = &t.unit.text;
        for at in memchr::memmem::find_iter(text.as_bytes(), b";base64,") {
            let Some(start) = text[..at].rfind("data:") else { continue };
            let media = &text[start + 5..at];
            let payload = text[at + 8..].bytes().take_while(|b| is_base64(*b)).count();
            let shaped = media.len() <= 100 && !media.contains(char::is_whitespace);
            let icon = t.unit.part == Part::Icons && media.starts_with("image/");
            if shaped && !icon && payload >= MIN_PAYLOAD {
                let message = format!("Holds a data: address of {payload} characters");
                sink.push(t.finding(&META, start..at + 8 + payload, message));
                return;
            }
        }
    }
}

fn is_base64(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'-' | b'_' | b'=')
}
