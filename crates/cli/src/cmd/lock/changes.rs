//! From changes to findings, and which of them fail.

use std::path::Path;

use warden_core::finding::Evidence;
use warden_core::report::{LockFacts, ServerReport};
use warden_core::{Confidence, Finding, Gate, Severity, Subject, Untrusted};
use warden_lock::{Change, Class, Document};

/// Which changes fail.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bar {
    /// From this severity on.
    pub(crate) severity: Option<Severity>,
    /// Of these classes.
    pub(crate) classes: Vec<Class>,
}

impl Bar {
    /// Without either, every change.
    pub(crate) fn fails(&self, change: &Change) -> bool {
        if self.severity.is_none() && self.classes.is_empty() {
            return true;
        }
        self.severity.is_some_and(|s| change.severity >= s) || self.classes.contains(&change.class)
    }
}

/// A change as a finding; one that does not fail is advisory.
pub(crate) fn finding(change: &Change, fails: bool) -> Finding {
    Finding {
        rule: change.rule.clone(),
        gate: Gate::Lock,
        severity: change.severity,
        confidence: Confidence::High,
        advisory: !fails,
        subject: change.subject.clone(),
        path: change.path.clone(),
        message: format!("[{}] {}", change.class.name(), change.message),
        evidence: evidence(change),
        fix: None,
        text_digest: None,
        source: None,
        class: Some(change.class.name()),
    }
}

fn evidence(change: &Change) -> Option<Evidence> {
    if let Some(judged) = change.judged.first() {
        return judged.evidence.clone();
    }
    let words = change.words.as_ref()?;
    Some(Evidence { matched: words.marked(), ..Evidence::default() })
}

/// Puts the changes into a report: they decide, and what the engine says of the
/// server informs.
pub(crate) fn decide(report: &mut ServerReport, changes: &[Change], bar: &Bar) {
    let mut findings: Vec<Finding> = changes.iter().map(|c| finding(c, bar.fails(c))).collect();
    let failed = findings.iter().any(|f| !f.advisory);
    let names: Vec<Untrusted> =
        findings.iter().filter(|f| !f.advisory).filter_map(|f| f.tool().cloned()).collect();
    let all = std::mem::take(&mut report.allowed_tools).into_iter();
    let all: Vec<Untrusted> = all.chain(std::mem::take(&mut report.blocked_tools)).collect();
    (report.blocked_tools, report.allowed_tools) = all.into_iter().partition(|t| names.contains(t));
    for mut other in std::mem::take(&mut report.findings) {
        other.advisory = true;
        findings.push(other);
    }
    report.findings = findings;
    report.allow = Some(!failed);
    report.score = None;
    report.decided_by = failed.then_some(Gate::Lock);
}

/// What a report says of the lock.
pub(crate) fn facts(file: &Path, id: Option<&str>, d: &Document, written: bool) -> LockFacts {
    LockFacts {
        file: file.to_path_buf(),
        id: id.filter(|i| !i.is_empty()).map(Into::into),
        overall_digest: d.overall_digest.clone(),
        digest: d.own.as_ref().map(|o| o.digest.clone()),
        approved: d.pin.approved,
        foreign: d.own.is_none(),
        written,
    }
}

/// A finding of the lock gate that is no change.
pub(crate) fn other(rule: &str, subject: Subject, message: impl Into<String>) -> Finding {
    Finding::new(&warden_lock::lock_rule(rule), Gate::Lock, subject, message)
}
