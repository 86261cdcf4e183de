//! Findings in the table: the rule, the place, the words.

use warden_core::Untrusted;
use warden_core::finding::{Evidence, Finding, Severity};

use super::page::{Page, Tone};
use crate::show::{about, count, head, location, tail, term, term_cut};
use crate::view::{Cause, causes};

/// Characters shown before and behind the matched words.
const CONTEXT: usize = 48;
/// Characters of the matched words shown.
const WORDS: usize = 160;

/// Findings, one block per cause; without `verbose` only the first few.
pub(super) fn list(findings: &[&Finding], verbose: bool, page: &mut Page) {
    let limit = if verbose { 200 } else { 4 };
    let all = causes(findings);
    all.iter().take(limit).for_each(|cause| one(cause, page));
    if all.len() > limit {
        page.line(2, &format!("… and {} more (--verbose, --json)", all.len() - limit));
    }
}

/// Advisory findings: a count, or with `verbose` a line each.
pub(super) fn advisories(findings: &[&Finding], verbose: bool, page: &mut Page) {
    const LIMIT: usize = 100;
    if findings.is_empty() {
        return;
    }
    if !verbose {
        let n = count(findings.len(), "advisory finding");
        page.line(2, &page.paint(Tone::Dim, &format!("+ {n} (--verbose)")));
        return;
    }
    for f in findings.iter().take(LIMIT) {
        page.line(2, &format!("advisory  {}  {}: {}", term(f.rule.as_str()), about(f), message(f)));
    }
    if findings.len() > LIMIT {
        page.line(2, &format!("… and {} more (--json)", findings.len() - LIMIT));
    }
}

fn message(finding: &Finding) -> String {
    term_cut(&finding.message, 400)
}

fn one(cause: &Cause<'_>, page: &mut Page) {
    let f = cause.first;
    let tone = if f.severity >= Severity::High { Tone::Bad } else { Tone::Warn };
    let severity = page.paint(tone, &format!("{:<8}", f.severity.name()));
    let rule = page.paint(Tone::Strong, &term(f.rule.as_str()));
    let mut place = about(f);
    if let Some(path) = f.path.as_deref().filter(|p| !p.is_empty()) {
        place.push_str(&format!(" at {}", term_cut(path, 120)));
    }
    page.line(2, &format!("{severity} {rule}  {place}"));
    page.line(4, &message(f));
    if let Some(evidence) = &f.evidence {
        quote(evidence, page);
    }
    also(&cause.also, page);
    if let Some(source) = &f.source {
        page.line(4, &format!("at {}", location(source)));
    }
    if let Some(fix) = &f.fix {
        page.labelled(4, "fix:", fix);
    }
}

/// `| …before »matched« behind…`, in the server's own words.
fn quote(evidence: &Evidence, page: &mut Page) {
    let before = tail(&evidence.before, CONTEXT).term();
    let matched = head(&evidence.matched, WORDS).term();
    let after = head(&evidence.after, CONTEXT).term();
    // Every word is painted by itself, so that a wrapped line keeps its colour.
    let painted: Vec<String> =
        format!("»{matched}«").split(' ').map(|w| page.paint(Tone::Match, w)).collect();
    page.line(4, &format!("| {before}{}{after}", painted.join(" ")));
    if let Some(reads) = &evidence.reads_as {
        page.line(4, &format!("| reads as: {}", head(reads, WORDS).term()));
    }
}

fn also(others: &[&Finding], page: &mut Page) {
    const SHOWN: usize = 4;
    if others.is_empty() {
        return;
    }
    let mut places: Vec<String> = others
        .iter()
        .take(SHOWN)
        .map(|f| match f.path.as_deref().filter(|p| !p.is_empty()) {
            Some(path) => format!("{} at {}", about(f), term_cut(path, 80)),
            None => about(f),
        })
        .collect();
    if others.len() > SHOWN {
        places.push(format!("{} more places", others.len() - SHOWN));
    }
    page.line(4, &format!("also in {}", places.join(", ")));
}

/// Names in a row, the first few.
pub(super) fn names(names: &[Untrusted], limit: usize) -> String {
    let mut shown: Vec<String> = names.iter().take(limit).map(|n| n.term_limited(40)).collect();
    if names.len() > limit {
        shown.push(format!("{} more", names.len() - limit));
    }
    shown.join(", ")
}
