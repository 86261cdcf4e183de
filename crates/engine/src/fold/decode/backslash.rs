//! Backslash escapes that were left standing in a text.

use super::Decoded;

/// Escapes can be escaped again; this many backslashes are looked through.
const MAX_SLASHES: usize = 8;

/// `\u0041`, `\u{41}` and `\x41`, with any number of backslashes up to
/// [`MAX_SLASHES`].
pub(super) fn find(text: &str) -> Vec<Decoded> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut next = 0;
    for at in memchr::memchr_iter(b'\\', bytes) {
        if at < next {
            continue;
        }
        let slashes = bytes[at..].iter().take_while(|b| **b == b'\\').count();
        next = at + slashes;
        if slashes > MAX_SLASHES {
            continue;
        }
        if let Some((c, used)) = escape(&bytes[next..]) {
            next += used;
            out.push(Decoded { range: at..next, text: c.to_string() });
        }
    }
    out
}

fn escape(b: &[u8]) -> Option<(char, usize)> {
    match b.first()? {
        b'x' => Some((char::from_u32(hex(b.get(1..3)?)?)?, 3)),
        b'u' if b.get(1) == Some(&b'{') => {
            let end = b.iter().take(9).position(|b| *b == b'}')?;
            Some((char::from_u32(hex(&b[2..end])?)?, end + 1))
        }
        b'u' => {
            let high = hex(b.get(1..5)?)?;
            match (char::from_u32(high), pair(high, b)) {
                (Some(c), _) => Some((c, 5)),
                (None, Some(c)) => Some((c, 11)),
                (None, None) => None,
            }
        }
        _ => None,
    }
}

/// The character of a surrogate pair.
fn pair(high: u32, b: &[u8]) -> Option<char> {
    if b.get(5) != Some(&b'\\') || b.get(6) != Some(&b'u') || !(0xd800..0xdc00).contains(&high) {
        return None;
    }
    let low = hex(b.get(7..11)?).filter(|l| (0xdc00..0xe000).contains(l))?;
    char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00))
}

fn hex(digits: &[u8]) -> Option<u32> {
    if digits.is_empty() || digits.len() > 6 {
        return None;
    }
    digits.iter().try_fold(0, |n, b| Some(n << 4 | char::from(*b).to_digit(16)?))
}
