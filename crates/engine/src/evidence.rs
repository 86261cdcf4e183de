//! The words that a finding rests on, cut and redacted.

use std::ops::Range;

use warden_core::Evidence;
use warden_core::digest::sha256_hex;

use crate::launch::secret::redact_text;

const AROUND: usize = 60;
const MATCH: usize = 200;

/// What an ignore entry can be bound to.
pub(crate) fn text_digest(text: &str) -> String {
    format!("sha256:{}", sha256_hex(text.as_bytes()))
}

/// A text without the secrets in it, cut to the length of a match.
pub(crate) fn redacted(text: &str) -> String {
    redact_text(cut_end(text, MATCH))
}

/// The range with a little of what stands around it.
pub(crate) fn quote(text: &str, range: Range<usize>, reads_as: Option<&str>) -> Evidence {
    let start = floor(text, range.start);
    let end = ceil(text, range.end.max(start));
    let before = floor(text, start.saturating_sub(AROUND));
    let after = ceil(text, end.saturating_add(AROUND).min(text.len()));
    let matched = redacted(&text[start..end]);
    let reads_as = reads_as.map(redacted).filter(|r| !r.eq_ignore_ascii_case(&matched));
    Evidence {
        before: redact_text(&text[before..start]).into(),
        matched: matched.into(),
        after: redact_text(&text[end..after]).into(),
        reads_as: reads_as.map(Into::into),
    }
}

fn cut_end(text: &str, max: usize) -> &str {
    text.char_indices().nth(max).map_or(text, |(n, _)| &text[..n])
}

fn floor(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn ceil(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

/// The same, with the ranges of `secrets` taken out of every part.
pub(crate) fn quote_without(
    text: &str,
    range: Range<usize>,
    reads_as: Option<&str>,
    secrets: &[Range<usize>],
) -> Evidence {
    let near: Vec<&Range<usize>> = secrets
        .iter()
        .filter(|s| s.start < range.end + 4 * AROUND && range.start < s.end + 4 * AROUND)
        .collect();
    if near.is_empty() {
        return quote(text, range, reads_as);
    }
    let start = floor(text, range.start);
    let end = ceil(text, range.end.max(start));
    let before = floor(text, start.saturating_sub(AROUND));
    let after = ceil(text, end.saturating_add(AROUND).min(text.len()));
    Evidence {
        before: masked(text, before..start, &near).into(),
        matched: cut_end(&masked(text, start..end, &near), MATCH).into(),
        after: masked(text, end..after, &near).into(),
        reads_as: None,
    }
}

fn masked(text: &str, range: Range<usize>, secrets: &[&Range<usize>]) -> String {
    let mut out = String::new();
    let mut at = range.start;
    for s in secrets {
        let (from, to) = (s.start.clamp(at, range.end), s.end.clamp(at, range.end));
        if from < to {
            out.push_str(&redact_text(text.get(at..from).unwrap_or_default()));
            out.push_str("[redacted]");
            at = to;
        }
    }
    out.push_str(&redact_text(text.get(at..range.end).unwrap_or_default()));
    out
}
