//! Splitting a text into sentences.
//!
//! Descriptions are prose, wrapped docstrings, bullet lists and mark-up, often
//! in one text, so a line break ends a sentence only where the next line looks
//! like the start of something new.

use std::ops::Range;

/// A sentence is cut here even when nothing in it says so.
pub(super) const MAX_SENTENCE: usize = 2_000;

/// Words before a full stop that does not end a sentence.
const ABBREVIATIONS: &[&str] = &[
    "e.g", "i.e", "etc", "vs", "mr", "mrs", "dr", "st", "no", "approx", "incl", "cf", "resp", "ex",
];

/// Whether a sentence can end at a byte; all others are skipped.
pub(super) static ENDS: [bool; 256] = ends();

const fn ends() -> [bool; 256] {
    let mut t = [false; 256];
    let marks = b".!?\n\\<> ;\xe3\xef";
    let mut i = 0;
    while i < marks.len() {
        t[marks[i] as usize] = true;
        i += 1;
    }
    t
}

/// Spaces are many, and few of them stand before the mark of a list item.
pub(super) fn may_end(bytes: &[u8], at: usize) -> bool {
    bytes[at] != b' ' || bytes.get(at + 1).is_some_and(|b| *b == b'-' || b.is_ascii_digit())
}

/// Byte ranges of the sentences, in order, without surrounding white space.
pub(super) fn sentences(text: &str, breaks: &[u32]) -> Vec<Range<usize>> {
    let mut breaks =
        breaks.iter().map(|b| *b as usize).filter(|b| text.is_char_boundary(*b)).peekable();
    let mut out = Vec::new();
    let bytes = text.as_bytes();
    let mut start = 0;
    let mut i = 0;
    while i < bytes.len() {
        // What comes next: the break of a paragraph, or the longest sentence.
        while breaks.next_if(|b| *b < i || *b <= start).is_some() {}
        let limit = breaks.peek().map_or(start + MAX_SENTENCE, |b| *b.min(&(start + MAX_SENTENCE)));
        let until = limit.clamp(i, bytes.len());
        while i < until && !(ENDS[usize::from(bytes[i])] && may_end(bytes, i)) {
            i += 1;
        }
        if i == bytes.len() {
            break;
        }
        let end = end_at(text, start, i);
        let end = breaks.next_if(|b| *b == i).or(end);
        let cut = end.or_else(|| (i - start >= MAX_SENTENCE).then(|| boundary(text, i)));
        if let Some(end) = cut {
            push(text, start, end, &mut out);
            start = end;
            i = end.max(i + 1);
        } else {
            i += 1;
        }
    }
    push(text, start, text.len(), &mut out);
    out
}

/// Where a sentence that began at `start` ends, if the byte at `i` ends it.
pub(super) fn end_at(text: &str, start: usize, i: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    match bytes[i] {
        b'.' | b'!' | b'?' => stop(text, start, i),
        b'\n' => breaks_line(bytes, i).then_some(i + 1),
        b'\\' if bytes.get(i + 1) == Some(&b'n') => Some(i + 2),
        b'<' | b'>' => tag_edge(bytes, i),
        b' ' => inline_item(bytes, i).then_some(i + 1),
        b';' if bytes.get(i + 1).is_some_and(u8::is_ascii_whitespace) => Some(i + 1),
        0xe3 | 0xef => wide_stop(&bytes[i..]).map(|n| i + n),
        _ => None,
    }
}

fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

fn push(text: &str, start: usize, end: usize, out: &mut Vec<Range<usize>>) {
    out.extend(trimmed(text, start..end));
}

/// A sentence without the white space around it, if it says anything.
pub(super) fn trimmed(text: &str, span: Range<usize>) -> Option<Range<usize>> {
    let part = text.get(span.clone())?;
    let start = span.end - part.trim_start().len();
    let len = part.trim().len();
    (len > 1).then(|| start..start + len)
}

/// Whether a mark of punctuation ends a sentence, and where.
fn stop(text: &str, start: usize, at: usize) -> Option<usize> {
    let rest = &text.as_bytes()[at + 1..];
    let closers =
        rest.iter().take_while(|b| matches!(b, b'"' | b'\'' | b')' | b']' | b'*')).count();
    let after = rest.get(closers);
    if !after.is_none_or(|b| b.is_ascii_whitespace() || *b == b'<') {
        return None;
    }
    if text.as_bytes()[at] == b'.' && is_abbreviation(&text[start..at]) {
        return None;
    }
    Some(at + 1 + closers)
}

