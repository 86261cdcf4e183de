//! Reading the escapes of a JSON string.

use std::borrow::Cow;

/// Four hexadecimal digits at `at`.
pub(super) fn hex4(s: &[u8], at: usize) -> Option<u32> {
    let mut v = 0;
    for b in s.get(at..at.checked_add(4)?)? {
        v = v << 4 | char::from(*b).to_digit(16)?;
    }
    Some(v)
}

/// The text between the quotes of a JSON string. A lone surrogate and bytes
/// that are no UTF-8 become U+FFFD, as in the clients that accept them; the
/// anomaly list of the document says that it happened.
pub fn unescape(raw: &[u8]) -> Cow<'_, str> {
    if !raw.contains(&b'\\') {
        return String::from_utf8_lossy(raw);
    }
    let mut out = Vec::with_capacity(raw.len());
    let mut i = 0;
    while let Some(&b) = raw.get(i) {
        if b != b'\\' {
            out.push(b);
            i += 1;
            continue;
        }
        match raw.get(i + 1) {
            Some(b'u') => {
                let (ch, used) = unicode_escape(raw, i);
                out.extend_from_slice(ch.encode_utf8(&mut [0; 4]).as_bytes());
                i += used;
            }
            Some(&c) => {
                out.push(simple_escape(c));
                i += 2;
            }
            None => {
                out.push(b'\\');
                i += 1;
            }
        }
    }
    match String::from_utf8(out) {
        Ok(s) => Cow::Owned(s),
        Err(e) => Cow::Owned(String::from_utf8_lossy(e.as_bytes()).into_owned()),
    }
}

fn simple_escape(c: u8) -> u8 {
    match c {
        b'b' => 8,
        b'f' => 12,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        other => other,
    }
}

/// The character of a `\uXXXX` escape at `i` and the bytes it takes.
fn unicode_escape(raw: &[u8], i: usize) -> (char, usize) {
    const REPLACEMENT: char = char::REPLACEMENT_CHARACTER;
    let Some(u) = hex4(raw, i + 2) else { return (REPLACEMENT, 2) };
    match low_surrogate(raw, i, u) {
        Some(low) => {
            let c = 0x1_0000 + ((u - 0xd800) << 10) + (low - 0xdc00);
            (char::from_u32(c).unwrap_or(REPLACEMENT), 12)
        }
        None => (char::from_u32(u).unwrap_or(REPLACEMENT), 6),
    }
}

/// The second half, when `u` is a high surrogate whose escape at `i` is
/// followed by the escape of a low one.
pub(super) fn low_surrogate(s: &[u8], i: usize, u: u32) -> Option<u32> {
    if !(0xd800..0xdc00).contains(&u) || s.get(i + 6) != Some(&b'\\') || s.get(i + 7) != Some(&b'u')
    {
        return None;
    }
    hex4(s, i + 8).filter(|v| (0xdc00..0xe000).contains(v))
}
