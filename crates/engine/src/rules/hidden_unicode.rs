//! Characters that nobody sees.

use unicode_script::{Script, UnicodeScript};
use warden_core::{Confidence, Severity};

use crate::fold::is_invisible;
use crate::rule::{Case, Cx, Meta, Rule, Sink, Text};

pub(crate) struct HiddenUnicode;

static META: Meta = Meta {
    id: "WRD-UNI-HIDDEN",
    title: "Holds characters that nobody sees",
    severity: Severity::High,
    confidence: Confidence::High,
    advisory: false,
    aka: &["TOOL_DEF_HIDDEN_UNICODE"],
    doc: "Zero-width characters, tag characters, bidirectional overrides and fillers take no room \
          on a screen. A model reads them all the same, so a text can say one thing to the person \
          who approves it and another to the model, or split a word that a filter looks for.\n\n\
          Not reported: joiners where a script or an emoji needs them, soft hyphens inside a word \
          of a language that hyphenates, direction marks beside Arabic or Hebrew, flags.\n\n\
          Reported as low only: a few zero-width spaces of one kind that stand beside a space, \
          punctuation or a line's end, as editors of web pages leave them.\n\n\
          Do not use the server; ask its author why the characters are there.",
};

impl Rule for HiddenUnicode {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad(
                    r#"{"tools":[{"name":"a","description":"Lists\u200b files","inputSchema":{}}]}"#,
                ),
                Case::bad(
                    r#"{"tools":[{"name":"a","description":"Hi \udb40\udc72\udb40\udc75\udb40\udc6e","inputSchema":{}}]}"#,
                ),
                Case::bad(
                    r#"{"tools":[{"name":"a","description":"safe \u202eelif","inputSchema":{}}]}"#,
                ),
                Case::bad(r#"{"tools":[{"name":"a\u3164b","description":"x","inputSchema":{}}]}"#),
                Case::good(
                    r#"{"tools":[{"name":"a","description":"می\u200cخواهم 👩\u200d💻 ✈️ Donau\u00addampf","inputSchema":{}}]}"#,
                ),
                Case::good(
                    r#"{"tools":[{"name":"a","description":"\u200eשלום\u200f API","inputSchema":{}}]}"#,
                ),
                Case::good(
                    r#"{"tools":[{"name":"a","description":"🏴\udb40\udc67\udb40\udc62\udb40\udc77\udb40\udc6c\udb40\udc73\udb40\udc7f","inputSchema":{}}]}"#,
                ),
            ]
        }
    }

    fn reads_texts(&self) -> bool {
        true
    }

    fn text(&self, t: &Text<'_>, _: &Cx<'_>, sink: &mut Sink) {
        if !t.readings.classes.hidden {
            return;
        }
        let text: &str = &t.unit.text;
        let Some((at, first)) = first_hidden(text).or_else(|| private_use(text)) else { return };
        let count = text[at..].chars().filter(|c| is_invisible(*c)).count().max(1);
        let message = format!(
            "Holds characters that nobody sees, U+{:04X} first ({count} from there on)",
            u32::from(first)
        );
        let end = text[at..]
            .char_indices()
            .find(|(_, c)| !is_invisible(*c))
            .map_or(text.len(), |e| at + e.0);
        let mut finding = t.finding(&META, at..end, message);
        if is_stray(text) {
            finding.severity = Severity::Low;
            finding.confidence = Confidence::Low;
            finding.advisory = true;
        }
        sink.push(finding);
    }
}

/// Whether all that is hidden are a few zero-width spaces, joiners or marks
/// beside a space, a line's end or punctuation, as editors of web pages leave
/// them. They split no word, and are too few and too alike to carry a text.
fn is_stray(text: &str) -> bool {
    let plain =
        |c: char| matches!(c, '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{200e}' | '\u{200f}');
    let hidden =
        || text.char_indices().filter(|(at, c)| is_invisible(*c) && !is_explained(text, *at, *c));
    let kind = hidden().next().map(|(_, c)| c);
    let apart = |at: usize| {
        let before = text[..at].chars().rev().find(|c| !is_invisible(*c));
        let after = text[at..].chars().find(|c| !is_invisible(*c));
        !both(before, after, char::is_alphanumeric)
    };
    kind.is_some_and(plain)
        && hidden().take(STRAY + 1).count() <= STRAY
        && hidden().all(|(at, c)| Some(c) == kind && apart(at))
}

/// More than this are no accident.
const STRAY: usize = 6;

