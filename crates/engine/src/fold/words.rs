//! Identifiers read as words: `ignorePreviousRules`, `read_private-key`.

use super::builder::Builder;

/// Whether an identifier has parts to split.
pub(super) fn has_parts(name: &str) -> bool {
    let mut before = ' ';
    name.chars().any(|c| {
        let joint = matches!(c, '_' | '-' | '.' | '/' | ':')
            || (c.is_ascii_uppercase() && before.is_ascii_lowercase());
        before = c;
        joint
    })
}

/// The words of an identifier, in lower case, one space between them.
pub(super) fn split(name: &str) -> Builder {
    let mut out = Builder::with_capacity(name.len() + 8);
    let mut before = ' ';
    for (at, c) in name.char_indices() {
        let len = c.len_utf8();
        if matches!(c, '_' | '-' | '.' | '/' | ':') || c.is_whitespace() {
            out.space(at, len, false);
        } else {
            if c.is_ascii_uppercase() && before.is_ascii_lowercase() {
                out.space(at, 0, false);
            }
            if c.is_ascii() {
                out.keep(c.to_ascii_lowercase().encode_utf8(&mut [0; 4]), at);
            } else {
                out.keep(c.encode_utf8(&mut [0; 4]), at);
            }
        }
        before = c;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_becomes_words() {
        for s in ["ignorePreviousRules", "ignore_previous_rules", "ignore-previous.rules"] {
            assert!(has_parts(s));
            assert_eq!(split(s).text, "ignore previous rules");
        }
        assert!(!has_parts("ignore"));
        let b = split("ignorePreviousRules");
        assert_eq!(b.map.original(7..15), 6..14);
    }
}
