//! Strings that are no Unicode text: lone surrogates and invalid UTF-8.

use super::canonical::{push_hex, write_escaped};
use super::string::{hex4, low_surrogate, unescape};

/// A piece of such a string.
pub(super) enum Piece<'s> {
    /// Text, still with its escapes.
    Text(&'s [u8]),
    /// Half of a surrogate pair.
    Lone(u16),
    /// Bytes that are no UTF-8.
    Bytes(&'s [u8]),
}

/// Cuts what stands between the quotes into pieces.
pub(super) fn pieces<'s>(inner: &'s [u8], f: &mut dyn FnMut(Piece<'s>)) {
    // Escapes are ASCII, so no chunk ends inside one.
    for chunk in inner.utf8_chunks() {
        surrogates(chunk.valid().as_bytes(), f);
        if !chunk.invalid().is_empty() {
            f(Piece::Bytes(chunk.invalid()));
        }
    }
}

fn surrogates<'s>(text: &'s [u8], f: &mut dyn FnMut(Piece<'s>)) {
    let mut from = 0;
    let mut i = 0;
    while let Some(run) = memchr::memchr(b'\\', &text[i..]) {
        i += run;
        match (text.get(i + 1), hex4(text, i + 2)) {
            (Some(b'u'), Some(u)) if low_surrogate(text, i, u).is_some() => i += 12,
            (Some(b'u'), Some(u)) => {
                if let Ok(unit @ 0xd800..0xe000) = u16::try_from(u) {
                    f(Piece::Text(&text[from..i]));
                    f(Piece::Lone(unit));
                    from = i + 6;
                }
                i += 6;
            }
            // No string that was read ends within an escape.
            _ => i = text.len().min(i + 2),
        }
    }
    f(Piece::Text(&text[from..]));
}

/// The lossless canonical form of such a string, without quotes. `\x` and the
/// escape of a surrogate occur in the form of no other string, so no two
/// strings share a form.
pub(super) fn write(inner: &[u8], out: &mut Vec<u8>) {
    pieces(inner, &mut |piece| match piece {
        Piece::Text(text) => write_escaped(&unescape(text), out),
        Piece::Lone(unit) => {
            out.extend_from_slice(b"\\u");
            unit.to_be_bytes().iter().for_each(|b| push_hex(*b, out));
        }
        Piece::Bytes(bytes) => {
            for b in bytes {
                out.extend_from_slice(b"\\x");
                push_hex(*b, out);
            }
        }
    });
}

/// Its UTF-16 code units, as JavaScript has them: surrogates stay what they
/// are, other bytes become U+FFFD.
pub(super) fn units(inner: &[u8]) -> Vec<u16> {
    let mut out = Vec::new();
    pieces(inner, &mut |piece| match piece {
        Piece::Text(text) => out.extend(unescape(text).encode_utf16()),
        Piece::Lone(unit) => out.push(unit),
        Piece::Bytes(_) => out.push(0xfffd),
    });
    out
}