fn is_abbreviation(before: &str) -> bool {
    let word = before.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
    if word.len() > 6 || !word.is_ascii() {
        return false;
    }
    // A lone number is a list marker: "1. Do this".
    let is_number = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    is_number || ABBREVIATIONS.iter().any(|a| word.eq_ignore_ascii_case(a))
}

/// Whether a line break separates: an empty line, a bullet, or a line that
/// stops before the next one starts.
fn breaks_line(bytes: &[u8], at: usize) -> bool {
    let rest = &bytes[at + 1..];
    let indent = rest.iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\r')).count();
    let next = &rest[indent..];
    let Some(first) = next.first() else { return true };
    let bullet = matches!(first, b'-' | b'*' | b'+') && next.get(1) == Some(&b' ');
    let mark = matches!(first, b'\n' | b'#' | b'<' | b'|' | b'[' | b'{' | b'>');
    if bullet || mark || next.starts_with("•".as_bytes()) || next.starts_with(b"```") {
        return true;
    }
    if first.is_ascii_digit() && next.iter().take(4).any(|b| matches!(b, b'.' | b')')) {
        return true;
    }
    let last = bytes[..at].iter().rev().find(|b| !matches!(b, b' ' | b'\t' | b'\r'));
    let ended = last.is_none_or(|b| matches!(b, b':' | b'.' | b'!' | b'?' | b'>' | b']' | b'`'));
    // `name: text` on a line of its own describes an argument.
    ended || first.is_ascii_uppercase() || labelled(next)
}

fn labelled(line: &[u8]) -> bool {
    let word = line.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
    word > 0 && word < 40 && matches!(line.get(word), Some(b':' | b' ')) && {
        let tail = &line[word..line.len().min(word + 24)];
        tail[0] == b':' || (tail.starts_with(b" (") && tail.contains(&b':'))
    }
}

/// List items that lost their line breaks: " - Do this", " 2. Do that".
fn inline_item(bytes: &[u8], at: usize) -> bool {
    match bytes.get(at + 1..at + 5) {
        Some([b'-', b' ', c, _]) => c.is_ascii_uppercase(),
        Some([n, b'.', b' ', c]) => n.is_ascii_digit() && c.is_ascii_uppercase() && at > 0,
        _ => false,
    }
}

/// Mark-up separates: before `<tag>` and after it.
fn tag_edge(bytes: &[u8], at: usize) -> Option<usize> {
    if bytes[at] == b'<' {
        let next = bytes.get(at + 1)?;
        let opens = next.is_ascii_alphabetic() || matches!(next, b'/' | b'!' | b'<');
        return (opens && at > 0).then_some(at);
    }
    let from = at.saturating_sub(40);
    let open = bytes[from..at].iter().rposition(|b| *b == b'<')? + from;
    let inner = &bytes[open + 1..at];
    let is_tag = inner.first().is_some_and(|b| b.is_ascii_alphabetic() || matches!(b, b'/' | b'!'));
    is_tag.then_some(at + 1)
}

/// Full stops of Chinese and Japanese: 。！？；
fn wide_stop(bytes: &[u8]) -> Option<usize> {
    let c = bytes.get(..3)?;
    let stops: [&[u8]; 4] = ["。".as_bytes(), "！".as_bytes(), "？".as_bytes(), "；".as_bytes()];
    stops.contains(&c).then_some(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<&str> {
        sentences(text, &[]).into_iter().map(|r| &text[r]).collect()
    }

    #[test]
    fn prose_and_abbreviations() {
        assert_eq!(
            split("Reads a file, e.g. a log. See https://a.example/x.html for more! Ok?"),
            ["Reads a file, e.g. a log.", "See https://a.example/x.html for more!", "Ok?"]
        );
    }

    #[test]
    fn wrapped_lines_are_joined_and_bullets_are_not() {
        assert_eq!(
            split(
                "Lists the\n    entries of it.\n- one\n- two\n\nArgs:\n  path: where\n  n: how many"
            ),
            [
                "Lists the\n    entries of it.",
                "- one",
                "- two",
                "Args:",
                "path: where",
                "n: how many"
            ]
        );
    }

    #[test]
    fn wide_stops_and_tags() {
        assert_eq!(split("读取文件。返回内容！"), ["读取文件。", "返回内容！"]);
        assert_eq!(split("Adds.<NOTE>Be kind</NOTE>"), ["Adds.", "<NOTE>", "Be kind", "</NOTE>"]);
    }

    #[test]
    fn every_byte_string_splits_on_character_boundaries() {
        for text in ["é。<", "a<é>.\n", "<", ">", "。", "\\n", "1. a\n2. b", "\u{301}\n\u{301}"]
        {
            for r in sentences(text, &[]) {
                assert!(text.get(r).is_some());
            }
        }
    }
}
