//! What every rule says about itself, whichever crate it lives in.

use std::borrow::Cow;
use std::fmt;

use serde::{Serialize, Serializer};

use crate::finding::{Confidence, Severity};

/// The stable name of a rule: `WRD-<FAMILY>-<NAME>`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleId(Cow<'static, str>);

impl RuleId {
    /// A rule that is part of Warden.
    pub const fn new(id: &'static str) -> Self {
        Self(Cow::Borrowed(id))
    }

    /// A rule from a person's own files.
    pub fn owned(id: String) -> Self {
        Self(Cow::Owned(id))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for RuleId {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&self.0)
    }
}

/// How settled a rule is. An id never vanishes: a retired rule keeps its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Tried, kept stable.
    Stable,
    /// New, may change.
    Preview,
    /// No longer run.
    Retired,
}

/// A rule's entry in the catalogue. Every crate that finds things exports a
/// table of these; the command line joins them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RuleMeta {
    /// Stable id.
    pub id: RuleId,
    /// One line, without a full stop.
    pub title: Cow<'static, str>,
    /// How bad it is when it is real.
    pub severity: Severity,
    /// How often it is real.
    pub confidence: Confidence,
    /// Advisory rules inform; they never block, at any threshold.
    pub advisory: bool,
    /// Settled or not.
    pub status: Status,
    /// What the reference systems call it, so that ignore lists can migrate.
    pub aka: Vec<Cow<'static, str>>,
    /// Markdown: what it finds, why that matters, what to do.
    pub doc: Cow<'static, str>,
    /// Texts in which the rule must fire (or descriptions of them, for rules
    /// that do not look at text).
    pub examples: Vec<Cow<'static, str>>,
    /// Texts that look alike and in which it must not.
    pub counter_examples: Vec<Cow<'static, str>>,
}
