//! Words that mix alphabets.

use unicode_script::{Script, UnicodeScript};
use warden_core::{Confidence, Severity};

use crate::fold::{WordReading, word_reading};
use crate::rule::{Case, Cx, Meta, Rule, Sink, Text};

pub(crate) struct MixedAlphabets;

static META: Meta = Meta {
    id: "WRD-UNI-MIXED-ALPHABETS",
    title: "Mixes look-alike letters of two alphabets in one word",
    severity: Severity::Medium,
    confidence: Confidence::Medium,
    advisory: false,
    aka: &[],
    doc: "A word with, say, a Cyrillic letter among Latin ones looks right and is another word: a \
          way past filters, or a name that passes for that of a known tool. Warden reads such words \
          as what they look like; this finding says that they are there.",
};

impl Rule for MixedAlphabets {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad(
                    r#"{"tools":[{"name":"a","description":"Reads a fіle","inputSchema":{}}]}"#,
                ),
                Case::good(
                    r#"{"tools":[{"name":"a","description":"Читает файл API","inputSchema":{}}]}"#,
                ),
                Case::good(
                    r#"{"tools":[{"name":"a","description":"5 µm, ΔE, Größe","inputSchema":{}}]}"#,
                ),
            ]
        }
    }

    fn reads_texts(&self) -> bool {
        true
    }

    fn text(&self, t: &Text<'_>, _: &Cx<'_>, sink: &mut Sink) {
        if !t.readings.classes.non_ascii {
            return;
        }
        let text: &str = &t.unit.text;
        if !text.bytes().any(leads_look_alike) {
            return;
        }
        for word in text.split(|c: char| !c.is_alphanumeric()) {
            if is_mixed(word) {
                let at = word.as_ptr() as usize - text.as_ptr() as usize;
                let message = "A word mixes look-alike letters of two alphabets";
                sink.push(t.finding(&META, at..at + word.len(), message));
                return;
            }
        }
    }
}

/// Whether UTF-8 of Greek, Cyrillic, Armenian, Cherokee or Coptic letters can
/// begin with the byte.
fn leads_look_alike(b: u8) -> bool {
    matches!(b, 0xcc..=0xd6 | 0xe1 | 0xe2 | 0xea)
}

/// Two Latin letters at least, so that units and formulas pass.
fn is_mixed(word: &str) -> bool {
    let latin = word.chars().filter(char::is_ascii_alphabetic).count();
    // Nothing beyond the Cherokee supplement passes for Latin.
    let foreign = || {
        word.chars().filter(|c| !c.is_ascii() && *c < '\u{ac00}').any(|c| {
            matches!(
                c.script(),
                Script::Cyrillic
                    | Script::Greek
                    | Script::Armenian
                    | Script::Cherokee
                    | Script::Coptic
            )
        })
    };
    latin >= 2 && foreign() && word_reading(word) == WordReading::LookAlike
}
