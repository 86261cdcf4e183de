//! What was found in a session, as one report at its end.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use warden_core::report::{REPORT_SCHEMA, Report, ServerReport, ServerStatus, Summary};
use warden_core::{Endpoint, Finding, Severity, Transport, Untrusted};
use warden_engine::{Engine, redact_launch};
use warden_guard::{Event, What};

use crate::failure::Failure;
use crate::plan::now;
use crate::target::Target;

/// Findings of one session; a server could go on for ever.
const MAX: usize = 10_000;

/// Where a SARIF file goes, and everything for it.
pub(crate) struct Sarif {
    target: Target,
    engine: Arc<Engine>,
    fail_on: Severity,
    server: ServerReport,
    seen: HashSet<String>,
}

impl Sarif {
    /// Opens the file, before anything is started.
    pub(crate) fn open(
        path: &Path,
        engine: &Arc<Engine>,
        fail_on: Severity,
        name: &str,
        endpoint: Option<&Endpoint>,
    ) -> Result<Self, Failure> {
        let server = ServerReport {
            name: name.into(),
            client: None,
            source: None,
            transport: endpoint.map_or(Transport::Stdio, Endpoint::transport),
            launch: endpoint.map(redact_launch).unwrap_or_else(|| Untrusted::from("")),
            wrapped: true,
            status: ServerStatus::Scanned,
            allow: Some(true),
            score: None,
            decided_by: None,
            tool_count: None,
            server_info: None,
            sessions: Vec::new(),
            completeness: None,
            findings: Vec::new(),
            ignored: Vec::new(),
            allowed_tools: Vec::new(),
            blocked_tools: Vec::new(),
            error: None,
            lock: None,
            skipped: None,
        };
        let target = Target::open(path)?;
        let (engine, seen) = (Arc::clone(engine), HashSet::new());
        Ok(Self { target, engine, fail_on, server, seen })
    }

    /// Takes note of an event. The same finding counts once.
    pub(crate) fn note(&mut self, event: &Event) {
        if matches!(
            event.what,
            What::Refused | What::CallRefused | What::RequestRefused | What::Blocked
        ) {
            self.server.allow = Some(false);
        }
        let with_tool = |f: &Finding| match (&event.tool, f.tool()) {
            (Some(tool), None) => format!("{} {}", tool.expose(), f.fingerprint()),
            _ => f.fingerprint(),
        };
        for finding in &event.findings {
            if self.server.findings.len() < MAX && self.seen.insert(with_tool(finding)) {
                self.server.findings.push(finding.clone());
            }
        }
    }

    /// Writes the file.
    pub(crate) fn finish(self, command: &'static str) -> Result<(), Failure> {
        let servers = vec![self.server];
        let report = Report {
            schema: REPORT_SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            command,
            generated_at: now(),
            ruleset: self.engine.ruleset(),
            fail_on: self.fail_on,
            summary: Summary::of(&servers),
            sources: Vec::new(),
            servers,
            findings: Vec::new(),
            notes: Vec::new(),
        };
        let rules = crate::cmd::catalogue(&self.engine);
        let root = crate::cmd::cwd();
        self.target.write(|out| warden_report::sarif(&report, &rules, &root, out))
    }
}
