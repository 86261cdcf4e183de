//! Asking one server and making its document.

use std::collections::{BTreeMap, BTreeSet};

use warden_core::report::ServerReport;
use warden_core::{Endpoint, Finding, ServerSpec, Subject, Surface};
use warden_engine::{Engine, launch_identity, redact_launch, reference_severity};
use warden_lock::{BuildError, Document, LockFinding, Source};
use warden_wire::{Captured, Outcome, Redactor};

use crate::args::ServerArgs;
use crate::cmd::server::{self, Answer};
use crate::failure::Failure;
use crate::plan::{Judge, Reach, now, typed_server};

/// A server that was asked.
pub(crate) struct Asked {
    pub(crate) spec: ServerSpec,
    /// What the engine says of it.
    pub(crate) report: ServerReport,
    /// What was captured; `None` if its launch line was refused.
    pub(crate) captured: Option<Captured>,
    pub(crate) redactor: Redactor,
}

impl Asked {
    /// Its document, where it gave a surface.
    pub(crate) fn document(&self, engine: &Engine) -> Option<Result<Document, BuildError>> {
        let captured = self.captured.as_ref()?;
        let Outcome::Surface(surface) = &captured.outcome else { return None };
        Some(document(engine, &self.spec, surface, captured, &self.report.findings))
    }
}

/// Asks the server of a command line. One whose launch line the engine refuses
/// is not started.
pub(crate) fn ask(
    typed: &ServerArgs,
    judge: &Judge,
    reach: &Reach,
    insist: bool,
) -> Result<Asked, Failure> {
    let mut spec = typed_server(&typed.command, typed.url.as_deref())?;
    reach.apply(&mut spec.endpoint);
    let Answer { mut report, captured, redactor } = server::ask(judge, reach, &spec, insist)?;
    let asked = captured.is_some();
    for finding in report.findings.iter_mut().filter(|_| asked) {
        // A reviewer wants them as grave as mcp-warden has them; they still inform.
        if let Some(severity) = reference_severity(finding.rule.as_str()) {
            finding.severity = severity;
        }
    }
    Ok(Asked { spec, report, captured, redactor })
}

/// The document of a server that was asked.
pub(crate) fn document(
    engine: &Engine,
    spec: &ServerSpec,
    surface: &Surface,
    captured: &Captured,
    findings: &[Finding],
) -> Result<Document, BuildError> {
    let identity = launch_identity(&spec.endpoint);
    warden_lock::document(&Source {
        endpoint: &spec.endpoint,
        identity: &identity,
        surface,
        facts: &captured.facts,
        findings: static_findings(findings),
        notes: notes(engine, spec, captured),
        now: &now(),
        version: env!("CARGO_PKG_VERSION"),
    })
}

/// The note of what could not be read when it was pinned.
const UNREAD: &str = "unread";
/// Names in it beyond this many say nothing new.
const MOST_UNREAD: usize = 50;

/// What could not be read, by name.
fn unread(captured: &Captured) -> BTreeSet<String> {
    let names = captured.facts.unreachable.iter().map(|u| u.what.term_limited(80).to_string());
    names.take(MOST_UNREAD).collect()
}

/// What could not be read now and could when it was pinned, so that nothing can
/// be said of it; nothing for a foreign lock.
pub(crate) fn newly_unread(baseline: &Document, captured: &Captured) -> Vec<String> {
    // A foreign lock does not say what was read for it.
    let Some(own) = &baseline.own else { return Vec::new() };
    let known: BTreeSet<&str> =
        own.notes.get(UNREAD).into_iter().flat_map(|n| n.split('\n')).collect();
    unread(captured).into_iter().filter(|name| !known.contains(name.as_str())).collect()
}

/// What is recorded beside the definitions.
fn notes(engine: &Engine, spec: &ServerSpec, captured: &Captured) -> BTreeMap<String, String> {
    let mut notes = BTreeMap::from([("ruleset".to_owned(), engine.ruleset().version)]);
    if let Endpoint::Stdio(launch) = &spec.endpoint
        && !launch.env.is_empty()
    {
        // Names only: values can be secrets.
        let names: Vec<&str> = launch.env.iter().map(|(name, _)| name.as_str()).collect();
        notes.insert("env".into(), names.join(", "));
    }
    let unread = unread(captured);
    if !unread.is_empty() {
        notes.insert(UNREAD.into(), unread.into_iter().collect::<Vec<_>>().join("\n"));
    }
    let info = &captured.info;
    let parts = [("serverName", &info.name), ("serverVersion", &info.version)];
    for (name, value) in parts {
        notes.extend(value.as_ref().map(|v| (name.to_owned(), v.expose().to_owned())));
    }
    notes
}

/// The findings of the reference's families, as its format holds them.
fn static_findings(findings: &[Finding]) -> Vec<LockFinding> {
    let families = ["WRD-CAP-", "WRD-SEC-", "WRD-SUP-"];
    let mut out: Vec<LockFinding> = findings
        .iter()
        .filter(|f| families.iter().any(|p| f.rule.as_str().starts_with(p)))
        .map(|f| LockFinding {
            target: target(&f.subject),
            rule_id: f.rule.as_str().to_owned(),
            snippet: f.evidence.as_ref().map(|e| e.matched.expose().into()).unwrap_or_default(),
            severity: reference_severity(f.rule.as_str()).unwrap_or(f.severity).name().to_owned(),
            message: f.message.clone(),
        })
        .collect();
    out.sort();
    out.dedup();
    out
}

fn target(subject: &Subject) -> String {
    let list = match subject {
        Subject::Tool(_) => "tools",
        Subject::Prompt(_) => "prompts",
        Subject::Resource(_) | Subject::Template(_) => "resources",
        Subject::Server | Subject::Launch | Subject::Config => return "launch/command".into(),
    };
    let name = subject.name().map(|n| n.expose().to_owned()).unwrap_or_default();
    format!("{list}/{name}")
}

/// Whether the launch line or URL itself holds a credential: variables and
/// headers are not recorded.
pub(crate) fn launch_holds_secret(spec: &ServerSpec) -> bool {
    let plain = match &spec.endpoint {
        Endpoint::Stdio(l) => std::iter::once(&l.command)
            .chain(&l.args)
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(" "),
        Endpoint::Http(r) => r.url.clone(),
    };
    redact_launch(&spec.endpoint).expose() != plain
}
