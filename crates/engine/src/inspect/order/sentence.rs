//! The sentences of a reading, with what each of them does.

use std::ops::Range;

use super::words::{Hit, Kind};
use crate::fold::Reading;
use crate::lex::sentence::{char_floor, ends};

/// A longer stretch without an end is cut.
const LONGEST: usize = 360;

/// Words after which a verb is an order.
const LEADS: &[&str] = &[
    "please",
    "must",
    "now",
    "then",
    "and",
    "should",
    "shall",
    "kindly",
    "immediately",
    "first",
    "also",
    "just",
    "instead",
    "always",
    "or",
    "next",
    "agent",
    "agents",
    "assistant",
    "assistants",
    "ai",
    "you",
    "silently",
    "secretly",
    "quietly",
    "simply",
    "only",
    "strictly",
    "important",
    "note",
    "task",
    "so",
    "model",
    "models",
    "copilot",
    "bot",
    "llm",
    "readers",
    "automatically",
    "will",
    "before",
    "reviewers",
    "but",
    "directly",
    "finally",
    "additionally",
];

/// Before "to", these make an order of an infinitive.
const BEFORE_TO: &[&str] = &[
    "need",
    "needs",
    "have",
    "has",
    "required",
    "asked",
    "instructed",
    "sure",
    "want",
    "wants",
    "expected",
    "told",
    "are",
    "is",
    "must",
    "ordered",
    "requested",
    "ought",
    "you",
    "requires",
    "remember",
];

/// What ends a phrase right before an order.
const STOPS: &[char] = &[
    '.', '!', '?', ':', ';', ',', '"', '\'', '>', ')', ']', '}', '*', '-', '#', '|', '`', '(', '/',
    '•', '。', '、', '」', '』', '_', '{', '[', '=', '~', '\u{2014}',
];
/// Of these, the ones that join words when no space follows.
const JOINERS: &[char] = &['.', ',', '\'', ')', ']', '-', '/', '_', '=', '#', '*', '}', '~'];

/// One sentence.
#[derive(Clone, Debug)]
pub(super) struct Sentence {
    /// Its place in the reading.
    pub(super) range: Range<usize>,
    /// Kinds of words in it, those in quotations or code included.
    pub(super) kinds: u64,
    /// Kinds of words that are not merely shown.
    pub(super) said: u64,
    /// Kinds of words outside of code, tables and data as well.
    pub(super) open: u64,
    /// The words, for what depends on their order.
    pub(super) words: Vec<(u32, u64)>,
}

/// Splits a reading.
pub(super) fn split(reading: &Reading<'_>) -> Vec<Sentence> {
    let text: &str = &reading.text;
    let mut out = Vec::new();
    let mut breaks = reading.breaks.iter().map(|b| *b as usize).peekable();
    let mut start = 0;
    let mut push = |start: &mut usize, end: usize| {
        if end > *start {
            out.push(Sentence {
                range: *start..end,
                kinds: 0,
                said: 0,
                open: 0,
                words: Vec::new(),
            });
            *start = end;
        }
    };
    let mut at = 0;
    let bytes = text.as_bytes();
    while at < bytes.len() {
        if breaks.peek() == Some(&at) {
            push(&mut start, at);
            breaks.next();
        }
        let quoted = bytes[at] == b'"' && matches!(bytes.get(at + 1), Some(b',' | b'}' | b']'));
        if at - start >= LONGEST && bytes[at] == b' ' || quoted || ends(text, at) {
            let end = char_floor(text, at + 1).max(start);
            push(&mut start, end);
        }
        at += 1;
    }
    let end = text.len();
    push(&mut start, end);
    out
}

/// Whether an English verb at `start` is an order: it stands at the head of a
/// sentence, a line or a clause, or behind a word that makes it one.
pub(super) fn heads(text: &str, start: usize, line_start: bool) -> bool {
    let before = text[..start].trim_end_matches(' ');
    let Some(last) = before.chars().next_back() else { return true };
    let spaced = before.len() < start;
    if line_start {
        return true;
    }
    if STOPS.contains(&last) {
        // Sentences that run on: "as agreed.Send it".
        let run_on = last == '.'
            && text[start..].starts_with(|c: char| c.is_ascii_uppercase())
            && before[..before.len() - 1].ends_with(|c: char| c.is_ascii_lowercase());
        return spaced || run_on || !JOINERS.contains(&last);
    }
    if !spaced {
        return false;
    }
    let word = last_word(before);
    if word.eq_ignore_ascii_case("to") {
        let rest = before[..before.len() - 2].trim_end_matches(' ');
        return is_one_of(last_word(rest), BEFORE_TO);
    }
    is_one_of(word, LEADS)
}

/// Whether a verb is a label ("Email: …") or part of a longer word.
pub(super) fn labels(text: &str, end: usize) -> bool {
    const NOUNS: &[&str] =
        &["is ", "was ", "of ", "has ", "are ", "will ", "no. ", "number ", "id ", "#"];
    let rest = &text[end..];
    let next = rest.trim_start_matches(' ');
    // "Order A-1182", "Order 1182".
    let mut chars = next.chars();
    let code = chars.next().is_some_and(|c| c.is_ascii_uppercase())
        && chars.next().is_some_and(|c| c == '-' || c.is_ascii_digit());
    rest.starts_with([':', '-', '_', '=', '(', '/', '@'])
        || rest.strip_prefix('.').is_some_and(|r| r.starts_with(|c: char| c.is_alphanumeric()))
        || code
        || NOUNS.iter().any(|n| next.starts_with(n))
}

/// Words before which "ignore …" is told about, not ordered.
const TOLD: &[&str] = &[
    "to",
    "not",
    "never",
    "can",
    "could",
    "would",
    "might",
    "may",
    "that",
    "which",
    "don't",
    "cannot",
    "of",
    "an",
    "a",
    "the",
    "who",
    "they",
    "attackers",
];

/// Whether a phrase is told about or forbidden by the word before it.
pub(super) fn told(text: &str, start: usize) -> bool {
    let before = text[..start].trim_end_matches([' ', '"', '\'', '`']);
    let word = last_word(before);
    if word.eq_ignore_ascii_case("to") {
        let rest = before[..before.len() - 2].trim_end_matches(' ');
        return !is_one_of(last_word(rest), BEFORE_TO);
    }
    is_one_of(word, TOLD)
}

fn is_one_of(word: &str, list: &[&str]) -> bool {
    list.iter().any(|w| w.eq_ignore_ascii_case(word))
}

fn last_word(text: &str) -> &str {
    let start = text
        .rfind(|c: char| !(c.is_alphanumeric() || c == '\''))
        .map_or(0, |n| n + text[n..].chars().next().map_or(1, char::len_utf8));
    &text[start..]
}

/// Whether a hit is one of the English verbs that need a place.
pub(super) fn is_verb(hit: &Hit) -> bool {
    const VERBS: u64 = 1 << Kind::Send as u64
        | 1 << Kind::Take as u64
        | 1 << Kind::Do as u64
        | 1 << Kind::Say as u64;
    hit.kinds & VERBS != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_stand_at_the_head_or_behind_a_leading_word() {
        let head = |text: &str, verb: &str| heads(text, text.find(verb).expect("there"), false);
        assert!(head("send it", "send") && head("Done. Please send it", "send"));
        assert!(head("you need to send it", "send") && head("\"body\": \"send it\"", "send"));
        assert!(!head("used to send it", "send") && !head("the send button", "send"));
        assert!(!head("client.send(x)", "send") && !head("never send it", "send"));
    }
}
