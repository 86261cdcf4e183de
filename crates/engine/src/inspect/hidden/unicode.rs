//! Characters that hide words: tags, variation selectors as bytes, zero-width
//! characters inside words, and overrides of the writing direction.

use std::ops::Range;

use crate::inspect::{Found, rules};

/// Variation selectors in a row beyond this carry data, not a choice of glyph.
const SELECTORS: usize = 3;
/// So many zero-width characters in a row carry data, not typography.
const ZERO_WIDTH: usize = 6;

/// Finds hidden characters.
pub(in crate::inspect) fn find(text: &str) -> Vec<Found> {
    let mut out = Vec::new();
    if text.is_ascii() {
        return out;
    }
    let mut at = 0;
    let mut before: Option<char> = None;
    while let Some(c) = text[at..].chars().next() {
        let Some(class) = class(c) else {
            before = Some(c);
            at += c.len_utf8();
            continue;
        };
        let end = run_end(text, at, class);
        judge(text, at..end, class, before, &mut out);
        before = text[at..end].chars().next_back();
        at = end;
    }
    out
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Tag,
    Selector,
    ZeroWidth,
    Direction,
}

fn class(c: char) -> Option<Class> {
    match c {
        '\u{e0000}'..='\u{e007f}' => Some(Class::Tag),
        '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => Some(Class::Selector),
        '\u{200b}'
        | '\u{200c}'
        | '\u{200d}'
        | '\u{2060}'..='\u{2064}'
        | '\u{feff}'
        | '\u{180e}' => Some(Class::ZeroWidth),
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => Some(Class::Direction),
        _ => None,
    }
}

fn run_end(text: &str, at: usize, wanted: Class) -> usize {
    text[at..]
        .char_indices()
        .find(|(_, c)| class(*c) != Some(wanted))
        .map_or(text.len(), |(n, _)| at + n)
}

fn judge(
    text: &str,
    range: Range<usize>,
    class: Class,
    before: Option<char>,
    out: &mut Vec<Found>,
) {
    let run = &text[range.clone()];
    let count = run.chars().count();
    let after = text[range.end..].chars().next();
    match class {
        // Flags of regions are a black flag, tags, and a cancel tag (UTS 51).
        Class::Tag if before == Some('\u{1f3f4}') && run.ends_with('\u{e007f}') && count <= 8 => {}
        Class::Tag => {
            let said: String = run.chars().filter_map(crate::fold::tag_to_ascii).collect();
            let mut f = Found::edit(&rules::TAGS, range, "Words are written in tag characters", "");
            f.reads_as = (!said.is_empty()).then_some(said);
            out.push(f);
        }
        Class::Selector if count > SELECTORS => {
            let mut f = Found::edit(
                &rules::TAGS,
                range,
                "A row of variation selectors carries hidden data",
                "",
            );
            f.reads_as = selectors(run);
            out.push(f);
        }
        Class::ZeroWidth => {
            let latin = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic());
            let joins = latin(before) && latin(after) && !run.contains('\u{feff}');
            if joins || count >= ZERO_WIDTH {
                let what = "Zero-width characters split a word or carry data";
                out.push(Found::edit(&rules::ZERO_WIDTH, range, what, ""));
            }
        }
        Class::Direction => direction(text, range, out),
        Class::Selector => {}
    }
}

/// Marks that reorder text are used by right-to-left scripts; in a line
/// without a letter of one they only disguise.
fn direction(text: &str, range: Range<usize>, out: &mut Vec<Found>) {
    let start = text[..range.start].rfind('\n').map_or(0, |n| n + 1);
    let end = text[range.end..].find('\n').map_or(text.len(), |n| range.end + n);
    let line = &text[start.max(floor(text, range.start.saturating_sub(400)))
        ..end.min(floor(text, range.end + 400))];
    let rtl = line.chars().any(
        |c| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}'),
    );
    let overrides = text[range.clone()].contains(['\u{202d}', '\u{202e}']);
    // An isolate around an insertion is good practice in generated messages.
    let isolates = text[range.clone()].chars().all(|c| matches!(c, '\u{2068}' | '\u{2069}'));
    if overrides || (!rtl && !isolates) {
        let what = "A mark changes the order in which the text is shown";
        out.push(Found::edit(&rules::BIDI, range, what, ""));
    }
}

fn floor(text: &str, at: usize) -> usize {
    crate::lex::sentence::char_floor(text, at)
}

/// The bytes that variation selectors 1 to 256 stand for, if they are words.
fn selectors(run: &str) -> Option<String> {
    let bytes: Vec<u8> = run
        .chars()
        .map(|c| match u32::from(c) {
            n @ 0xfe00..=0xfe0f => (n - 0xfe00) as u8,
            n => (n.wrapping_sub(0xe0100) + 16) as u8,
        })
        .collect();
    String::from_utf8(bytes).ok().filter(|s| s.chars().all(|c| !c.is_control() || c == '\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> Vec<&'static str> {
        find(text).iter().map(|f| f.meta.id).collect()
    }

    #[test]
    fn hidden_words_are_found_and_read() {
        let tags: String =
            "go on".chars().map(|c| char::from_u32(0xe0000 + c as u32).expect("tag")).collect();
        let text = format!("fine{tags}");
        let found = find(&text);
        assert_eq!(found[0].reads_as.as_deref(), Some("go on"));
        assert_eq!(rules("ig\u{200b}nore"), ["WRD-RT-ZERO-WIDTH"]);
        assert_eq!(rules("a \u{202e}b"), ["WRD-RT-BIDI"]);
    }

    #[test]
    fn typography_and_other_scripts_are_left() {
        for text in [
            "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
            "\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
            "\u{2764}\u{fe0f}",
            "می\u{200c}توان",
            "hello \u{2068}Ada\u{2069}, welcome",
            "\u{feff}first line",
        ] {
            assert!(rules(text).is_empty(), "{text:?}");
        }
    }
}
