//! White space collapsed, nothing else changed: the reading of most texts.

use super::builder::Builder;

/// Collapses white space; whole stretches are copied at once.
pub(super) fn collapse(text: &str) -> Builder {
    let mut out = Builder::with_capacity(text.len());
    let bytes = text.as_bytes();
    let mut start = 0;
    let mut i = 0;
    while i < bytes.len() {
        let space = is_space(bytes[i]);
        // A single space between words is part of the stretch.
        let single =
            bytes[i] == b' ' && i > start && bytes.get(i + 1).is_some_and(|b| !is_space(*b));
        if !space || single {
            i += 1;
            continue;
        }
        if start < i {
            out.keep(&text[start..i], start);
        }
        out.space(i, 1, bytes[i] == b'\n');
        i += 1;
        start = i;
    }
    if start < bytes.len() {
        out.keep(&text[start..], start);
    }
    out
}

fn is_space(b: u8) -> bool {
    b <= b' ' || b == 0x7f
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_become_one_space_and_blank_lines_break() {
        let b = collapse("one\n  two\n\nthree\n- four");
        assert_eq!(b.text, "one two three - four");
        assert_eq!(b.breaks, [7, 13]);
        assert_eq!(b.map.original(4..7), 6..9);
    }
}
