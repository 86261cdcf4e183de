//! A finding: one thing that one rule says about one subject.

use serde::{Deserialize, Serialize};

use crate::digest::sha256_parts;
use crate::rule::RuleId;
use crate::spec::SourceRef;
use crate::text::Untrusted;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Severity {
    Info,
    Low,
    Medium,
    High,
    Critical,
}

impl Severity {
    /// All of them, mildest first.
    pub const ALL: [Self; 5] = [Self::Info, Self::Low, Self::Medium, Self::High, Self::Critical];

    /// The name used in reports and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Critical => "critical",
        }
    }
}

impl std::str::FromStr for Severity {
    type Err = String;

    fn from_str(s: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|v| v.name() == s.to_ascii_lowercase())
            .ok_or_else(|| "expected one of: info, low, medium, high, critical".into())
    }
}

/// How sure a rule is, apart from how bad the thing would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Confidence {
    Low,
    Medium,
    High,
}

/// The part of the chain that a finding or a decision comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Gate {
    Config,
    Launch,
    Wire,
    Static,
    Feed,
    Origin,
    Pin,
    Lock,
    Classifier,
}

impl Gate {
    /// The name used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Config => "config",
            Self::Launch => "launch",
            Self::Wire => "wire",
            Self::Static => "static",
            Self::Feed => "feed",
            Self::Origin => "origin",
            Self::Pin => "pin",
            Self::Lock => "lock",
            Self::Classifier => "classifier",
        }
    }
}

/// What a finding is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Subject {
    /// The server as a whole: its info, its instructions, its behaviour.
    Server,
    /// How it is started or reached.
    Launch,
    /// Its entry in a config file.
    Config,
    /// A tool, by the name it gave.
    Tool(Untrusted),
    /// A prompt, by name.
    Prompt(Untrusted),
    /// A resource, by URI.
    Resource(Untrusted),
    /// A resource template, by URI template.
    Template(Untrusted),
}

impl Subject {
    /// The word for the kind of subject.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Server => "server",
            Self::Launch => "launch",
            Self::Config => "config",
            Self::Tool(_) => "tool",
            Self::Prompt(_) => "prompt",
            Self::Resource(_) => "resource",
            Self::Template(_) => "template",
        }
    }

    /// The name a stranger gave it, where it has one.
    pub fn name(&self) -> Option<&Untrusted> {
        match self {
            Self::Server | Self::Launch | Self::Config => None,
            Self::Tool(n) | Self::Prompt(n) | Self::Resource(n) | Self::Template(n) => Some(n),
        }
    }
}

/// The words that a finding rests on, with a little of what stands around
/// them, all as the server wrote them. Secrets are already redacted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// Up to some 60 characters before the match.
    pub before: Untrusted,
    /// The match, cut at some 200 characters.
    pub matched: Untrusted,
    /// Up to some 60 characters behind it.
    pub after: Untrusted,
    /// What the match reads as once decoded or folded, where that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reads_as: Option<Untrusted>,
}

/// One thing that one rule says about one subject.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Which rule.
    pub rule: RuleId,
    /// Which part of the chain.
    pub gate: Gate,
    /// How bad.
    pub severity: Severity,
    /// How sure.
    pub confidence: Confidence,
    /// Advisory findings inform; they never block.
    pub advisory: bool,
    /// About what.
    pub subject: Subject,
    /// JSON pointer of the text inside the subject (`/inputSchema/properties/x`).
    pub path: Option<String>,
    /// One sentence in our words; a name of the server's inside it is escaped.
    pub message: String,
    /// The words it rests on.
    pub evidence: Option<Evidence>,
    /// What to do about it, where the rule knows better than "do not use it".
    pub fix: Option<String>,
    /// Digest of the whole text the finding was made in: what an ignore entry
    /// is bound to, so that it does not excuse another text.
    pub text_digest: Option<String>,
    /// Place in a config file, for findings about an entry.
    pub source: Option<SourceRef>,
    /// For drift: what the change means (`wider`, `new-instruction` …).
    pub class: Option<&'static str>,
}

impl Finding {
    /// A finding with the mandatory parts; the rest is filled in by field.
    pub fn new(
        meta: &crate::rule::RuleMeta,
        gate: Gate,
        subject: Subject,
        message: impl Into<String>,
    ) -> Self {
        Self {
            rule: meta.id.clone(),
            gate,
            severity: meta.severity,
            confidence: meta.confidence,
            advisory: meta.advisory,
            subject,
            path: None,
            message: message.into(),
            evidence: None,
            fix: None,
            text_digest: None,
            source: None,
            class: None,
        }
    }

    /// The name of the tool, for findings about one.
    pub fn tool(&self) -> Option<&Untrusted> {
        match &self.subject {
            Subject::Tool(n) => Some(n),
            _ => None,
        }
    }

    /// A stable handle: the same rule about the same words in the same place
    /// has the same fingerprint in every run. 16 hexadecimal digits.
    pub fn fingerprint(&self) -> String {
        let name = self.subject.name().map(Untrusted::expose).unwrap_or_default();
        let words = self.evidence.as_ref().map(|e| e.matched.expose()).unwrap_or(&self.message);
        let parts = [
            self.rule.as_str(),
            self.subject.kind(),
            name,
            self.path.as_deref().unwrap_or_default(),
            words,
        ];
        sha256_parts(parts.map(str::as_bytes))[..16].to_string()
    }

    /// Whether it counts against the subject at this threshold.
    pub fn blocks_at(&self, threshold: Severity) -> bool {
        !self.advisory && self.severity >= threshold
    }
}

/// The wire form of a finding in `warden.report/1` and in `vet --jsonl`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FindingV1<'a> {
    rule: &'a RuleId,
    gate: Gate,
    severity: Severity,
    confidence: Confidence,
    advisory: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool: Option<&'a Untrusted>,
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<SubjectV1<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<&'a Evidence>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<&'a str>,
    fingerprint: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    text_digest: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a SourceRef>,
}

#[derive(Serialize)]
struct SubjectV1<'a> {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a Untrusted>,
}

impl Serialize for Finding {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let tool = self.tool();
        let subject = tool
            .is_none()
            .then(|| SubjectV1 { kind: self.subject.kind(), name: self.subject.name() });
        FindingV1 {
            rule: &self.rule,
            gate: self.gate,
            severity: self.severity,
            confidence: self.confidence,
            advisory: self.advisory,
            class: self.class,
            tool,
            subject,
            path: self.path.as_deref(),
            message: &self.message,
            evidence: self.evidence.as_ref(),
            fix: self.fix.as_deref(),
            fingerprint: self.fingerprint(),
            text_digest: self.text_digest.as_deref(),
            source: self.source.as_ref(),
        }
        .serialize(s)
    }
}
