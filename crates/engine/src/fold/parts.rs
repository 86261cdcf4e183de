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
    let mut start = 0;
    for (at, c) in name.char_indices() {
        let len = c.len_utf8();
        let gap = matches!(c, '_' | '-' | '.' | '/' | ':') || c.is_whitespace();
        let hump = c.is_ascii_uppercase() && before.is_ascii_lowercase();
        before = c;
        if !gap && !hump {
            continue;
        }
        if start < at {
            out.keep_lower(&name[start..at], start);
        }
        out.space(at, if gap { len } else { 0 }, false);
        start = if gap { at + len } else { at };
    }
    if start < name.len() {
        out.keep_lower(&name[start..], start);
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
