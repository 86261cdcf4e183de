//! The folded reading of a text that leaves ASCII.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::builder::Builder;
use super::collapse::stretches;
use super::invisible::{is_invisible, tag_to_ascii};
use super::skeleton::{WordReading, look_alike, plain_latin, word_reading};

/// NFKC, tag characters as the ASCII they mirror, invisible characters
/// dropped, look-alikes as Latin, lower case, white space collapsed.
pub(crate) fn fold(text: &str) -> Builder {
    let mut out = Builder::with_capacity(text.len());
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if c.is_ascii() {
            let end = ascii_end(text, at);
            if end > at {
                stretches(text, at..end, &mut out, Builder::keep_lower);
                at = end;
                continue;
            }
        }
        if is_wordy(c) {
            let end = word_end(text, at);
            fold_word(text, at, end, &mut out);
            at = end;
        } else {
            fold_other(c, at, &mut out);
            at += c.len_utf8();
        }
    }
    out
}

/// Where the ASCII from `start` on ends, without a word that goes on in other
/// characters.
fn ascii_end(text: &str, start: usize) -> usize {
    let bytes = &text.as_bytes()[start..];
    let ascii = bytes.iter().position(|b| !b.is_ascii()).unwrap_or(bytes.len());
    if ascii == bytes.len() {
        return text.len();
    }
    let word = bytes[..ascii].iter().rev().take_while(|b| b.is_ascii_alphanumeric()).count();
    start + ascii - word
}

/// Invisible characters are part of the word they split.
fn is_wordy(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric();
    }
    is_ideographic(c) || c.is_alphanumeric() || is_combining_mark(c) || is_invisible(c)
}

fn word_end(text: &str, start: usize) -> usize {
    text[start..].char_indices().find(|(_, c)| !is_wordy(*c)).map_or(text.len(), |(n, _)| start + n)
}

fn fold_word(text: &str, start: usize, end: usize, out: &mut Builder) {
    let word = &text[start..end];
    if word.is_ascii() {
        return keep_lower(word, start, out);
    }
    if word.chars().all(is_ideographic) {
        return out.keep(word, start);
    }
    let visible: String = word.chars().filter(|c| !is_invisible(*c)).nfkc().collect();
    let reading = word_reading(&visible);
    for (n, c) in word.char_indices() {
        fold_letter(c, start + n, reading, out);
    }
}

/// Han and kana: no case, no look-alikes of Latin, nothing to compose.
fn is_ideographic(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' | '\u{4e00}'..='\u{9fff}')
}

fn keep_lower(word: &str, at: usize, out: &mut Builder) {
    if word.bytes().any(|b| b.is_ascii_uppercase()) {
        out.keep(&word.to_ascii_lowercase(), at);
    } else {
        out.keep(word, at);
    }
}

fn fold_letter(c: char, at: usize, reading: WordReading, out: &mut Builder) {
    let len = c.len_utf8();
    if c.is_ascii() {
        return out.keep(c.to_ascii_lowercase().encode_utf8(&mut [0; 4]), at);
    }
    if let Some(mirrored) = tag_to_ascii(c) {
        if mirrored == ' ' {
            return out.space(at, len, false);
        }
        return out.replace(mirrored.to_ascii_lowercase().encode_utf8(&mut [0; 4]), at, len);
    }
    if is_invisible(c) {
        return;
    }
    // A superscript digit is a footnote mark, no part of the word before it.
    if matches!(c, '\u{b2}' | '\u{b3}' | '\u{b9}' | '\u{2070}'..='\u{2079}') {
        return out.space(at, len, false);
    }
    for normal in std::iter::once(c).nfkc() {
        let folded = match reading {
            WordReading::LookAlike => look_alike(normal).or_else(|| plain_latin(normal)),
            WordReading::Own => plain_latin(normal),
        };
        let folded = folded.unwrap_or_else(|| normal.to_string()).to_lowercase();
        if !(is_combining_mark(normal) && folded.chars().all(is_accent)) {
            out.replace(&folded, at, len);
        }
    }
}

/// Marks that sit on Latin letters; marks of other scripts are letters.
fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

fn fold_other(c: char, at: usize, out: &mut Builder) {
    let len = c.len_utf8();
    if c.is_whitespace() || c.is_control() {
        return out.space(at, len, matches!(c, '\n' | '\u{2028}' | '\u{2029}'));
    }
    if c.is_ascii() {
        return out.keep(c.encode_utf8(&mut [0; 4]), at);
    }
    let plain = match c {
        '\u{2018}' | '\u{2019}' | '\u{201b}' | '\u{2032}' => "'",
        '\u{201c}'..='\u{201f}' => "\"",
        '\u{2010}'..='\u{2015}' => "-",
        _ => "",
    };
    if plain.is_empty() {
        let normal: String = std::iter::once(c).nfkc().collect();
        out.replace(&normal, at, len);
    } else {
        out.replace(plain, at, len);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(s: &str) -> String {
        fold(s).text
    }

    #[test]
    fn hidden_and_disguised_words_become_readable() {
        assert_eq!(folded("ign\u{200b}ore"), "ignore");
        assert_eq!(folded("ig\u{ad}nоre"), "ignore");
        assert_eq!(folded("ｉｇｎｏｒｅ"), "ignore");
        assert_eq!(folded("ïgnöre\u{a0}it"), "ignore it");
        assert_eq!(folded("\u{e0068}\u{e0069}\u{e0020}\u{e0079}"), "hi y");
        assert_eq!(folded("Don’t"), "don't");
    }

    #[test]
    fn footnote_marks_do_not_join_a_word() {
        assert_eq!(folded("previous¹ ones"), "previous ones");
    }

    #[test]
    fn offsets_lead_back() {
        let text = "é  ign\u{200b}ore x";
        let b = fold(text);
        let at = b.text.find("ignore").expect("folded");
        assert_eq!(&text[b.map.original(at..at + 6)], "ign\u{200b}ore");
    }
}
