//! How servers and findings are sorted for people; shared by the renderers.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::HashMap;

use warden_core::SourceRef;
use warden_core::finding::{Finding, Severity};
use warden_core::report::{Report, ServerReport, ServerStatus};

/// Where a server stands in a file: its entry in a config, or the lock that it
/// was compared with. Code scanning shows nothing that has no file.
pub(crate) fn place(server: &ServerReport) -> Option<Cow<'_, SourceRef>> {
    let lock = || {
        let file = server.lock.as_ref()?.file.clone();
        Some(Cow::Owned(SourceRef { file, line: 1, column: None }))
    };
    server.source.as_ref().map(Cow::Borrowed).or_else(lock)
}

/// What a person wants to know first about a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Blocked,
    Error,
    Skipped,
    LaunchOnly,
    Allowed,
}

impl Outcome {
    /// In the order in which they matter to a person.
    pub(crate) const ALL: [Self; 5] =
        [Self::Blocked, Self::Error, Self::Skipped, Self::LaunchOnly, Self::Allowed];

    /// The same cases as in `Summary::of`.
    pub(crate) fn of(server: &ServerReport) -> Self {
        match (server.status, server.allow) {
            (_, Some(false)) => Self::Blocked,
            (ServerStatus::Error, _) => Self::Error,
            (ServerStatus::Skipped, _) => Self::Skipped,
            (ServerStatus::LaunchOnly, _) => Self::LaunchOnly,
            (_, Some(true)) => Self::Allowed,
            (_, None) => Self::Error,
        }
    }

    /// One word for a cell.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Blocked => "blocked",
            Self::Error => "not checked",
            Self::Skipped => "skipped",
            Self::LaunchOnly => "launch line only",
            Self::Allowed => "allowed",
        }
    }
}

/// The servers with this outcome, in the order of their entries.
pub(crate) fn with_outcome(report: &Report, outcome: Outcome) -> Vec<&ServerReport> {
    report.servers.iter().filter(|s| Outcome::of(s) == outcome).collect()
}

/// Findings by what they do to the verdict, each part worst first.
pub(crate) struct Sorted<'a> {
    /// They block at the report's threshold.
    pub(crate) blocking: Vec<&'a Finding>,
    /// They could block at a lower threshold.
    pub(crate) below: Vec<&'a Finding>,
    /// They never block.
    pub(crate) advisory: Vec<&'a Finding>,
}

impl<'a> Sorted<'a> {
    pub(crate) fn new(findings: &'a [Finding], fail_on: Severity) -> Self {
        let mut all: Vec<&Finding> = findings.iter().collect();
        all.sort_by_key(|f| Reverse((f.severity, f.confidence)));
        let (advisory, rest): (Vec<_>, Vec<_>) = all.into_iter().partition(|f| f.advisory);
        let (blocking, below) = rest.into_iter().partition(|f| f.blocks_at(fail_on));
        Self { blocking, below, advisory }
    }

    /// Why a blocked server is blocked. A gate can refuse without a finding
    /// that reaches the threshold; then the next best are shown.
    pub(crate) fn reasons(&self) -> &[&'a Finding] {
        if !self.blocking.is_empty() {
            &self.blocking
        } else if !self.below.is_empty() {
            &self.below
        } else {
            &self.advisory
        }
    }
}

/// One thing to look at: the same rule about the same words is one cause, in
/// however many places it stands.
pub(crate) struct Cause<'a> {
    pub(crate) first: &'a Finding,
    pub(crate) also: Vec<&'a Finding>,
}

/// Findings with one cause put together, in the order of their first.
pub(crate) fn causes<'a>(findings: &[&'a Finding]) -> Vec<Cause<'a>> {
    let mut out: Vec<Cause<'a>> = Vec::new();
    let mut seen: HashMap<(&str, &str), usize> = HashMap::new();
    for &f in findings {
        let words = f.evidence.as_ref().map_or(f.message.as_str(), |e| e.matched.expose());
        match seen.get(&(f.rule.as_str(), words)) {
            Some(&at) => out[at].also.push(f),
            None => {
                seen.insert((f.rule.as_str(), words), out.len());
                out.push(Cause { first: f, also: Vec::new() });
            }
        }
    }
    out
}
