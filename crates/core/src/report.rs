//! The report: the one value that every renderer takes. Its JSON form is
//! `warden.report/1`, described by `schemas/report-v1.json`.

use std::path::PathBuf;

use serde::Serialize;

use crate::capture::{SessionFacts, Unreachable};
use crate::finding::{Finding, Gate, Severity};
use crate::spec::{SourceRef, Transport};
use crate::text::Untrusted;

/// The schema that [`Report`] serialises to.
pub const REPORT_SCHEMA: &str = "warden.report/1";

/// Which rules judged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Ruleset {
    /// Raised whenever a rule, a guard or the folding changes.
    pub version: String,
    /// Over rules, guards, folding and weights.
    pub digest: String,
}

/// How much of a surface was looked at. Nothing unread is ever called clean.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Completeness {
    /// Strings and keys on the surface.
    pub texts: u64,
    /// Those that were inspected whole.
    pub inspected: u64,
    /// Those that were too long to be inspected whole.
    pub truncated: u64,
    /// Binary contents, which are counted and not read.
    pub binary: u64,
    /// Pages of lists that were fetched.
    pub pages: u32,
    /// What could not be read, and why.
    pub unreachable: Vec<Unreachable>,
}

/// What became of one server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServerStatus {
    /// Its surface was read and judged.
    Scanned,
    /// Only its launch line was judged, as asked.
    LaunchOnly,
    /// Its launch line was refused, so it was never started.
    BlockedAtLaunch,
    /// It could not be read.
    Error,
    /// It was not tried, for a stated reason.
    Skipped,
}

/// Why a server could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ServerError {
    /// `start`, `connect`, `handshake`, `list` …
    pub phase: String,
    /// What happened, in our words.
    pub message: String,
    /// The most telling lines of its stderr, where there are some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stderr: Option<Untrusted>,
    /// What to do next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// What a server says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct ServerInfo {
    pub name: Option<Untrusted>,
    pub version: Option<Untrusted>,
}

/// One server in a report.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ServerReport {
    /// The key in the config.
    pub name: Untrusted,
    /// The client whose config names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    /// Where it is written down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceRef>,
    /// How it is spoken to.
    pub transport: Transport,
    /// The launch line or URL, with secrets redacted.
    pub launch: Untrusted,
    /// Whether its entry already starts it through `warden wrap`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub wrapped: bool,
    /// What became of it.
    pub status: ServerStatus,
    /// `true`, `false`, or `None` when it was not judged.
    pub allow: Option<bool>,
    /// Product of the gates' scores, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The first gate that refused it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<Gate>,
    /// How many distinct tools it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_count: Option<usize>,
    /// What it says of itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server_info: Option<ServerInfo>,
    /// The sessions that were held with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sessions: Vec<SessionFacts>,
    /// How much of it was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completeness: Option<Completeness>,
    /// Everything that was found.
    pub findings: Vec<Finding>,
    /// Findings that an ignore entry excuses, with the reason given there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ignored: Vec<Ignored>,
    /// Tools that a model may see. Look at `allow` first.
    pub allowed_tools: Vec<Untrusted>,
    /// Tools that a blocking finding names.
    pub blocked_tools: Vec<Untrusted>,
    /// Why it could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ServerError>,
    /// Why it was not tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skipped: Option<String>,
    /// The lock that it was pinned in or compared with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lock: Option<LockFacts>,
}

/// A server's entry in a lock file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LockFacts {
    /// The file.
    #[serde(serialize_with = "crate::spec::lossy_path")]
    pub file: PathBuf,
    /// Its name in a file of several servers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Untrusted>,
    /// The digest of mcp-warden's format.
    pub overall_digest: String,
    /// The number for everything, unless the lock is foreign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// Whether a person has approved it.
    pub approved: bool,
    /// It lacks the member `warden` and covers less.
    pub foreign: bool,
    /// Whether this run wrote it.
    pub written: bool,
}

/// A finding that a person excused.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Ignored {
    pub finding: Finding,
    pub reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
}

/// A config file that was looked for.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceReport {
    /// The file.
    #[serde(serialize_with = "crate::spec::lossy_path")]
    pub path: PathBuf,
    /// The client that reads it.
    pub client: String,
    /// `user`, `project`, `local`, `plugin`, `managed` or `named`.
    pub scope: String,
    /// How many servers it names.
    pub servers: usize,
    /// Why it could not be read, with line and column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// Counts over all servers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// All of them.
    pub servers: usize,
    /// Judged and allowed.
    pub allowed: usize,
    /// Judged and refused, before or after starting.
    pub blocked: usize,
    /// Could not be read.
    pub errors: usize,
    /// Not tried.
    pub skipped: usize,
    /// Only the launch line was judged.
    pub launch_only: usize,
}

/// What one run found out.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Always [`REPORT_SCHEMA`].
    pub schema: &'static str,
    /// Version of Warden.
    pub version: &'static str,
    /// `scan`, `vet` …
    pub command: &'static str,
    /// RFC 3339, UTC.
    pub generated_at: String,
    /// Which rules judged.
    pub ruleset: Ruleset,
    /// From which severity on a finding blocks.
    pub fail_on: Severity,
    /// Counts.
    pub summary: Summary,
    /// The config files that were read.
    pub sources: Vec<SourceReport>,
    /// The servers, in the order of their entries.
    pub servers: Vec<ServerReport>,
    /// Findings about a file or about several servers at once.
    pub findings: Vec<Finding>,
    /// Remarks for the person: unused ignore entries and such.
    pub notes: Vec<String>,
}

impl Summary {
    /// Counts the servers of a report.
    pub fn of(servers: &[ServerReport]) -> Self {
        let mut s = Self { servers: servers.len(), ..Self::default() };
        for server in servers {
            match (server.status, server.allow) {
                (_, Some(false)) => s.blocked += 1,
                (ServerStatus::Error, _) => s.errors += 1,
                (ServerStatus::Skipped, _) => s.skipped += 1,
                (ServerStatus::LaunchOnly, _) => s.launch_only += 1,
                (_, Some(true)) => s.allowed += 1,
                (_, None) => s.errors += 1,
            }
        }
        s
    }
}
