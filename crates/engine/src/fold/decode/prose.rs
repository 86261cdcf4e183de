//! Sentences with other letters or from the end: ROT13 and reversal.

use std::ops::Range;

use super::Decoded;
use super::hint::reads_better;

/// A stretch of fewer bytes is a word.
const MIN: usize = 16;
/// A longer one is no line.
const MAX: usize = 4 << 10;

/// Stretches that read as English once their letters are moved by thirteen.
pub(super) fn rot13(text: &str) -> Vec<Decoded> {
    stretches(text, |s| s.bytes().map(|b| char::from(turn(b))).collect())
}

/// Stretches that read as English from the end.
pub(super) fn reversed(text: &str) -> Vec<Decoded> {
    stretches(text, |s| s.bytes().rev().map(char::from).collect())
}

fn turn(b: u8) -> u8 {
    let from = if b.is_ascii_uppercase() { b'A' } else { b'a' };
    if b.is_ascii_alphabetic() { from + (b - from + 13) % 26 } else { b }
}

fn stretches(text: &str, decode: fn(&str) -> String) -> Vec<Decoded> {
    let mut out = Vec::new();
    for range in lines(text) {
        let part = &text[range.clone()];
        if !part.is_ascii() || !(MIN..=MAX).contains(&part.len()) {
            continue;
        }
        let decoded = decode(part);
        if reads_better(&decoded, part) {
            out.push(Decoded { range, text: decoded });
        }
    }
    out
}

/// Parts between line ends, quotation marks, colons and full stops.
fn lines(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut start = 0;
    for i in 0..bytes.len() {
        let next_space = bytes.get(i + 1).is_none_or(u8::is_ascii_whitespace);
        let ends = matches!(bytes[i], b'\n' | b'"' | b'`' | b'<' | b'>' | b'(' | b')')
            || matches!(bytes[i], b':' | b'.' | b';') && next_space;
        if ends {
            out.push(start..i);
            start = i + 1;
        }
    }
    out.push(start..bytes.len());
    out.retain(|r| r.len() >= MIN);
    out
}
