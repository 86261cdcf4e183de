//! How what is there now differs from what was pinned, and what that means.

mod bounds;
mod change;
mod entries;
mod item;
mod items;
mod judged;
mod rules;
mod schema;
mod texts;
mod words;

use warden_core::views::TextJudge;
use warden_core::{Endpoint, Severity, Subject};

pub use change::{Change, Class, Words};
pub(crate) use rules::catalogue;

use crate::model::{Document, ServerPart};

/// What came of comparing two documents.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// Every difference, worst first.
    pub changes: Vec<Change>,
    /// What was pinned in sessions that were not held this time, and so not
    /// compared.
    pub not_compared: Vec<String>,
    /// The baseline has no member `warden`, so that less is covered.
    pub foreign: bool,
}

/// Compares what is there now with what was pinned. Both have been verified.
pub fn drift(baseline: &Document, current: &Document, judge: &dyn TextJudge) -> Comparison {
    let mut out = Comparison { foreign: baseline.own.is_none(), ..Comparison::default() };
    let identity = current.own.as_ref().map(|o| o.identity.as_str());
    out.changes.extend(launch(baseline, &current.server, identity));
    match (&baseline.own, &current.own) {
        (Some(old), Some(new)) => items::compare(old, new, judge, &mut out),
        _ => entries::compare(baseline, current, judge, &mut out.changes),
    }
    inspection(baseline, current, &mut out.changes);
    level(baseline, current, &mut out.changes);
    dedup(&mut out.changes);
    approval(baseline, &mut out.changes);
    out.changes.sort_by(|a, b| {
        let key = |c: &Change| (std::cmp::Reverse(c.severity), std::cmp::Reverse(c.class));
        (key(a), &a.subject, &a.rule, &a.path).cmp(&(key(b), &b.subject, &b.rule, &b.path))
    });
    out
}

/// How a server is started or reached now, compared with what was pinned: all
/// that can be said of one that is not asked.
pub fn launch_drift(baseline: &Document, endpoint: &Endpoint, identity: &str) -> Vec<Change> {
    let mut server = crate::build::server(endpoint);
    server.command_digest = server.expected_digest();
    let mut changes: Vec<Change> = launch(baseline, &server, Some(identity)).into_iter().collect();
    approval(baseline, &mut changes);
    changes
}

fn launch(baseline: &Document, now: &ServerPart, identity: Option<&str>) -> Option<Change> {
    if baseline.server.command_digest == now.command_digest {
        return None;
    }
    let same = match (&baseline.own, identity) {
        (Some(own), Some(identity)) => own.identity == identity,
        _ => false,
    };
    let (kind, message) = match same {
        true => ("server-query", "Only what is no part of its identity has changed in its URL"),
        false => ("server-identity", "It is started or reached otherwise than when it was pinned"),
    };
    Some(Change::new(kind, Subject::Launch, message))
}

/// Only ever written by hand; see [`Document::adopt`].
fn inspection(baseline: &Document, current: &Document, out: &mut Vec<Change>) {
    let now: std::collections::HashMap<&str, &crate::model::ToolEntry> =
        current.tools.iter().map(|t| (t.name.as_str(), t)).collect();
    for old in &baseline.tools {
        if now.get(old.name.as_str()).is_some_and(|new| old.inspection != new.inspection) {
            let subject = Subject::Tool(old.name.as_str().into());
            let message = "How its results are to be inspected has changed";
            out.push(Change::new("inspection-policy-modified", subject, message));
        }
    }
}

fn level(baseline: &Document, current: &Document, out: &mut Vec<Change>) {
    if baseline.level < current.level {
        let message = format!(
            "The lock is of level {} and covers less than level {}; pin again to cover it",
            baseline.level, current.level
        );
        out.push(Change::new("schema-version-migrated", Subject::Server, message));
    }
}

/// Several sessions show one change each.
fn dedup(changes: &mut Vec<Change>) {
    let mut kept: Vec<Change> = Vec::with_capacity(changes.len());
    let mut seen = std::collections::HashSet::new();
    for change in changes.drain(..) {
        let words = change.words.as_ref();
        let key = (
            change.rule.clone(),
            change.subject.clone(),
            change.path.clone(),
            change.message.clone(),
            words.map(|w| (w.before.clone(), w.after.clone())),
        );
        if seen.insert(key) {
            kept.push(change);
        }
    }
    *changes = kept;
}

/// What was approved is something else.
fn approval(baseline: &Document, changes: &mut Vec<Change>) {
    let real = |c: &&Change| !c.rule.as_str().ends_with("SCHEMA-VERSION-MIGRATED");
    let Some(worst) = changes.iter().filter(real).map(|c| c.class).max() else { return };
    if baseline.pin.approved {
        let by = baseline.pin.approver.as_deref().unwrap_or("somebody");
        let by = warden_core::Untrusted::from(by).term_limited(80);
        let message = format!("What {by} approved is not what is there now");
        let mut change = Change::new("unapproved-change", Subject::Server, message);
        change.class = worst;
        change.severity = Severity::High;
        changes.push(change);
    }
}
