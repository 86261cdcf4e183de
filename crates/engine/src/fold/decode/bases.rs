//! Base32 (RFC 4648, section 6), base58 (the alphabet of Bitcoin addresses) and
//! Ascii85 (Adobe PostScript Language Reference, section 3.13.3).

use super::{Decoded, as_words, runs};

/// Shorter tokens are names.
const MIN: usize = 16;
/// Base58 is one large number, so long tokens cost their square.
const MAX_BASE58: usize = 512;

/// Tokens of base32 whose bytes are words.
pub(super) fn base32(text: &str) -> Vec<Decoded> {
    let is = |b: u8| matches!(b, b'A'..=b'Z' | b'2'..=b'7');
    tokens(text, is, |token| {
        let mut out = Vec::with_capacity(token.len() * 5 / 8);
        let (mut bits, mut held) = (0_u32, 0_u32);
        for b in token {
            let value = if b.is_ascii_uppercase() { b - b'A' } else { b - b'2' + 26 };
            held = held << 5 | u32::from(value);
            bits += 5;
            if bits >= 8 {
                bits -= 8;
                out.push((held >> bits & 0xff) as u8);
            }
        }
        Some(out)
    })
}

/// Tokens of base58 whose bytes are words.
pub(super) fn base58(text: &str) -> Vec<Decoded> {
    const ALPHABET: &[u8] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    tokens(
        text,
        |b| ALPHABET.contains(&b),
        |token| {
            if token.len() > MAX_BASE58 {
                return None;
            }
            let mut out: Vec<u8> = Vec::new();
            for b in token {
                let mut carry = ALPHABET.iter().position(|a| a == b)? as u32;
                for byte in &mut out {
                    carry += u32::from(*byte) * 58;
                    *byte = (carry & 0xff) as u8;
                    carry >>= 8;
                }
                while carry > 0 {
                    out.push((carry & 0xff) as u8);
                    carry >>= 8;
                }
            }
            out.reverse();
            Some(out)
        },
    )
}

/// Runs of Ascii85 whose bytes are words.
pub(super) fn base85(text: &str) -> Vec<Decoded> {
    tokens(
        text,
        |b| matches!(b, b'!'..=b'u'),
        |token| {
            let token = token.strip_prefix(b"<~").unwrap_or(token);
            let mut out = Vec::new();
            for group in token.chunks(5) {
                let mut value = 0_u64;
                for i in 0..5 {
                    let b = group.get(i).copied().unwrap_or(b'u');
                    value = value * 85 + u64::from(b - b'!');
                }
                let bytes = u32::try_from(value).ok()?.to_be_bytes();
                out.extend_from_slice(&bytes[..group.len().saturating_sub(1)]);
            }
            Some(out)
        },
    )
}

fn tokens(
    text: &str,
    is: impl Fn(u8) -> bool,
    decode: impl Fn(&[u8]) -> Option<Vec<u8>>,
) -> Vec<Decoded> {
    let mut out = Vec::new();
    for mut range in runs(text, MIN, is) {
        let token = text[range.clone()].trim_end_matches(['.', ',', ')']);
        range.end = range.start + token.len();
        let Some(bytes) = decode(token.as_bytes()) else { continue };
        let plain = |b: &u8| b.is_ascii_alphabetic() || *b == b' ';
        let wordy = bytes.iter().filter(|b| plain(b)).count() * 5 >= bytes.len() * 4;
        if wordy
            && bytes.contains(&b' ')
            && let Some(text) = as_words(bytes)
        {
            out.push(Decoded { range, text });
        }
    }
    out
}
