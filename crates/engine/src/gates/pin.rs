//! What was approved, and what is there now.

use std::collections::HashMap;

use warden_core::finding::{Finding, Gate, Subject};
use warden_core::surface::{Item, Surface};
use warden_core::views::{PinRecord, PinView};
use warden_core::{Endpoint, Untrusted};

use crate::launch::identity::launch_identity;
use crate::meta_rules::{APPROVAL_REQUIRED, DRIFT, IDENTITY_DRIFT, UNPINNED};

/// Findings about the launch alone.
pub(crate) fn launch_findings(
    endpoint: Option<&Endpoint>,
    pins: &dyn PinView,
    require_approval: bool,
) -> Vec<Finding> {
    let mut out = Vec::new();
    match pins.record() {
        Some(record) => {
            identity(record, endpoint, &mut out);
            if require_approval && !record.approved {
                out.push(approval(Subject::Server, "nobody has approved what is pinned for it"));
            }
        }
        None if require_approval => {
            out.push(approval(Subject::Server, "nobody has approved it"));
        }
        None => {}
    }
    out
}

/// Findings about launch and tools.
pub(crate) fn findings(
    surface: &Surface,
    endpoint: Option<&Endpoint>,
    pins: &dyn PinView,
    require_approval: bool,
) -> Vec<Finding> {
    let mut out = launch_findings(endpoint, pins, require_approval);
    let Some(record) = pins.record() else { return out };
    let mut approved: HashMap<&str, Vec<&str>> = HashMap::new();
    for (name, digest) in &record.tools {
        approved.entry(name).or_default().push(digest);
    }
    for tool in surface.tools() {
        match approved.get(tool.name.expose()) {
            None if require_approval => {
                out.push(approval(tool.subject(), "nobody has approved this tool"));
            }
            None => out.push(unpinned(tool)),
            Some(digests) => {
                if !digests.contains(&tool.digest().as_str()) {
                    out.push(drift(tool));
                }
            }
        }
    }
    out
}

fn identity(record: &PinRecord, endpoint: Option<&Endpoint>, out: &mut Vec<Finding>) {
    let (Some(pinned), Some(endpoint)) = (&record.identity, endpoint) else { return };
    if *pinned != launch_identity(endpoint) {
        let message = "It is started or reached otherwise than when it was approved";
        out.push(IDENTITY_DRIFT.finding(Gate::Pin, Subject::Launch, message));
    }
}

fn approval(subject: Subject, why: &str) -> Finding {
    APPROVAL_REQUIRED.finding(Gate::Pin, subject, format!("Approval is required, and {why}"))
}

fn unpinned(tool: &Item) -> Finding {
    let message = format!("Tool {} is new since the last approval", shown(&tool.name));
    UNPINNED.finding(Gate::Pin, tool.subject(), message)
}

fn drift(tool: &Item) -> Finding {
    let message = format!("Tool {} has changed since it was approved", shown(&tool.name));
    DRIFT.finding(Gate::Pin, tool.subject(), message)
}

fn shown(name: &Untrusted) -> String {
    name.term_limited(80)
}
