//! One labelled server and the set it is counted in.

use serde_json::Value;
use warden_core::finding::Severity;
use warden_core::surface::ItemKind;
use warden_engine::score::Window;

/// The sets that figures are given for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Set {
    McpTox,
    Others,
    SafetyBench,
    CorpusAttacks,
    TrainingAttacks,
    NeedsPeer,
    Preference,
    Overt,
    Honest,
    HardHonest,
    CorpusHonest,
    TrainingHonest,
}

impl Set {
    pub(crate) fn is_attack(self) -> bool {
        !matches!(self, Self::Honest | Self::HardHonest | Self::CorpusHonest | Self::TrainingHonest)
    }

    /// Honest servers that were written to be taken for attacks.
    pub(crate) fn is_hard(self) -> bool {
        matches!(self, Self::HardHonest | Self::CorpusHonest | Self::TrainingHonest)
    }

    /// Whether the scorer may learn from it: what is harmful only beside its
    /// neighbours, or openly, has no words to learn.
    pub(crate) fn teaches(self) -> bool {
        !matches!(self, Self::NeedsPeer | Self::Preference | Self::Overt)
    }

    /// Whether it is the repository's test corpus.
    pub(crate) fn is_corpus(self) -> bool {
        matches!(self, Self::CorpusAttacks | Self::CorpusHonest)
    }

    /// Whether it is the repository's training texts.
    pub(crate) fn is_training(self) -> bool {
        matches!(self, Self::TrainingAttacks | Self::TrainingHonest)
    }

    /// Whether its texts are in the repository.
    pub(crate) fn is_own(self) -> bool {
        self.is_corpus() || self.is_training()
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::McpTox => "MCPTox",
            Self::Others => "other attacks",
            Self::SafetyBench => "MCP-SafetyBench",
            Self::CorpusAttacks => "tests/corpus attacks",
            Self::TrainingAttacks => "training attacks",
            Self::NeedsPeer => "  apart: needs a peer",
            Self::Preference => "  apart: preference",
            Self::Overt => "  apart: overt capability",
            Self::Honest => "honest servers",
            Self::HardHonest => "hard honest servers",
            Self::CorpusHonest => "tests/corpus honest",
            Self::TrainingHonest => "training honest",
        }
    }

    /// The set of a record of the collections beside the repository.
    pub(crate) fn of_public(json: &Value, hard: bool) -> Self {
        if json.get("poisoned").is_none() {
            return if hard { Self::HardHonest } else { Self::Honest };
        }
        match text(json, "source") {
            "cisco-overt-capability" => Self::Overt,
            _ if json.get("needs_peer").is_some() => Self::NeedsPeer,
            _ if text(json, "technique") == "Preference Manipulation" => Self::Preference,
            "mcptox" => Self::McpTox,
            "mcp-safetybench" => Self::SafetyBench,
            _ => Self::Others,
        }
    }
}

/// One item of a server.
pub(crate) struct ItemTexts {
    /// Whether it carries an attack; unknown for what stands beside one in
    /// collections that do not say.
    pub(crate) hostile: Option<bool>,
    pub(crate) words: Vec<u32>,
    pub(crate) windows: Vec<Window>,
}

/// One labelled server.
pub(crate) struct Record {
    pub(crate) id: String,
    pub(crate) set: Set,
    /// Who wrote it, as far as it is known: an author, a source.
    pub(crate) author: String,
    /// The name of its server.
    pub(crate) server: String,
    /// The language of the decisive text, where it is known.
    pub(crate) lang: String,
    pub(crate) items: Vec<ItemTexts>,
    /// What the rules find, without the scorer: the worst that is no remark.
    pub(crate) rules: Option<Severity>,
    /// The same with the scorer as it ships.
    pub(crate) shipped: Option<Severity>,
}

/// A string of a record.
pub(crate) fn text<'j>(json: &'j Value, key: &str) -> &'j str {
    json.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// Whether an item of an attack carries it. When the words are outside of the
/// tools, `carrier` says where.
pub(crate) fn is_poisoned(json: &Value, kind: ItemKind, name: &str) -> bool {
    match text(json, "carrier") {
        "instructions" => return kind == ItemKind::Server,
        "prompts" => return kind == ItemKind::Prompt,
        "resources" | "resourceTemplates" => {
            return matches!(kind, ItemKind::Resource | ItemKind::Template);
        }
        _ => {}
    }
    let names = json.get("poisoned").and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str).any(|n| match n.strip_prefix("prompt:") {
        Some(prompt) => kind == ItemKind::Prompt && prompt == name,
        None => kind == ItemKind::Tool && n == name,
    })
}