/// Private-use characters in number: a font of one's own can show anything,
/// other fonts show nothing.
fn private_use(text: &str) -> Option<(usize, char)> {
    let is = |c: char| matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10fffd}');
    let mut found = text.char_indices().filter(|(_, c)| is(*c));
    let first = found.next()?;
    found.nth(PRIVATE_USE - 2).map(|_| first)
}

/// A single icon of a symbol font is common in honest text.
const PRIVATE_USE: usize = 4;

/// The first invisible character that nothing around it explains.
fn first_hidden(text: &str) -> Option<(usize, char)> {
    text.char_indices().find(|(at, c)| is_invisible(*c) && !is_explained(text, *at, *c))
}

fn is_explained(text: &str, at: usize, c: char) -> bool {
    let before = text[..at].chars().next_back();
    let after = text[at + c.len_utf8()..].chars().next();
    match c {
        '\u{200c}' => both(before, after, joins_letters),
        '\u{200d}' => both(before, after, joins_letters) || joins_emoji(text, at, after),
        // Emoji and text presentation, keycaps.
        '\u{fe0e}' | '\u{fe0f}' => before.is_some_and(|c| !c.is_alphabetic() || c > '\u{2000}'),
        '\u{ad}' => both(before, after, |c| c.is_alphabetic()) && mostly_unhyphenated(text),
        '\u{200e}' | '\u{200f}' | '\u{61c}' => text.chars().any(is_right_to_left),
        '\u{2066}'..='\u{2069}' => text.chars().any(is_right_to_left),
        '\u{feff}' => at == 0,
        '\u{e0020}'..='\u{e007f}' => in_flag(&text[..at]),
        // Mongolian free variation selectors, Hangul fillers between jamo.
        '\u{180b}'..='\u{180f}' => before.is_some_and(|c| c.script() == Script::Mongolian),
        '\u{115f}' | '\u{1160}' => both(before, after, |c| c.script() == Script::Hangul),
        _ => false,
    }
}

fn both(a: Option<char>, b: Option<char>, f: impl Fn(char) -> bool) -> bool {
    a.is_some_and(&f) && b.is_some_and(f)
}

/// Scripts whose letters change shape beside a joiner.
fn joins_letters(c: char) -> bool {
    use unicode_normalization::char::is_combining_mark;
    matches!(
        c.script(),
        Script::Arabic
            | Script::Syriac
            | Script::Mongolian
            | Script::Nko
            | Script::Devanagari
            | Script::Bengali
            | Script::Gurmukhi
            | Script::Gujarati
            | Script::Oriya
            | Script::Tamil
            | Script::Telugu
            | Script::Kannada
            | Script::Malayalam
            | Script::Sinhala
            | Script::Khmer
    ) || (is_combining_mark(c) && c > '\u{600}')
}

fn is_pictograph(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

fn joins_emoji(text: &str, at: usize, after: Option<char>) -> bool {
    let before = text[..at].chars().rev().find(|c| *c != '\u{fe0f}');
    before.is_some_and(is_pictograph) && after.is_some_and(is_pictograph)
}

/// A text with a soft hyphen in every word hides words rather than breaks
/// them.
fn mostly_unhyphenated(text: &str) -> bool {
    let hyphens = text.matches('\u{ad}').count();
    let longest = text
        .split_whitespace()
        .filter(|w| w.contains('\u{ad}'))
        .map(|w| w.chars().filter(|c| *c != '\u{ad}').count())
        .min();
    longest.is_some_and(|n| n >= 8) && hyphens * 8 <= text.chars().count()
}

fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

/// Subdivision flags: a black flag and up to seven tags (UTS #51, ED-14a).
fn in_flag(before: &str) -> bool {
    before.chars().rev().take(8).find(|c| !matches!(c, '\u{e0020}'..='\u{e007f}'))
        == Some('\u{1f3f4}')
}

#[cfg(test)]
mod tests {
    use super::is_stray;

    #[test]
    fn strays_stand_apart_and_are_few() {
        assert!(is_stray("获取列表\u{200b} \u{200b}分页。"));
        assert!(is_stray("Returns rows.\u{200b}\u{200b}"));
        // It splits a word, carries bits, turns the text round, or hides tags.
        assert!(!is_stray("pass\u{200b}word"));
        assert!(!is_stray("删\u{200b}除"));
        assert!(!is_stray(". \u{200b}\u{200c}\u{200b}\u{200c}"));
        assert!(!is_stray(&format!(". {}", "\u{200b}".repeat(40))));
        assert!(!is_stray("safe \u{202e}elif"));
        assert!(!is_stray("Hi \u{e0072}\u{e0075}\u{e006e}"));
    }
}
