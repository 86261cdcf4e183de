//! Long runs of code.

use warden_core::surface::{Part, Role};
use warden_core::{Confidence, Severity};

use crate::fold::{is_token, run_from};
use crate::rule::{Case, CaseInput, Cx, Meta, Rule, Sink, Text};

pub(crate) struct EncodedBlob;

static META: Meta = Meta {
    id: "WRD-PAY-BLOB",
    title: "Holds a long run of encoded data",
    severity: Severity::High,
    confidence: Confidence::Medium,
    advisory: false,
    aka: &["TOOL_DEF_BASE64_BLOB"],
    doc: "A run of 120 or more characters that look like base64, or as much in pieces, carries \
          something that neither a person nor Warden can read, next to a model that may be told to \
          decode it. Paths, pointers and long identifiers are not meant.",
};

/// Characters of dense tokens in one text.
const MIN: usize = 120;
/// A piece of fewer characters may be an id or a digest.
const PIECE: usize = 40;

fn blob() -> String {
    let mut state = 0x2545_f491_u32;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        char::from(alphabet[(state >> 8) as usize % alphabet.len()])
    };
    let run: String = (0..160).map(|_| next()).collect();
    format!(r#"{{"tools":[{{"name":"a","description":"Use {run}","inputSchema":{{}}}}]}}"#)
}

impl Rule for EncodedBlob {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case {
                    input: CaseInput::Generated("160 random letters and digits", blob),
                    fires: true,
                },
                Case::good(
                    r##"{"tools":[{"name":"a","description":"See #/properties/first/items/properties/second/items/properties/third/items/properties/fourth/items/properties/fifth/items","inputSchema":{}}]}"##,
                ),
                Case::good(
                    r#"{"tools":[{"name":"a","description":"sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","inputSchema":{}}]}"#,
                ),
            ]
        }
    }

    fn reads_texts(&self) -> bool {
        true
    }

    fn text(&self, t: &Text<'_>, _: &Cx<'_>, sink: &mut Sink) {
        let elsewhere = t.unit.part == Part::Icons || t.unit.role == Role::Uri;
        if !t.readings.classes.long_token || elsewhere || t.unit.text.len() < MIN {
            return;
        }
        let text: &str = &t.unit.text;
        let mut total = 0;
        let mut first = None;
        let inside = |b: u8| is_token(b) || b == b'=';
        let bytes = text.as_bytes();
        let mut from = 0;
        while let Some(at) = run_from(bytes, from, PIECE, inside) {
            let len = bytes[at..].iter().take_while(|b| inside(**b)).count();
            if is_dense(&text[at..at + len]) {
                first.get_or_insert(at..at + len);
                total += len;
            }
            from = at + len;
        }
        // A data: address is reported as what it is.
        if let Some(range) = first.filter(|_| total >= MIN)
            && !text.contains(";base64,")
        {
            let message = format!("Holds {total} characters of encoded data");
            sink.push(t.finding(&META, range, message));
        }
    }
}

/// Base64 changes between upper case, lower case and digits at every other
/// character; words, paths and hexadecimal digests do not.
fn is_dense(word: &str) -> bool {
    let class = |b: u8| match b {
        b'A'..=b'Z' => 1,
        b'a'..=b'z' => 2,
        b'0'..=b'9' => 3,
        _ => 0,
    };
    let bytes = word.as_bytes();
    let changes = bytes.windows(2).filter(|w| class(w[0]) != class(w[1])).count();
    let upper = bytes.iter().any(u8::is_ascii_uppercase);
    let lower = bytes.iter().filter(|b| b.is_ascii_lowercase() && **b > b'f').count();
    let slashes = bytes.iter().filter(|b| matches!(**b, b'/' | b'-' | b'_')).count();
    changes * 5 >= bytes.len() * 2 && upper && lower > 0 && slashes * 12 <= bytes.len()
}
