//! From findings to a verdict.

use std::collections::HashSet;

use warden_core::finding::{Finding, Gate, Severity};
use warden_core::report::{Completeness, Ignored};
use warden_core::surface::Surface;
use warden_core::{Untrusted, Verdict};

use crate::meta_rules::UNPINNED;

/// The gates in the order in which they decide.
const ORDER: [Gate; 7] =
    [Gate::Config, Gate::Launch, Gate::Wire, Gate::Static, Gate::Feed, Gate::Origin, Gate::Pin];

/// What a server that is new since the last approval scores at most.
const UNPINNED_SCORE: f64 = 0.9;

fn penalty(severity: Severity) -> f64 {
    match severity {
        Severity::Info => 0.0,
        Severity::Low => 0.1,
        Severity::Medium => 0.3,
        Severity::High => 0.6,
        Severity::Critical => 1.0,
    }
}

/// The score of one gate. A match of the feed or a drift that refuses the
/// server is worth nothing; below the threshold it costs what its severity
/// costs, so that no server is allowed with a score of zero for it.
fn gate_score(gate: Gate, findings: &[Finding], fail_on: Severity) -> f64 {
    let mine = || findings.iter().filter(|f| f.gate == gate);
    let refused = mine().any(|f| f.blocks_at(fail_on));
    if refused && matches!(gate, Gate::Feed | Gate::Pin | Gate::Origin) {
        return 0.0;
    }
    if gate == Gate::Pin && mine().any(|f| f.rule.as_str() == UNPINNED.id) {
        return UNPINNED_SCORE;
    }
    let worst = mine().filter(|f| !f.advisory).map(|f| f.severity).max();
    let score = 1.0 - worst.map_or(0.0, penalty);
    if refused { score } else { score.max(0.1) }
}

/// What is put together.
pub(crate) struct Parts<'a> {
    pub(crate) surface: &'a Surface,
    pub(crate) findings: Vec<Finding>,
    pub(crate) ignored: Vec<Ignored>,
    pub(crate) completeness: Completeness,
    pub(crate) fail_on: Severity,
    pub(crate) require_approval: bool,
}

/// Joins everything. A gate trips when one of its findings blocks; the first
/// tripped gate decides, the others still report.
pub(crate) fn assemble(parts: Parts<'_>) -> Verdict {
    let Parts { surface, mut findings, ignored, completeness, fail_on, require_approval } = parts;
    let trips = |gate: &Gate| findings.iter().any(|f| f.gate == *gate && f.blocks_at(fail_on));
    let decided_by = ORDER
        .iter()
        .copied()
        .find(trips)
        .or_else(|| findings.iter().find(|f| f.blocks_at(fail_on)).map(|f| f.gate));
    let allow = decided_by.is_none();
    let score: f64 = ORDER.iter().map(|g| gate_score(*g, &findings, fail_on)).product();
    let blocked: HashSet<&Untrusted> =
        findings.iter().filter(|f| f.blocks_at(fail_on)).filter_map(Finding::tool).collect();
    let (blocked_tools, allowed_tools) = surface
        .tool_names()
        .into_iter()
        .partition(|name| blocked.contains(name) || (require_approval && !allow));
    findings.sort_by(|a, b| {
        (a.advisory, std::cmp::Reverse(a.severity))
            .cmp(&(b.advisory, std::cmp::Reverse(b.severity)))
    });
    Verdict {
        allow,
        score: score.clamp(0.0, 1.0),
        decided_by,
        findings,
        ignored,
        allowed_tools,
        blocked_tools,
        completeness,
    }
}
