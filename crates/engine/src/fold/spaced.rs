//! Words written with a gap after every letter.

use super::builder::Builder;

/// Runs of at least this many single letters are joined.
const MIN_LETTERS: usize = 4;

fn is_gap(b: u8) -> bool {
    matches!(b, b' ' | b'.' | b'-' | b'_' | b'*' | b'|' | b',')
}

/// The text with letter-spaced words joined: `i g n o r e   a l l` becomes
/// `ignore all`. A wider gap is a gap between words. `None` if there are none.
pub(super) fn read(text: &str) -> Option<Builder> {
    let bytes = text.as_bytes();
    let mut out = Builder::with_capacity(text.len());
    let mut start = 0;
    let mut i = 0;
    let mut changed = false;
    while i < bytes.len() {
        let end = spaced_end(bytes, i);
        if end == i {
            i += 1;
            continue;
        }
        if start < i {
            out.keep(&text[start..i], start);
        }
        join(text, i, end, &mut out);
        changed = true;
        i = end;
        start = end;
    }
    if start < bytes.len() {
        out.keep(&text[start..], start);
    }
    changed.then_some(out)
}

/// Where the run of single letters that begins at `start` ends.
fn spaced_end(bytes: &[u8], start: usize) -> usize {
    let starts_word = start == 0 || !bytes[start - 1].is_ascii_alphanumeric();
    let mut at = start;
    let mut letters = 0;
    let mut end = start;
    while starts_word && bytes.get(at).is_some_and(u8::is_ascii_alphabetic) {
        if bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric) {
            break;
        }
        letters += 1;
        at += 1;
        end = at;
        let gap = bytes[at..].iter().take(4).take_while(|b| is_gap(**b)).count();
        if gap == 0 {
            break;
        }
        at += gap;
    }
    if letters >= MIN_LETTERS { end } else { start }
}

fn join(text: &str, start: usize, end: usize, out: &mut Builder) {
    let bytes = text.as_bytes();
    let mut i = start;
    while i < end {
        if bytes[i].is_ascii_alphabetic() {
            out.keep(&text[i..=i], i);
            i += 1;
            continue;
        }
        let gap = bytes[i..end].iter().take_while(|b| is_gap(**b)).count();
        if gap > 1 {
            out.space(i, gap, false);
        }
        i += gap;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaced_words_are_joined() {
        let b = read("please i g n o r e   a l l now").expect("spaced");
        assert_eq!(b.text, "please ignore all now");
        assert_eq!(b.map.original(7..13), 7..18);
        assert!(read("plan a b c").is_none());
    }
}
