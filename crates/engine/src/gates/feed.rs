//! The threat feed: records of known bad names and words.

use std::ops::Range;

use warden_core::finding::{Evidence, Finding, Gate, Severity, Subject};
use warden_core::surface::{ItemKind, Surface};
use warden_core::views::{FeedRecord, FeedScope, FeedView};
use warden_core::{Endpoint, Untrusted};

use super::feed_builtin::RECORDS;
use super::wildcard;
use crate::launch::redact::redact_launch;
use crate::meta_rules::FEED;

/// What a record is looked for in, in lower case.
struct Haystack {
    subject: Subject,
    text: String,
}

/// The findings of all records.
pub(crate) fn findings(
    server: &Untrusted,
    surface: &Surface,
    endpoint: Option<&Endpoint>,
    feed: &dyn FeedView,
) -> Vec<Finding> {
    let mut out = Vec::new();
    let server_text = server_haystack(server, surface, endpoint);
    let remote = feed.records();
    for b in RECORDS.iter().filter(|b| b.scope != FeedScope::Tool) {
        match_one(b.pattern, &server_text, |w| builtin_finding(b, &server_text, w), &mut out);
    }
    for r in remote.iter().filter(|r| r.scope != FeedScope::Tool) {
        match_one(&r.pattern, &server_text, |w| remote_finding(r, &server_text, w), &mut out);
    }
    let built_in_tools = RECORDS.iter().any(|b| b.scope != FeedScope::Server);
    if !built_in_tools && remote.iter().all(|r| r.scope == FeedScope::Server) {
        return out;
    }
    for item in surface.items.iter().filter(|i| i.kind != ItemKind::Server) {
        let text = String::from_utf8_lossy(item.val().raw()).to_lowercase();
        let hay = Haystack { subject: item.subject(), text };
        for b in RECORDS.iter().filter(|b| b.scope != FeedScope::Server) {
            match_one(b.pattern, &hay, |w| builtin_finding(b, &hay, w), &mut out);
        }
        for r in remote.iter().filter(|r| r.scope != FeedScope::Server) {
            match_one(&r.pattern, &hay, |w| remote_finding(r, &hay, w), &mut out);
        }
    }
    out
}

fn server_haystack(server: &Untrusted, surface: &Surface, at: Option<&Endpoint>) -> Haystack {
    let mut text = format!("{}\n{}\n", server.expose(), surface.name.expose());
    if let Some(endpoint) = at {
        text.push_str(redact_launch(endpoint).expose());
    }
    Haystack { subject: Subject::Server, text: text.to_lowercase() }
}

fn match_one(
    pattern: &str,
    hay: &Haystack,
    finding: impl FnOnce(&str) -> Finding,
    out: &mut Vec<Finding>,
) {
    if let Some(Range { start, end }) = wildcard::find(&pattern.to_lowercase(), &hay.text) {
        out.push(finding(&hay.text[start..end]));
    }
}

fn builtin_finding(b: &super::feed_builtin::Builtin, hay: &Haystack, words: &str) -> Finding {
    finding(hay, b.severity, b.code, b.reason, "built in", words)
}

fn remote_finding(r: &FeedRecord, hay: &Haystack, words: &str) -> Finding {
    finding(hay, r.severity, &r.code, &r.reason, &r.source, words)
}

fn finding(
    hay: &Haystack,
    severity: Severity,
    code: &str,
    reason: &str,
    source: &str,
    words: &str,
) -> Finding {
    let show = |s: &str| Untrusted::from(s).term_limited(200);
    let message =
        format!("A threat record matches: {} ({}, {})", show(reason), show(code), show(source));
    let mut f = FEED.finding(Gate::Feed, hay.subject.clone(), message);
    f.severity = severity;
    f.evidence =
        Some(Evidence { matched: crate::evidence::redacted(words).into(), ..Evidence::default() });
    f
}
