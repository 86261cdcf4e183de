//! A text without terminal escapes and with the commonest backslash escapes
//! resolved, so that words are not glued to them.

use std::borrow::Cow;

use super::Edit;
use crate::fold::OffsetMap;

/// A text to look for words in, and the way back.
pub(super) struct Clean<'a> {
    pub(super) text: Cow<'a, str>,
    map: OffsetMap,
}

impl Clean<'_> {
    /// The range in the text as it was written.
    pub(super) fn original(&self, range: std::ops::Range<usize>) -> std::ops::Range<usize> {
        self.map.original(range)
    }
}

/// Takes out `gone` (in order, without overlap) and resolves `\n`, `\t`, `\r`
/// and `\"` in texts that hold JSON inside of a string.
pub(super) fn clean<'a>(text: &'a str, gone: &[Edit]) -> Clean<'a> {
    let bytes = text.as_bytes();
    let escaped = memchr::memmem::find(bytes, b"\\n").is_some()
        || memchr::memmem::find(bytes, b"\\\"").is_some();
    if gone.is_empty() && !escaped {
        return Clean { text: Cow::Borrowed(text), map: OffsetMap::default() };
    }
    let mut out = String::with_capacity(text.len());
    let mut map = OffsetMap::default();
    let mut at = 0;
    for edit in gone {
        if edit.range.start < at {
            continue;
        }
        unescape(text, at..edit.range.start, escaped, &mut out, &mut map);
        at = edit.range.end;
    }
    unescape(text, at..text.len(), escaped, &mut out, &mut map);
    Clean { text: Cow::Owned(out), map }
}

fn unescape(
    text: &str,
    range: std::ops::Range<usize>,
    escaped: bool,
    out: &mut String,
    map: &mut OffsetMap,
) {
    let mut start = range.start;
    let mut keep = |out: &mut String, from: usize, to: usize| {
        if from < to {
            map.linear(out.len(), from, to - from);
            out.push_str(&text[from..to]);
        }
    };
    if escaped {
        let bytes = text.as_bytes();
        let mut next = start;
        for n in memchr::memchr_iter(b'\\', &bytes[range.clone()]) {
            let at = range.start + n;
            if at < next || at + 1 >= range.end {
                continue;
            }
            let plain = match bytes[at + 1] {
                b'n' | b'r' => "\n",
                b't' => "\t",
                b'"' => "\"",
                _ => continue,
            };
            keep(out, start, at);
            next = at + 2;
            start = next;
            out.push_str(plain);
        }
    }
    keep(out, start, range.end);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lead_back_to_where_they_were_written() {
        let text = r#"{"a":"one\ntwo \"three\""}"#;
        let c = clean(text, &[]);
        for word in ["one", "two", "three"] {
            let at = c.text.find(word).expect("there");
            assert_eq!(&text[c.original(at..at + word.len())], word);
        }
        assert!(c.text.contains("one\ntwo"));
    }

    #[test]
    fn what_is_taken_out_is_gone() {
        let gone = [Edit { range: 2..5, replacement: "".into() }];
        assert_eq!(clean("ab[m]cd", &gone).text, "abcd");
    }
}
