//! Where MCP clients keep their servers, and how they write them down.
//!
//! [`discover`] goes through the registry of clients (`client/`), reads every
//! file that exists with bounds (`fs`, `format`), finds the servers in it
//! (`shape`), and says of each entry how it is started or reached, or why it
//! is skipped (`entry`, `vars`, `wrap`). Nothing that a config names is run or
//! opened: commands that print headers, values from files and keyrings.

mod adjust;
mod checks;
mod client;
mod discover;
mod entry;
mod env;
mod file;
mod format;
mod fs;
mod named;
mod rewrite;
mod rules;
mod shape;
mod spot;
mod text;
mod tree;
mod vars;
mod wrap;

use std::collections::BTreeMap;
use std::path::PathBuf;

pub use format::Format;
pub use rewrite::{Change, rewrite};
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

impl Scope {
    /// The name used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Project => "project",
            Self::Local => "local",
            Self::Plugin => "plugin",
            Self::Managed => "managed",
            Self::Named => "named",
        }
    }
}

/// The ids of all known clients, in alphabetical order.
pub fn client_ids() -> Vec<&'static str> {
    client::ALL.iter().map(|c| c.id).collect()
}

/// The rules that this crate's findings belong to.
pub fn catalogue() -> Vec<RuleMeta> {
    rules::catalogue()
}

/// Looks for configs and reads them. Never fails as a whole: a file that
/// cannot be read is a [`SourceReport`] with an error.
pub fn discover(env: &Env, options: &DiscoverOptions) -> Discovery {
    let mut run = discover::Run::new(env);
    if options.files.is_empty() {
        let wanted =
            |id: &str| options.clients.is_empty() || options.clients.iter().any(|c| c == id);
        for client in client::ALL.iter().filter(|c| wanted(c.id)) {
            run.client(client, options.project_only);
        }
    }
    for path in &options.files {
        run.named(named::guess(env, path), named::spot(env, path));
    }
    run.finish()
}

/// Reads the bytes of one config without looking at the disk, as a file that
/// was named for this client (an id of [`client_ids`]; anything else means an
/// unknown one).
pub fn parse(env: &Env, bytes: &[u8], format: Format, client: &str) -> Result<Vec<Entry>, String> {
    let text = text::decode(bytes)?;
    let node = format::read(&text, format)?;
    let client = client::by_id(client).unwrap_or(&named::UNKNOWN);
    let mut spot = spot::Spot::new("config", Scope::Named, named::ANYTHING);
    spot.format = format;
    let reader = file::Reader { env, client, spot: &spot, text: &text, projects: &[], disk: false };
    Ok(reader.read(&node)?.entries)
}
