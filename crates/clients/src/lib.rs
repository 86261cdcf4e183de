//! Where MCP clients keep their servers, and how they write them down.

use std::collections::BTreeMap;
use std::path::PathBuf;

use warden_core::report::SourceReport;
use warden_core::{Endpoint, Finding, RuleMeta, SourceRef, Transport, Untrusted};

/// Which platform's paths are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Os {
    Linux,
    Mac,
    Windows,
}

/// The machine, as far as it matters here; tests make their own.
#[derive(Clone, Debug)]
pub struct Env {
    /// Platform.
    pub os: Os,
    /// Home directory.
    pub home: PathBuf,
    /// The project directory.
    pub cwd: PathBuf,
    /// Environment variables, for paths and for `${VAR}` in configs.
    pub vars: BTreeMap<String, String>,
    /// Put in front of absolute system paths such as `/etc`; empty outside tests.
    pub root: PathBuf,
}

/// What to look for.
#[derive(Clone, Debug, Default)]
pub struct DiscoverOptions {
    /// Only these clients (ids as in [`client_ids`]); all if empty.
    pub clients: Vec<String>,
    /// Only what the project directory brings along.
    pub project_only: bool,
    /// Only these files, whatever the clients.
    pub files: Vec<PathBuf>,
}

/// Where an entry comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Scope {
    User,
    Project,
    Local,
    Plugin,
    Managed,
    Named,
}

/// One server in one config.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The key, or the `name` in lists.
    pub name: Untrusted,
    /// The client that reads the file.
    pub client: &'static str,
    /// Where the entry comes from.
    pub scope: Scope,
    /// File, line and column.
    pub source: SourceRef,
    /// How to start or reach it; `Err` says why it is skipped.
    pub endpoint: Result<Endpoint, String>,
    /// Transport as far as it is known, also for skipped entries.
    pub transport: Transport,
    /// Whether a project directory brought it along: not started without a yes.
    pub from_project: bool,
    /// Whether the entry starts `warden wrap`; `endpoint` is what stands behind.
    pub wrapped: bool,
    /// What is odd about the entry itself.
    pub findings: Vec<Finding>,
}

/// A place that was looked at.
#[derive(Clone, Debug)]
pub struct Place {
    /// The file.
    pub path: PathBuf,
    /// The client.
    pub client: &'static str,
    /// Where it belongs.
    pub scope: Scope,
    /// Whether it exists.
    pub exists: bool,
}

/// Everything that was found.
#[derive(Clone, Debug, Default)]
pub struct Discovery {
    /// Every path that was tried.
    pub places: Vec<Place>,
    /// Files that exist, with their count of servers or their error.
    pub sources: Vec<SourceReport>,
    /// The servers, in the order of clients and files.
    pub entries: Vec<Entry>,
    /// Findings about a file as a whole.
    pub findings: Vec<Finding>,
}

/// The ids of all known clients, in alphabetical order.
pub fn client_ids() -> Vec<&'static str> {
    unimplemented!()
}

/// The rules that this crate's findings belong to.
pub fn catalogue() -> Vec<RuleMeta> {
    unimplemented!()
}

/// Looks for configs and reads them. Never fails as a whole: a file that
/// cannot be read is a [`SourceReport`] with an error.
pub fn discover(_env: &Env, _options: &DiscoverOptions) -> Discovery {
    unimplemented!()
}

impl Env {
    /// This machine.
    pub fn from_system() -> Self {
        unimplemented!()
    }
}
