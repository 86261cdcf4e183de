//! From a verdict or a failure to one server's part of the report.

use warden_clients::Entry;
use warden_core::report::{Completeness, ServerReport, ServerStatus};
use warden_core::views::{NoFeed, NoPins};
use warden_core::{Endpoint, Finding, ServerSpec, SourceRef, Transport, Untrusted, Verdict};
use warden_engine::{VetInput, redact_launch};
use warden_wire::{Captured, Outcome, Redactor, capture};

use crate::failure::Failure;
use crate::plan::{Judge, Reach};

/// Judges a launch line, and starts or reaches the server and judges what it
/// says. One whose launch line the engine refuses is not started, unless the
/// person insists.
pub(crate) fn ask(
    judge: &Judge,
    reach: &Reach,
    spec: &ServerSpec,
    insist: bool,
) -> Result<Answer, Failure> {
    let who = Who::typed(spec.name.clone(), &spec.endpoint);
    let launch = judge.engine.vet_launch(&spec.name, &spec.endpoint, &[], &NoPins, &NoFeed);
    let redactor = Redactor::of_credentials(spec, reach.options.inherit_env);
    if !launch.allow && !insist {
        return Ok(Answer { report: who.launch_only(launch), captured: None, redactor });
    }
    let captured = super::drive(capture(spec, &reach.options))?;
    let report = who.captured(&captured, launch, &redactor, |surface| {
        judge.engine.vet(&VetInput {
            server: &spec.name,
            surface,
            endpoint: Some(&spec.endpoint),
            facts: Some(&captured.facts),
            peers: &[],
            earlier: &[],
            pins: &NoPins,
            feed: &NoFeed,
        })
    });
    Ok(Answer { report, captured: Some(captured), redactor })
}

/// What came of asking a server.
pub(crate) struct Answer {
    /// What the engine says of it.
    pub(crate) report: ServerReport,
    /// What was captured; `None` if its launch line was refused.
    pub(crate) captured: Option<Captured>,
    /// Knows the credentials that the server was given.
    pub(crate) redactor: Redactor,
}

/// Who a server is, before anything is known about it.
#[derive(Clone)]
pub(crate) struct Who {
    pub(crate) name: Untrusted,
    pub(crate) client: Option<String>,
    pub(crate) source: Option<SourceRef>,
    pub(crate) transport: Transport,
    pub(crate) launch: Untrusted,
    pub(crate) wrapped: bool,
}

impl Who {
    /// A server that was named on the command line.
    pub(crate) fn typed(name: Untrusted, endpoint: &Endpoint) -> Self {
        Self {
            name,
            client: None,
            source: None,
            transport: endpoint.transport(),
            launch: redact_launch(endpoint),
            wrapped: false,
        }
    }

    /// An entry of a config; its launch line is added once it is known.
    pub(crate) fn entry(entry: &Entry) -> Self {
        Self {
            name: entry.name.clone(),
            client: Some(entry.client.to_string()),
            source: Some(entry.source.clone()),
            transport: entry.transport,
            launch: Untrusted::default(),
            wrapped: entry.wrapped,
        }
    }

    fn report(&self, status: ServerStatus) -> ServerReport {
        ServerReport {
            name: self.name.clone(),
            client: self.client.clone(),
            source: self.source.clone(),
            transport: self.transport,
            launch: self.launch.clone(),
            wrapped: self.wrapped,
            status,
            allow: None,
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
            skipped: None,
            lock: None,
        }
    }

    /// Its lock was compared with another.
    pub(crate) fn compared(&self, tools: usize) -> ServerReport {
        let mut r = self.report(ServerStatus::Scanned);
        r.tool_count = Some(tools);
        r
    }

    /// It was not tried.
    pub(crate) fn skipped(&self, reason: String, findings: Vec<Finding>) -> ServerReport {
        let mut r = self.report(ServerStatus::Skipped);
        r.skipped = Some(reason);
        r.findings = findings;
        r
    }

    /// Only its launch line was judged.
    pub(crate) fn launch_only(&self, verdict: Verdict) -> ServerReport {
        let status =
            if verdict.allow { ServerStatus::LaunchOnly } else { ServerStatus::BlockedAtLaunch };
        let mut r = self.judged(status, verdict, None);
        r.completeness = None;
        // A clean launch line says nothing about what the server would say.
        if r.allow == Some(true) {
            r.allow = None;
            r.score = None;
        }
        r
    }

    /// It was asked, and answered or not. `judge` is called with its surface;
    /// `redactor` knows the credentials that the server was given.
    pub(crate) fn captured(
        &self,
        captured: &Captured,
        launch: Verdict,
        redactor: &Redactor,
        judge: impl FnOnce(&warden_core::Surface) -> Verdict,
    ) -> ServerReport {
        let mut r = match &captured.outcome {
            Outcome::Surface(surface) => {
                let count = surface.tool_names().len();
                self.judged(ServerStatus::Scanned, judge(surface), Some(count))
            }
            Outcome::NotChecked(error) => {
                let mut r = self.report(ServerStatus::Error);
                r.error = Some(error.clone());
                r.findings = launch.findings;
                r.ignored = launch.ignored;
                r
            }
        };
        r.sessions = captured.facts.sessions.clone();
        if captured.info.name.is_some() || captured.info.version.is_some() {
            r.server_info = Some(captured.info.clone());
        }
        super::redact::redact(&mut r, redactor);
        r
    }

    /// Its surface was judged.
    pub(crate) fn judged(
        &self,
        status: ServerStatus,
        verdict: Verdict,
        tool_count: Option<usize>,
    ) -> ServerReport {
        let Verdict {
            allow,
            score,
            decided_by,
            findings,
            ignored,
            allowed_tools,
            blocked_tools,
            completeness,
        } = verdict;
        let completeness: Option<Completeness> = Some(completeness);
        ServerReport {
            allow: Some(allow),
            score: Some(score),
            decided_by,
            tool_count,
            completeness,
            findings,
            ignored,
            allowed_tools,
            blocked_tools,
            ..self.report(status)
        }
    }
}
