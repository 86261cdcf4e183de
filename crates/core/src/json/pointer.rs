//! JSON pointers (RFC 6901).

/// Appends one reference token, escaped as RFC 6901 section 3 asks.
pub fn push_token(out: &mut String, token: &str) {
    out.push('/');
    for c in token.chars() {
        match c {
            '~' => out.push_str("~0"),
            '/' => out.push_str("~1"),
            c => out.push(c),
        }
    }
}
