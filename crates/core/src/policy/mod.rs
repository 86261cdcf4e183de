//! The policy file, `warden.toml`: what a person decided.

mod call;
mod request;

pub use call::{
    ArgumentRule, CallAction, CallRule, FilesystemWrite, Hosts, HttpRequest, Patterns, Shapes,
    ShellExec, SqlQuery,
};
pub use request::{RequestAction, RequestRule};
use serde::Deserialize;

use crate::finding::Severity;

/// The whole file. Unknown members are errors: a misspelt switch must not
/// silently leave a gate open.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// From which severity on a finding blocks; `high` if absent.
    pub fail_on: Option<Severity>,
    /// Block servers whose tools nobody has approved.
    #[serde(default)]
    pub require_approval: bool,
    /// Findings to excuse.
    #[serde(default)]
    pub ignore: Vec<IgnoreEntry>,
    /// Tools that ask a person before every call, by name, with `*`.
    #[serde(default)]
    pub sensitive: Vec<String>,
    /// What calls may be like, by what the tool can do.
    #[serde(default)]
    pub defaults: Shapes,
    /// What calls may be like, by tool.
    #[serde(default)]
    pub call: Vec<CallRule>,
    /// What servers may ask of the client.
    #[serde(default)]
    pub request: Vec<RequestRule>,
}

/// A person's excuse for a finding.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct IgnoreEntry {
    /// Rule id, or one of its `aka` codes.
    pub rule: String,
    /// Server it is limited to, by the key in the config.
    pub server: Option<String>,
    /// Tool it is limited to.
    pub tool: Option<String>,
    /// `textDigest` of the text it excuses; another text is not excused.
    pub digest: Option<String>,
    /// Why.
    pub reason: String,
    /// Date (`YYYY-MM-DD`) after which it no longer holds.
    pub until: Option<String>,
}
