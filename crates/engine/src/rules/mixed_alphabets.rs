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
        if !may_mix(text.as_bytes()) {
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

/// Whether there may be a letter of Greek, Cyrillic, Armenian, Cherokee or
/// Coptic, told by the first two bytes of its UTF-8.
fn may_mix(bytes: &[u8]) -> bool {
    let second = |at: usize| bytes.get(at + 1).copied().unwrap_or_default();
    bytes.iter().enumerate().any(|(at, b)| match b {
        0xcc..=0xd6 | 0xe1 | 0xea => true,
        // The sign of the ohm, then from Glagolitic on.
        0xe2 => matches!(second(at), 0x84 | 0xb0..),
        _ => false,
    })
}

/// Two Latin letters at least, so that units and formulas pass.
fn is_mixed(word: &str) -> bool {
    let latin = word.chars().filter(char::is_ascii_alphabetic).count();
    // Nothing beyond the Cherokee supplement passes for Latin.
    let foreign = || word.chars().filter(|c| !c.is_ascii() && *c < '\u{ac00}').any(is_foreign);
    latin >= 2 && foreign() && word_reading(word) == WordReading::LookAlike
}

fn is_foreign(c: char) -> bool {
    matches!(
        c.script(),
        Script::Cyrillic | Script::Greek | Script::Armenian | Script::Cherokee | Script::Coptic
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_tell_every_letter_that_is_judged() {
        for c in ('\u{80}'..'\u{ac00}').filter(|c| is_foreign(*c)) {
            assert!(may_mix(c.encode_utf8(&mut [0; 4]).as_bytes()), "{c:?}");
        }
        assert!(!may_mix("“a” → b — ✅ 文件".as_bytes()));
    }
}
