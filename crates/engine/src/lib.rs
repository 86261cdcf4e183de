//! Detection: rules, gates, verdicts. Synchronous and pure.

mod engine;
mod evidence;
pub mod fold;
pub mod frames;
mod gates;
mod hashed;
mod ignore;
pub mod inspect;
mod launch;
mod lex;
mod meta_rules;
mod registry;
pub mod rule;
mod rules;
mod ruleset;
pub mod score;
mod words;

use warden_core::capture::CaptureFacts;
use warden_core::finding::{Finding, Severity};
pub use warden_core::policy::IgnoreEntry;
use warden_core::views::{FeedView, PinView};
use warden_core::{Endpoint, Surface, Untrusted};

pub use engine::Engine;
pub use inspect::{Action, Actions, Class, Inspection, Results, RuntimeText};
pub use launch::identity::launch_identity;
pub use launch::redact::redact_launch;

/// The severity that mcp-warden gives to one of its static checks (`WRD-CAP-*`,
/// `WRD-SEC-*`, `WRD-SUP-*`): they inform while a server is vetted, and carry it
/// where a reviewer reads them.
pub fn reference_severity(id: &str) -> Option<Severity> {
    rules::reference_severity(id)
}

/// Every case of every structural rule, with the rule's id.
pub fn structural_cases() -> impl Iterator<Item = (&'static str, &'static rule::Case)> {
    registry::RULES.iter().flat_map(|r| r.cases().iter().map(|c| (r.meta().id, c)))
}

/// What the engine is told once.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// From which severity on a finding blocks.
    pub fail_on: Severity,
    /// Block servers whose tools nobody has approved.
    pub require_approval: bool,
    /// Findings to excuse.
    pub ignores: Vec<IgnoreEntry>,
    /// Today, `YYYY-MM-DD`, for the expiry of ignore entries.
    pub today: String,
    /// A person's own rules: file name and TOML text.
    pub user_rules: Vec<(String, String)>,
}

/// What is to be judged.
pub struct VetInput<'a> {
    /// The key under which the client knows the server.
    pub server: &'a Untrusted,
    /// What it says.
    pub surface: &'a Surface,
    /// How it is started or reached.
    pub endpoint: Option<&'a Endpoint>,
    /// What happened while it was asked.
    pub facts: Option<&'a CaptureFacts>,
    /// Other servers of the same client.
    pub peers: &'a [&'a Surface],
    /// Findings that were made before (config).
    pub earlier: &'a [Finding],
    /// What was approved.
    pub pins: &'a dyn PinView,
    /// Threat records beside those built in.
    pub feed: &'a dyn FeedView,
}

/// Why an engine could not be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// A rule file is wrong; the text says where.
    #[error("{file}: {message}")]
    Rule {
        /// The rule file.
        file: String,
        /// What is wrong, with line and caret.
        message: String,
    },
}
