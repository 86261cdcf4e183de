//! Detection: rules, gates, verdicts. Synchronous and pure.

use warden_core::capture::CaptureFacts;
use warden_core::finding::{Finding, Severity};
use warden_core::policy::IgnoreEntry;
use warden_core::report::Ruleset;
use warden_core::views::{FeedView, PinView};
use warden_core::{Endpoint, RuleMeta, Surface, Untrusted, Verdict};

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

/// The compiled rules. Cheap to share between threads by reference.
pub struct Engine {}

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

impl Engine {
    /// Compiles the rules.
    pub fn new(_options: EngineOptions) -> Result<Self, EngineError> {
        unimplemented!()
    }

    /// Version and digest of the rules in force.
    pub fn ruleset(&self) -> Ruleset {
        unimplemented!()
    }

    /// Every rule that the engine knows.
    pub fn catalogue(&self) -> Vec<RuleMeta> {
        unimplemented!()
    }

    /// Judges a launch line or URL before anything is started.
    pub fn vet_launch(
        &self,
        _server: &Untrusted,
        _endpoint: &Endpoint,
        _earlier: &[Finding],
        _pins: &dyn PinView,
        _feed: &dyn FeedView,
    ) -> Verdict {
        unimplemented!()
    }

    /// Judges a surface.
    pub fn vet(&self, _input: &VetInput<'_>) -> Verdict {
        unimplemented!()
    }

    /// Remarks after all vetting: ignore entries that matched nothing or have
    /// expired.
    pub fn unused_ignores(&self) -> Vec<String> {
        unimplemented!()
    }
}

/// A launch line or URL for people to read, with secrets redacted.
pub fn redact_launch(_endpoint: &Endpoint) -> Untrusted {
    unimplemented!()
}
