//! What the engine says of the new text and did not say of the old one.

use std::collections::HashSet;

use warden_core::surface::Item;
use warden_core::views::TextJudge;
use warden_core::{Finding, Severity};

use super::change::Class;

/// Findings that came with the change. What only informs does not count.
pub(super) fn added(judge: &dyn TextJudge, old: Option<&Item>, new: &Item) -> Vec<Finding> {
    let key = |f: &Finding| {
        let words = f.evidence.as_ref().map(|e| e.matched.expose().to_lowercase());
        (f.rule.clone(), words)
    };
    let known: HashSet<_> =
        old.map(|i| judge.judge(i).iter().map(key).collect()).unwrap_or_default();
    let mut found = judge.judge(new);
    found.retain(|f| !f.advisory && f.severity >= Severity::Medium && !known.contains(&key(f)));
    found
}

/// What such a finding makes of a change. What the rules find in a text are
/// orders to the model; those about parameters and links say where data goes.
pub(super) fn class(finding: &Finding) -> Class {
    let id = finding.rule.as_str();
    let sink = id.ends_with("-PARAM") || id.starts_with("WRD-LINK-") || id.starts_with("WRD-ARG-");
    if sink { Class::NewSink } else { Class::NewInstruction }
}
