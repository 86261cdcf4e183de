//! One difference.

use warden_core::{Finding, RuleId, Severity, Subject, Untrusted};

/// What a change means for whoever uses the server, mildest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Another spelling of the same.
    Cosmetic,
    /// It takes or can do less.
    Narrower,
    /// Something is gone.
    Removed,
    /// It takes or can do more.
    Wider,
    /// Another program or address, or one that calls itself otherwise.
    Identity,
    /// Somewhere for data to go, or a secret, that was not there before.
    NewSink,
    /// Text that tells the model what to do, which was not there before.
    NewInstruction,
}

impl Class {
    /// All of them, mildest first.
    pub const ALL: [Self; 7] = [
        Self::Cosmetic,
        Self::Narrower,
        Self::Removed,
        Self::Wider,
        Self::Identity,
        Self::NewSink,
        Self::NewInstruction,
    ];

    /// The name used in reports and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cosmetic => "cosmetic",
            Self::Narrower => "narrower",
            Self::Wider => "wider",
            Self::NewInstruction => "new-instruction",
            Self::NewSink => "new-sink",
            Self::Removed => "removed",
            Self::Identity => "identity",
        }
    }
}

impl std::str::FromStr for Class {
    type Err = String;

    fn from_str(s: &str) -> Result<Self, String> {
        let names = || Self::ALL.map(Self::name).join(", ");
        let found = Self::ALL.into_iter().find(|c| c.name() == s.to_ascii_lowercase());
        found.ok_or_else(|| format!("expected one of: {}", names()))
    }
}

/// A text as it was and as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// As it was; empty for a new one.
    pub before: Untrusted,
    /// As it is; empty for one that is gone.
    pub after: Untrusted,
}

/// One difference.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// `WRD-DRIFT-…`.
    pub rule: RuleId,
    /// What it means.
    pub class: Class,
    /// How bad.
    pub severity: Severity,
    /// Of what.
    pub subject: Subject,
    /// JSON pointer, or a path into a schema.
    pub path: Option<String>,
    /// One sentence in our words.
    pub message: String,
    /// The text that changed, where one did.
    pub words: Option<Words>,
    /// What the engine says of the new text and did not say of the old one.
    pub judged: Vec<Finding>,
}

impl Change {
    /// A change of that kind, with the severity and class of its rule.
    pub(crate) fn new(kind: &str, subject: Subject, message: impl Into<String>) -> Self {
        let rule = super::rules::kind(kind);
        Self {
            rule: super::rules::id(kind),
            class: rule.class,
            severity: rule.severity,
            subject,
            path: None,
            message: message.into(),
            words: None,
            judged: Vec::new(),
        }
    }
}
