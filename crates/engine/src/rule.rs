//! What a structural rule is.

use std::borrow::Cow;

use warden_core::capture::CaptureFacts;
use warden_core::finding::{Confidence, Evidence, Finding, Gate, Severity, Subject};
use warden_core::rule::{RuleId, RuleMeta, Status};
use warden_core::surface::{Item, Surface, TextUnit};
use warden_core::{Endpoint, Untrusted};

use crate::evidence;
use crate::fold::Readings;

/// What a rule says of itself, as constants.
#[derive(Debug)]
pub struct Meta {
    /// Stable id.
    pub id: &'static str,
    /// One line, without a full stop.
    pub title: &'static str,
    /// How bad it is when it is real.
    pub severity: Severity,
    /// How often it is real.
    pub confidence: Confidence,
    /// Advisory rules never block.
    pub advisory: bool,
    /// Codes of the reference systems.
    pub aka: &'static [&'static str],
    /// Markdown: what, why, what to do.
    pub doc: &'static str,
}

impl Meta {
    /// The entry in the catalogue.
    pub fn to_rule_meta(&self, cases: &[Case]) -> RuleMeta {
        let show = |fires: bool| {
            let of = |c: &&Case| c.fires == fires;
            cases.iter().filter(of).map(|c| Cow::Borrowed(c.show())).collect()
        };
        RuleMeta {
            id: RuleId::new(self.id),
            title: Cow::Borrowed(self.title),
            severity: self.severity,
            confidence: self.confidence,
            advisory: self.advisory,
            status: Status::Stable,
            aka: self.aka.iter().map(|a| Cow::Borrowed(*a)).collect(),
            doc: Cow::Borrowed(self.doc),
            examples: show(true),
            counter_examples: show(false),
        }
    }

    /// A finding of this rule.
    pub fn finding(&self, gate: Gate, subject: Subject, message: impl Into<String>) -> Finding {
        Finding {
            rule: RuleId::new(self.id),
            gate,
            severity: self.severity,
            confidence: self.confidence,
            advisory: self.advisory,
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
}

/// An input that a rule must, or must not, fire on.
#[derive(Clone, Debug)]
pub struct Case {
    /// What is judged.
    pub input: CaseInput,
    /// Whether the rule must fire.
    pub fires: bool,
}

/// The kinds of input that a case can have.
#[derive(Clone, Debug)]
pub enum CaseInput {
    /// A dump, as for `vet --jsonl`.
    Dump(&'static str),
    /// A launch line, split at spaces; a URL if it holds `://` before any space.
    Launch(&'static str),
    /// A dump that is made up, with words for the catalogue.
    Generated(&'static str, fn() -> String),
    /// Facts of a capture, with words for the catalogue.
    Facts(&'static str, fn() -> CaptureFacts),
}

impl Case {
    /// A dump on which the rule fires.
    pub const fn bad(dump: &'static str) -> Self {
        Self { input: CaseInput::Dump(dump), fires: true }
    }

    /// A dump on which it does not.
    pub const fn good(dump: &'static str) -> Self {
        Self { input: CaseInput::Dump(dump), fires: false }
    }

    /// A launch line on which it fires.
    pub const fn bad_launch(line: &'static str) -> Self {
        Self { input: CaseInput::Launch(line), fires: true }
    }

    /// A launch line on which it does not.
    pub const fn good_launch(line: &'static str) -> Self {
        Self { input: CaseInput::Launch(line), fires: false }
    }

    fn show(&self) -> &'static str {
        match self.input {
            CaseInput::Dump(s) | CaseInput::Launch(s) | CaseInput::Facts(s, _) => s,
            CaseInput::Generated(s, _) => s,
        }
    }
}

/// What is known beside the thing at hand.
pub struct Cx<'a> {
    /// The key under which the client knows the server.
    pub server: &'a Untrusted,
    /// The surface; empty when only a launch is judged.
    pub surface: &'a Surface,
    /// Other servers of the same client.
    pub peers: &'a [&'a Surface],
    /// How it is started or reached.
    pub endpoint: Option<&'a Endpoint>,
}

/// One text with its readings.
pub struct Text<'a> {
    /// The text and its place.
    pub unit: &'a TextUnit<'a>,
    /// Its readings.
    pub readings: &'a Readings<'a>,
}

impl Text<'_> {
    /// A finding about a byte range of the text.
    pub fn finding(
        &self,
        meta: &Meta,
        range: std::ops::Range<usize>,
        message: impl Into<String>,
    ) -> Finding {
        let mut f = meta.finding(Gate::Static, self.unit.item.subject(), message);
        self.place(&mut f, range, None);
        f
    }

    /// Fills in where a finding was made: pointer, words, digest.
    pub(crate) fn place(
        &self,
        f: &mut Finding,
        range: std::ops::Range<usize>,
        reads_as: Option<&str>,
    ) {
        f.path = Some(self.unit.pointer());
        f.evidence = Some(evidence::quote(&self.unit.text, range, reads_as));
        f.text_digest = Some(evidence::text_digest(&self.unit.text));
    }
}

/// Collects findings.
#[derive(Debug, Default)]
pub struct Sink {
    pub(crate) findings: Vec<Finding>,
}

impl Sink {
    /// Adds a finding.
    pub fn push(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// Adds a finding whose words are not part of one text of the surface.
    pub fn push_with(&mut self, mut finding: Finding, words: &str) {
        finding.evidence =
            Some(Evidence { matched: evidence::redacted(words).into(), ..Evidence::default() });
        self.push(finding);
    }
}

/// A rule in code: synchronous and pure. Implement the hooks you need.
pub trait Rule: Sync {
    /// What it says of itself.
    fn meta(&self) -> &'static Meta;

    /// Inputs that show what it does, run by one test over all rules.
    fn cases(&self) -> &'static [Case];

    /// How the server is started or reached.
    fn launch(&self, _endpoint: &Endpoint, _cx: &Cx<'_>, _sink: &mut Sink) {}

    /// How it is started or reached, for somebody who reviews a config: what is
    /// worth a remark there and would be noise in every scan.
    fn review(&self, _endpoint: &Endpoint, _sink: &mut Sink) {}

    /// The surface as a whole.
    fn server(&self, _surface: &Surface, _cx: &Cx<'_>, _sink: &mut Sink) {}

    /// One item; only called for rules that return `true` from
    /// [`Rule::reads_items`].
    fn item(&self, _item: &Item, _cx: &Cx<'_>, _sink: &mut Sink) {}

    /// Whether the item hook does anything.
    fn reads_items(&self) -> bool {
        false
    }

    /// One text; only called for rules that return `true` from
    /// [`Rule::reads_texts`].
    fn text(&self, _text: &Text<'_>, _cx: &Cx<'_>, _sink: &mut Sink) {}

    /// Whether the text hook does anything.
    fn reads_texts(&self) -> bool {
        false
    }

    /// The server among its peers.
    fn fleet(&self, _surface: &Surface, _peers: &[&Surface], _cx: &Cx<'_>, _sink: &mut Sink) {}

    /// What happened while the server was asked.
    fn capture(&self, _facts: &CaptureFacts, _cx: &Cx<'_>, _sink: &mut Sink) {}
}
