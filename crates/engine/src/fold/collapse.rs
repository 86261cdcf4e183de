//! White space collapsed, nothing else changed: the reading of most texts.

use std::ops::Range;

use super::builder::Builder;

/// Collapses white space; whole stretches are copied at once.
pub(super) fn collapse(text: &str) -> Builder {
    let mut out = Builder::with_capacity(text.len());
    stretches(text, 0..text.len(), &mut out, Builder::keep);
    out
}

/// Collapses the white space in a part of a text; `keep` copies the rest.
pub(super) fn stretches(
    text: &str,
    part: Range<usize>,
    out: &mut Builder,
    keep: fn(&mut Builder, &str, usize),
) {
    let bytes = &text.as_bytes()[..part.end];
    let mut start = part.start;
    let mut i = start;
    while i < bytes.len() {
        if !is_space(bytes[i]) {
            i += 1;
            continue;
        }
        // A single space between words is part of the stretch.
        if bytes[i] == b' ' && i > start && bytes.get(i + 1).is_some_and(|b| !is_space(*b)) {
            i += 2;
            continue;
        }
        if start < i {
            keep(out, &text[start..i], start);
        }
        out.space(i, 1, bytes[i] == b'\n');
        i += 1;
        start = i;
    }
    if start < bytes.len() {
        keep(out, &text[start..part.end], start);
    }
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
