//! Changing a few bytes of a frame and leaving the others as they came.

use std::ops::Range;

use warden_core::json::{AnomalyKind, Doc, Span, Val, write_string};

/// Bytes of a frame and what is to stand in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Splice {
    pub(crate) range: Range<usize>,
    pub(crate) with: Vec<u8>,
}

impl Splice {
    /// Writes a text in place of a string.
    pub(crate) fn text(v: Val<'_>, text: &str) -> Self {
        let mut with = Vec::with_capacity(text.len() + 2);
        write_string(text, &mut with);
        Self { range: range(v.span()), with }
    }

    /// Writes something in front of a place.
    pub(crate) fn insert(at: usize, with: Vec<u8>) -> Self {
        Self { range: at..at, with }
    }
}

pub(crate) fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// Writes U+FFFD for every half of a surrogate pair that `splices` do not
/// already replace: readers either refuse such a string or show just that.
pub(crate) fn normalise(doc: &Doc, splices: &mut Vec<Splice>) {
    for a in doc.anomalies().iter().filter(|a| a.kind == AnomalyKind::LoneSurrogate) {
        let at = range(a.span);
        if splices.iter().any(|s| s.range.start < at.end && at.start < s.range.end) {
            continue;
        }
        let inner = doc.bytes().get(at.start + 1..at.end - 1).unwrap_or_default();
        let mut with = Vec::with_capacity(at.len());
        write_string(&warden_core::json::unescape(inner), &mut with);
        splices.push(Splice { range: at, with });
    }
}

/// The frame with the changes made. Changes that overlap an earlier one are
/// left out.
pub(crate) fn apply(bytes: &[u8], mut splices: Vec<Splice>) -> Vec<u8> {
    splices.sort_by_key(|s| (s.range.start, s.range.end));
    let mut out = Vec::with_capacity(bytes.len() + 256);
    let mut at = 0;
    for s in splices {
        if s.range.start < at {
            continue;
        }
        out.extend_from_slice(bytes.get(at..s.range.start).unwrap_or_default());
        out.extend_from_slice(&s.with);
        at = s.range.end;
    }
    out.extend_from_slice(bytes.get(at..).unwrap_or_default());
    out
}

/// Takes elements out of an array, each with a comma of its own.
pub(crate) fn without(array: Val<'_>, gone: impl Fn(usize) -> bool) -> Vec<Splice> {
    let spans: Vec<(Range<usize>, bool)> =
        array.items().enumerate().map(|(n, v)| (range(v.span()), gone(n))).collect();
    cut(&spans)
}

/// Takes the members of that name out of an object.
pub(crate) fn leave_out(object: Val<'_>, name: &str, splices: &mut Vec<Splice>) {
    splices.extend(without_members(object, |key| key == name));
}

/// Takes members out of an object, each with a comma of its own.
pub(crate) fn without_members(object: Val<'_>, gone: impl Fn(&str) -> bool) -> Vec<Splice> {
    let spans: Vec<(Range<usize>, bool)> = object
        .members()
        .map(|(k, v)| {
            let span = range(k.span()).start..range(v.span()).end;
            (span, gone(&k.text().unwrap_or_default()))
        })
        .collect();
    cut(&spans)
}

/// Takes parts of a list out, each with a comma of its own.
fn cut(spans: &[(Range<usize>, bool)]) -> Vec<Splice> {
    let mut out = Vec::new();
    for (n, (span, is_gone)) in spans.iter().enumerate() {
        if !is_gone {
            continue;
        }
        let kept_before = spans[..n].iter().any(|(_, gone)| !gone);
        let range = match (kept_before, spans.get(n + 1)) {
            // With what stands between it and the one before.
            (true, _) => spans[n - 1].0.end..span.end,
            // Up to the next one, comma included.
            (false, Some((next, _))) => span.start..next.start,
            (false, None) => span.clone(),
        };
        out.push(Splice { range, with: Vec::new() });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use warden_core::json::{Limits, Mode, read};

    #[test]
    fn elements_leave_with_their_commas() {
        let text = b"[ 1 , 2,3 ,4 ]";
        let doc = read(text.as_slice().into(), Mode::Strict, &Limits::default()).expect("JSON");
        for gone in 0u8..16 {
            let edited = apply(text, without(doc.root(), |n| gone & (1 << n) != 0));
            let shown = String::from_utf8_lossy(&edited).into_owned();
            let back = read(edited.into(), Mode::Strict, &Limits::default()).expect(&shown);
            let left: Vec<_> = back.root().items().map(|v| v.raw().to_vec()).collect();
            let want: Vec<_> = (0u8..4)
                .filter(|n| gone & (1 << n) == 0)
                .map(|n| (n + 1).to_string().into_bytes())
                .collect();
            assert_eq!(left, want, "{shown}");
        }
    }

    #[test]
    fn members_leave_with_their_commas() {
        let text = br#"{ "a" : 1 , "b":{"a":2},"c":3}"#;
        let doc = read(text.as_slice().into(), Mode::Strict, &Limits::default()).expect("JSON");
        for gone in 0u8..8 {
            let left = |name: &str| gone & (1 << (name.as_bytes()[0] - b'a')) != 0;
            let edited = apply(text, without_members(doc.root(), left));
            let back: serde_json::Value = serde_json::from_slice(&edited).expect("JSON");
            let names: String = back.as_object().expect("an object").keys().cloned().collect();
            let want: String = ["a", "b", "c"].into_iter().filter(|n| !left(n)).collect();
            assert_eq!(names, want);
        }
    }

    #[test]
    fn half_a_surrogate_pair_becomes_the_replacement_character() {
        let text = br#"{"a":"x\ud800y","b":"\u00e9"}"#;
        let doc = read(text.as_slice().into(), Mode::AsClientsRead, &Limits::default());
        let doc = doc.expect("JSON");
        let mut splices = Vec::new();
        normalise(&doc, &mut splices);
        let out = String::from_utf8(apply(text, splices)).expect("UTF-8");
        assert_eq!(out, "{\"a\":\"x\u{fffd}y\",\"b\":\"\\u00e9\"}");
    }
}
