//! Reading the escapes of a JSON string.

use std::borrow::Cow;

use memchr::memchr;

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
    let Some(first) = memchr(b'\\', raw) else { return String::from_utf8_lossy(raw) };
    let mut out = Vec::with_capacity(raw.len());
    let (plain, mut rest) = raw.split_at(first);
    out.extend_from_slice(plain);
    while !rest.is_empty() {
        rest = &rest[push_escape(rest, &mut out)..];
        let run = memchr(b'\\', rest).unwrap_or(rest.len());
        out.extend_from_slice(&rest[..run]);
        rest = &rest[run..];
    }
    match String::from_utf8(out) {
        Ok(s) => Cow::Owned(s),
        Err(e) => Cow::Owned(String::from_utf8_lossy(e.as_bytes()).into_owned()),
    }
}

/// Appends what the escape at the start of `s` stands for; the bytes it takes.
fn push_escape(s: &[u8], out: &mut Vec<u8>) -> usize {
    match s.get(1) {
        Some(b'u') => {
            let (ch, used) = unicode_escape(s, 0);
            out.extend_from_slice(ch.encode_utf8(&mut [0; 4]).as_bytes());
            used
        }
        Some(&c) => {
            out.push(simple_escape(c));
            2
        }
        // Not inside a string that was read.
        None => {
            out.push(b'\\');
            1
        }
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

const ONES: u64 = u64::MAX / 255;
const HIGH: u64 = ONES << 7;

/// How many bytes come before the first quote, backslash or control character,
/// and whether all of them are ASCII. Looks at eight bytes at a time; each
/// test is exact for the lowest byte that it marks, since a borrow only ever
/// runs upwards from a byte that is marked rightly.
pub(super) fn plain_run(s: &[u8]) -> (usize, bool) {
    let zero = |x: u64| x.wrapping_sub(ONES) & !x;
    let mut at = 0;
    let mut all = 0;
    while let Some(chunk) = s[at..].first_chunk() {
        let w = u64::from_le_bytes(*chunk);
        let quote = zero(w ^ (ONES * u64::from(b'"')));
        let backslash = zero(w ^ (ONES * u64::from(b'\\')));
        let control = w.wrapping_sub(ONES * 0x20) & !w;
        let stop = (quote | backslash | control) & HIGH;
        if stop != 0 {
            let bits = stop.trailing_zeros() & !7;
            all |= w & !(u64::MAX << bits);
            return (at + bits as usize / 8, all & HIGH == 0);
        }
        all |= w;
        at += 8;
    }
    while let Some(&b) = s.get(at) {
        if b == b'"' || b == b'\\' || b < 0x20 {
            break;
        }
        all |= u64::from(b);
        at += 1;
    }
    (at, all & HIGH == 0)
}
