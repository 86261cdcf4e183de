//! Ignore entries: a person's excuses.

use std::sync::atomic::{AtomicBool, Ordering};

use warden_core::finding::Finding;
use warden_core::report::Ignored;
use warden_core::{RuleMeta, Untrusted};

use crate::IgnoreEntry;

/// The entries, and which of them were used.
pub(crate) struct Ignores {
    entries: Vec<Entry>,
}

struct Entry {
    entry: IgnoreEntry,
    expired: bool,
    used: AtomicBool,
}

impl Ignores {
    pub(crate) fn new(entries: &[IgnoreEntry], today: &str) -> Self {
        let entry = |e: &IgnoreEntry| Entry {
            expired: e.until.as_deref().is_some_and(|until| until < today),
            entry: e.clone(),
            used: AtomicBool::new(false),
        };
        Self { entries: entries.iter().map(entry).collect() }
    }

    /// Splits findings into those that stand and those that are excused.
    pub(crate) fn split(
        &self,
        findings: Vec<Finding>,
        server: &Untrusted,
        catalogue: &[RuleMeta],
    ) -> (Vec<Finding>, Vec<Ignored>) {
        let mut kept = Vec::new();
        let mut ignored = Vec::new();
        for finding in findings {
            match self.entries.iter().find(|e| e.covers(&finding, server, catalogue)) {
                Some(e) => {
                    e.used.store(true, Ordering::Relaxed);
                    let IgnoreEntry { reason, until, .. } = e.entry.clone();
                    ignored.push(Ignored { finding, reason, until });
                }
                None => kept.push(finding),
            }
        }
        (kept, ignored)
    }

    /// A remark for every entry that did nothing.
    pub(crate) fn unused(&self) -> Vec<String> {
        let remark = |e: &Entry| {
            let rule = Untrusted::from(e.entry.rule.clone()).term();
            match (e.expired, e.entry.until.as_deref()) {
                (true, Some(until)) => {
                    Some(format!("the ignore entry for {rule} expired on {until}"))
                }
                _ if !e.used.load(Ordering::Relaxed) => {
                    Some(format!("the ignore entry for {rule} matched nothing"))
                }
                _ => None,
            }
        };
        self.entries.iter().filter_map(remark).collect()
    }
}

impl Entry {
    fn covers(&self, f: &Finding, server: &Untrusted, catalogue: &[RuleMeta]) -> bool {
        let e = &self.entry;
        let rule = || {
            f.rule.as_str() == e.rule
                || catalogue.iter().any(|m| m.id == f.rule && m.aka.iter().any(|a| *a == e.rule))
        };
        let is = |want: &Option<String>, have: Option<&str>| {
            want.as_deref().is_none_or(|w| have == Some(w))
        };
        !self.expired
            && is(&e.server, Some(server.expose()))
            && is(&e.tool, f.tool().map(Untrusted::expose))
            && is(&e.digest, f.text_digest.as_deref())
            && rule()
    }
}
