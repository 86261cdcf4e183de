//! What a rule found.

use std::ops::Range;

use warden_core::finding::Severity;

use super::class::*;
use super::doc::Doc;
use super::parse::{Force, Pred, Sent};
use super::rules::FrameRule;

/// The frame of a hit, in words for display. They are ours, except that none
/// is longer than a few words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// Who acts.
    pub who: &'static str,
    /// What is done.
    pub what: Vec<&'static str>,
    /// To which kinds of object.
    pub object: Vec<&'static str>,
    /// Under which condition.
    pub condition: Vec<&'static str>,
    /// How strongly.
    pub force: &'static str,
}

/// One hit of one rule.
#[derive(Clone, Debug)]
pub struct FrameHit {
    /// The rule.
    pub rule: &'static str,
    /// How bad; rules report weaker frames with a milder severity.
    pub severity: Severity,
    /// The field it was found in.
    pub field: usize,
    /// Its bytes in that field's text.
    pub span: Range<usize>,
    /// One sentence in our words.
    pub message: &'static str,
    /// The frame.
    pub frame: Frame,
    /// Tools of others that the sentence names, as they stand there.
    pub names: Vec<String>,
}

/// Names beyond this many say nothing new.
const NAMES: usize = 3;

/// What a rule returns.
pub(super) struct Match {
    pub(super) severity: Severity,
    pub(super) at: usize,
    pub(super) span: Range<usize>,
    pub(super) pred: Option<Pred>,
}

impl Match {
    /// A predicate of a sentence, seriously meant.
    pub(super) fn high(at: usize, s: &Sent, p: &Pred) -> Self {
        Self { severity: Severity::High, at, span: s.frame_span(p), pred: Some(p.clone()) }
    }

    /// A whole sentence, seriously meant.
    pub(super) fn high_sentence(at: usize, s: &Sent) -> Self {
        Self { severity: Severity::High, at, span: s.span.clone(), pred: None }
    }

    /// A run of tokens, seriously meant.
    pub(super) fn toks(at: usize, s: &Sent, toks: Range<usize>) -> Self {
        Self { severity: Severity::High, at, span: s.bytes(&toks), pred: None }
    }

    /// The first of two that is serious, or any.
    pub(super) fn best(one: Option<Self>, two: impl FnOnce() -> Option<Self>) -> Option<Self> {
        match one {
            Some(m) if m.severity >= Severity::High => Some(m),
            m => two().filter(|n| m.as_ref().is_none_or(|m| n.severity > m.severity)).or(m),
        }
    }

    /// The same with another severity.
    pub(super) fn at(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// High if it holds, else low: the frame alone is everyday speech.
    pub(super) fn high_or_low(self, strong: bool) -> Self {
        if strong { self } else { self.at(Severity::Low) }
    }

    /// High if it holds, else medium.
    pub(super) fn high_if(self, strong: bool) -> Self {
        if strong { self } else { self.at(Severity::Medium) }
    }
}

impl FrameHit {
    pub(super) fn new(rule: &FrameRule, doc: &Doc<'_>, m: Match) -> Self {
        let s = &doc.sents[m.at];
        Self {
            rule: rule.id,
            severity: m.severity,
            field: s.field,
            span: m.span,
            message: rule.message,
            frame: frame(s, m.pred.as_ref()),
            names: names(doc, s),
        }
    }
}

fn names(doc: &Doc<'_>, s: &Sent) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for i in s.foreign_refs(0..s.toks.len()) {
        let name = s.toks[i].text(doc.text(s));
        if names.len() < NAMES && !names.iter().any(|n| n == name) {
            names.push(name.to_owned());
        }
    }
    names
}

fn frame(s: &Sent, p: Option<&Pred>) -> Frame {
    let objects = SECRET
        | CONVO
        | USER
        | INSTR
        | PARAM
        | RECIP
        | AMOUNT
        | RESULT
        | FILE
        | TOOL
        | T_OWN
        | T_PARAM
        | T_SIBLING
        | T_FOREIGN
        | T_URL
        | T_EMAIL
        | T_PATH
        | T_SPATH
        | T_VALUE
        | T_ACCOUNT
        | T_CMD
        | REMOTE
        | HOSTINFO
        | SYSPROMPT
        | COMMAND;
    let names = |c: Cls| c.names().collect::<Vec<_>>();
    let cond = s.conds.iter().fold(Cls::NONE, |c, k| c | k.kind);
    let on = s.cond_cls() & (T_OWN | T_SIBLING | T_FOREIGN | USER | EVERY);
    let (what, object, force) = match p {
        Some(p) => (names(p.acts), names(s.object(p) & objects), p.force),
        None => (names(s.cls & ACTS), names(s.cls & objects), s.force()),
    };
    Frame {
        who: match p {
            Some(p) if p.force == Force::Statement => "this tool",
            _ => "the model",
        },
        what,
        object,
        condition: names(cond | on),
        force: match force {
            Force::Purpose => "purpose",
            Force::May => "may",
            Force::Statement => "does",
            Force::Advice => "should",
            Force::Order => "order",
            Force::Must => "must",
        },
    }
}

impl std::fmt::Display for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.who, self.force)?;
        let part = |f: &mut std::fmt::Formatter<'_>, name: &str, words: &[&str]| {
            if words.is_empty() { Ok(()) } else { write!(f, "; {name}: {}", words.join(", ")) }
        };
        part(f, "act", &self.what)?;
        part(f, "object", &self.object)?;
        part(f, "condition", &self.condition)
    }
}
