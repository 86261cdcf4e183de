//! Percent escapes (RFC 3986, section 2.1).

use super::Decoded;

/// Runs of `%41` that are UTF-8 together.
pub(super) fn find(text: &str) -> Vec<Decoded> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut next = 0;
    for at in memchr::memchr_iter(b'%', bytes) {
        if at < next {
            continue;
        }
        let mut decoded = Vec::new();
        next = at;
        while let Some(b) = octet(&bytes[next..]) {
            decoded.push(b);
            next += 3;
        }
        if let Ok(text) = String::from_utf8(decoded)
            && !text.is_empty()
        {
            out.push(Decoded { range: at..next, text });
        }
    }
    out
}

fn octet(b: &[u8]) -> Option<u8> {
    if b.first() != Some(&b'%') {
        return None;
    }
    let digit = |n: usize| char::from(*b.get(n)?).to_digit(16);
    u8::try_from(digit(1)? << 4 | digit(2)?).ok()
}
