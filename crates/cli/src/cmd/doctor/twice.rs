//! One name, two servers: which one a client takes is not written anywhere.

use warden_clients::Entry;
use warden_core::{Finding, Gate, Subject};

use super::rules::AMBIGUOUS;

/// A finding if the same file gives another entry the same name.
pub(super) fn finding(all: &[Entry], entry: &Entry) -> Option<Finding> {
    let other = all.iter().find(|o| {
        o.name == entry.name
            && o.source.file == entry.source.file
            && o.scope == entry.scope
            && o.source != entry.source
            && o.endpoint.as_ref().ok() != entry.endpoint.as_ref().ok()
    })?;
    let message = format!(
        "The same file has another server \"{}\" at line {}",
        entry.name.term_limited(60),
        other.source.line
    );
    let mut finding = AMBIGUOUS.finding(Gate::Config, Subject::Config, message);
    finding.source = Some(entry.source.clone());
    Some(finding)
}
