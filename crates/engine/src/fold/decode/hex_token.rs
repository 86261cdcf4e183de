//! Text as hexadecimal digits.

use super::{Decoded, as_words, runs};

/// Two digits a character; shorter tokens are numbers and digests' heads.
const MIN: usize = 24;

/// Tokens of hexadecimal digits whose bytes are words.
pub(super) fn find(text: &str) -> Vec<Decoded> {
    let mut out = Vec::new();
    for range in runs(text, MIN, |b| b.is_ascii_alphanumeric()) {
        let token = text[range.clone()].as_bytes();
        let Some(bytes) = bytes(token) else { continue };
        if !bytes.iter().all(|b| b.is_ascii_graphic() || b.is_ascii_whitespace()) {
            continue;
        }
        if let Some(text) = as_words(bytes) {
            out.push(Decoded { range, text });
        }
    }
    out
}

fn bytes(token: &[u8]) -> Option<Vec<u8>> {
    let token = token.strip_prefix(b"0x").unwrap_or(token);
    if !token.len().is_multiple_of(2) {
        return None;
    }
    let digit = |b: u8| char::from(b).to_digit(16);
    token.chunks_exact(2).map(|p| u8::try_from(digit(p[0])? << 4 | digit(p[1])?).ok()).collect()
}
