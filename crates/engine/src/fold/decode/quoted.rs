//! Quoted-printable (RFC 2045, section 6.7).

use super::{Decoded, as_words, runs};

/// Fewer escapes are an assignment or two.
const MIN: usize = 4;

/// Runs of `=XX`.
pub(super) fn find(text: &str) -> Vec<Decoded> {
    let mut out = Vec::new();
    for range in runs(text, MIN * 3, |b| b == b'=' || b.is_ascii_graphic() || b == b' ') {
        let part = &text[range.clone()];
        let escapes = part.as_bytes().windows(3).filter(|w| escape(w).is_some()).count();
        if escapes < MIN {
            continue;
        }
        if let Some(text) = as_words(unescape(part.as_bytes())) {
            out.push(Decoded { range, text });
        }
    }
    out
}

fn escape(w: &[u8]) -> Option<u8> {
    let digit = |b: u8| char::from(b).to_digit(16).filter(|_| !b.is_ascii_lowercase());
    (w[0] == b'=').then_some(())?;
    u8::try_from(digit(w[1])? << 4 | digit(w[2])?).ok()
}

fn unescape(part: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(part.len());
    let mut at = 0;
    while at < part.len() {
        match part.get(at..at + 3).and_then(escape) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(part[at]);
                at += 1;
            }
        }
    }
    out
}
