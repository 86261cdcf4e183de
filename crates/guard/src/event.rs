//! What is noted: for the log, for stderr, for a replay.

use serde::Serialize;
use warden_core::{Finding, Untrusted};

use crate::Side;

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// A list of tools was judged and is shown.
    Admitted,
    /// A list, or a part of it, was refused.
    Refused,
    /// A person is asked about a call.
    Asked,
    /// A person approved a call.
    Approved,
    /// A call was refused.
    CallRefused,
    /// A request of the server was refused.
    RequestRefused,
    /// A text was held back.
    Blocked,
    /// A text was changed.
    Edited,
    /// A text was handed on with a warning.
    Warned,
    /// A frame was refused, since it is malformed or readers differ about it.
    Malformed,
    /// An answer that nobody asked for, or the second one, was dropped.
    Unsolicited,
    /// A bound was reached.
    Bound,
    /// The pins could not be read or written.
    Pins,
    /// Something failed inside of the guard.
    Internal,
    /// The server ended while requests were waiting.
    Lost,
}

/// One thing to note.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// What happened.
    pub what: What,
    /// Who sent the frame that it is about.
    #[serde(serialize_with = "side")]
    pub from: Side,
    /// The method, as far as it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<Untrusted>,
    /// The tool, where it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<Untrusted>,
    /// In our words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The findings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
}

fn side<S: serde::Serializer>(side: &Side, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_str(side.name())
}

impl Event {
    pub(crate) fn new(what: What, from: Side, note: impl Into<String>) -> Self {
        Self { what, from, method: None, tool: None, note: note.into(), findings: Vec::new() }
    }

    #[must_use]
    pub(crate) fn method(mut self, method: &str) -> Self {
        self.method = Some(method.into());
        self
    }

    #[must_use]
    pub(crate) fn tool(mut self, tool: Option<&str>) -> Self {
        self.tool = tool.map(Untrusted::from);
        self
    }

    #[must_use]
    pub(crate) fn findings(mut self, findings: Vec<Finding>) -> Self {
        self.findings = findings;
        self
    }
}
