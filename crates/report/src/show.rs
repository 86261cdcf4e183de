//! Words that several renderers share. Our own sentences can hold a name or a
//! path that a stranger chose, so they take the same escapes as his text.

use warden_core::Untrusted;
use warden_core::finding::Finding;
use warden_core::report::Completeness;
use warden_core::spec::{SourceRef, Transport};

/// One line of ours, made safe for a terminal.
pub(crate) fn term(text: &str) -> String {
    Untrusted::from(text).term()
}

/// As [`term`], cut after `max` characters.
pub(crate) fn term_cut(text: &str, max: usize) -> String {
    Untrusted::from(text).term_limited(max)
}

/// The last `max` characters, with an ellipsis in front if that is not all.
pub(crate) fn tail(text: &Untrusted, max: usize) -> Untrusted {
    let all = text.expose();
    match all.char_indices().rev().nth(max.saturating_sub(1)) {
        Some((at, _)) if at > 0 => Untrusted::from(format!("…{}", &all[at..])),
        _ => text.clone(),
    }
}

/// The first `max` characters, with an ellipsis behind if that is not all.
pub(crate) fn head(text: &Untrusted, max: usize) -> Untrusted {
    let all = text.expose();
    match all.char_indices().nth(max) {
        Some((at, _)) => Untrusted::from(format!("{}…", &all[..at])),
        None => text.clone(),
    }
}

/// `file:line`, as editors and terminals understand it.
pub(crate) fn location(source: &SourceRef) -> String {
    format!("{}:{}", term(&source.file.display().to_string()), source.line)
}

/// `1 tool`, `2 tools`.
pub(crate) fn count(n: usize, one: &str) -> String {
    let plural = match one.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None => format!("{one}s"),
    };
    format!("{n} {}", if n == 1 { one } else { &plural })
}

/// The transport's name.
pub(crate) fn transport(transport: Transport) -> &'static str {
    match transport {
        Transport::Stdio => "stdio",
        Transport::Http => "http",
        Transport::Sse => "sse",
    }
}

/// What a finding is about, for a terminal: `tool "add"`.
pub(crate) fn about(finding: &Finding) -> String {
    match finding.subject.name() {
        Some(name) => format!("{} \"{}\"", finding.subject.kind(), name.term_limited(60)),
        None => finding.subject.kind().to_string(),
    }
}

/// What was not looked at, one remark each; empty when everything was.
pub(crate) fn gaps(completeness: &Completeness) -> Vec<String> {
    const SHOWN: usize = 5;
    let mut out = Vec::new();
    if completeness.truncated > 0 {
        let n = usize::try_from(completeness.truncated).unwrap_or(usize::MAX);
        out.push(format!("{} too long to be inspected whole", count(n, "text")));
    }
    for u in completeness.unreachable.iter().take(SHOWN) {
        out.push(format!("not read: {} ({})", u.what.term_limited(80), term_cut(&u.why, 200)));
    }
    if let Some(more) = completeness.unreachable.len().checked_sub(SHOWN).filter(|n| *n > 0) {
        out.push(format!("not read: {more} more"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_cut_at_characters() {
        let text = Untrusted::from("äöü");
        assert_eq!(tail(&text, 2).expose(), "…öü");
        assert_eq!(tail(&text, 3).expose(), "äöü");
        assert_eq!(head(&text, 2).expose(), "äö…");
        assert_eq!(head(&text, 3).expose(), "äöü");
    }

    #[test]
    fn counts_read_well() {
        assert_eq!(count(1, "tool"), "1 tool");
        assert_eq!(count(0, "tool"), "0 tools");
        assert_eq!(count(2, "advisory"), "2 advisories");
    }
}
