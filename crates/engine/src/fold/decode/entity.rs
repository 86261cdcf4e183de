//! HTML character references.

use super::Decoded;

/// `&name;`, `&#65;` and `&#x41;`. Only the names that can hide markup or
/// words; the other two thousand name symbols.
pub(super) fn find(text: &str) -> Vec<Decoded> {
    let mut out = Vec::new();
    for at in memchr::memchr_iter(b'&', text.as_bytes()) {
        let rest = &text[at + 1..];
        let Some(end) = rest.as_bytes().iter().take(10).position(|b| *b == b';') else { continue };
        if let Some(c) = character(&rest[..end]) {
            out.push(Decoded { range: at..at + end + 2, text: c.to_string() });
        }
    }
    out
}

fn character(name: &str) -> Option<char> {
    if let Some(digits) = name.strip_prefix('#') {
        let code = match digits.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => digits.parse().ok()?,
        };
        return char::from_u32(code);
    }
    Some(match name.to_ascii_lowercase().as_str() {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "colon" => ':',
        "sol" => '/',
        "bsol" => '\\',
        "lowbar" => '_',
        "period" => '.',
        "commat" => '@',
        "tab" => '\t',
        "newline" => '\n',
        "nbsp" => ' ',
        "shy" => '\u{ad}',
        "zwj" => '\u{200d}',
        "zwnj" => '\u{200c}',
        _ => return None,
    })
}
