//! What the engine says about one server.

use crate::finding::{Finding, Gate};
use crate::report::{Completeness, Ignored};
use crate::text::Untrusted;

/// The judgement of one surface or one launch line.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Whether it may be shown to a model.
    pub allow: bool,
    /// Product of the gates' scores, 0 to 1.
    pub score: f64,
    /// The first gate that refused it.
    pub decided_by: Option<Gate>,
    /// Everything that was found, worst first.
    pub findings: Vec<Finding>,
    /// What was found and excused by an ignore entry.
    pub ignored: Vec<Ignored>,
    /// Tools that no blocking finding names. Look at `allow` first.
    pub allowed_tools: Vec<Untrusted>,
    /// Tools that a blocking finding names.
    pub blocked_tools: Vec<Untrusted>,
    /// How much was looked at.
    pub completeness: Completeness,
}
