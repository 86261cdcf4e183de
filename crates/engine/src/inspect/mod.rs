//! What a server says at run time: results, errors, prompts, elicitations and
//! sampling requests, inspected before a model reads them.
//!
//! Such a text is a stranger's content. Talk about attacks, instructions to
//! people and odd typography are normal in it, so a finding needs more here
//! than in a definition; see docs/detection.md.

mod cases;
mod clean;
mod hidden;
mod link;
mod order;
mod policy;
mod result;
pub(crate) mod rules;
mod secret;
mod text;
mod walk;

use std::borrow::Cow;
use std::ops::Range;

use warden_core::Finding;

use crate::Engine;
use crate::rule::Meta;

pub use cases::{CASES as RUNTIME_CASES, TextCase};
pub use policy::{Action, Actions, Class, Results};
pub use result::{NodeEdits, ResultInspection};

/// A text of a server at run time.
#[derive(Clone, Copy, Debug)]
pub struct RuntimeText<'a> {
    /// The text.
    pub text: &'a str,
    /// The tool that returned it, where known.
    pub tool: Option<&'a str>,
    /// JSON pointer of its place in the message; empty for a bare text.
    pub path: &'a str,
}

impl<'a> From<&'a str> for RuntimeText<'a> {
    fn from(text: &'a str) -> Self {
        Self { text, tool: None, path: "" }
    }
}

/// Bytes of a text and what is to stand in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Where, in the text as it was written; on character boundaries.
    pub range: Range<usize>,
    /// What to put there.
    pub replacement: Cow<'static, str>,
}

/// What was found in a text and what is to be done.
#[derive(Clone, Debug, Default)]
pub struct Inspection {
    /// The strongest action of all findings.
    pub action: Action,
    /// The findings, in the order of their places.
    pub findings: Vec<Finding>,
    /// The edits of findings whose class is edited: in order, without overlap.
    pub edits: Vec<Edit>,
}

impl Inspection {
    /// The text with its edits applied.
    pub fn apply(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        for edit in &self.edits {
            out.push_str(text.get(at..edit.range.start).unwrap_or_default());
            out.push_str(&edit.replacement);
            at = edit.range.end;
        }
        out.push_str(text.get(at..).unwrap_or_default());
        out
    }
}

/// A finding in the making.
#[derive(Clone, Debug)]
struct Found {
    meta: &'static Meta,
    class: Class,
    range: Range<usize>,
    message: String,
    replacement: Cow<'static, str>,
    /// What it reads as, where that differs from what is written.
    reads_as: Option<String>,
    /// Part of another finding: an edit without a finding of its own.
    quiet: bool,
}

impl Found {
    fn new(meta: &'static Meta, range: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            meta,
            class: rules::class(meta),
            range,
            message: message.into(),
            replacement: "".into(),
            reads_as: None,
            quiet: false,
        }
    }

    fn edit(
        meta: &'static Meta,
        range: Range<usize>,
        message: impl Into<String>,
        replacement: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { replacement: replacement.into(), ..Self::new(meta, range, message) }
    }

    fn block(meta: &'static Meta, range: Range<usize>, message: impl Into<String>) -> Self {
        Self { replacement: "[link removed]".into(), ..Self::new(meta, range, message) }
    }

    fn quiet(meta: &'static Meta, range: Range<usize>, message: &str) -> Self {
        Self { quiet: true, ..Self::new(meta, range, message) }
    }
}

impl Engine {
    /// Inspects one text.
    pub fn inspect(&self, text: &RuntimeText<'_>, actions: &Actions) -> Inspection {
        if !actions.on {
            return Inspection::default();
        }
        text::inspect(text, actions)
    }

    /// Inspects every text of a message: the result of a call, an error, a
    /// notification's or a request's parameters.
    pub fn inspect_result(
        &self,
        message: warden_core::json::Val<'_>,
        tool: Option<&str>,
        actions: &Actions,
    ) -> ResultInspection {
        if !actions.on {
            return ResultInspection::default();
        }
        result::inspect(message, tool, actions)
    }
}

/// The rules with their cases, for the catalogue.
pub(crate) fn catalogue() -> impl Iterator<Item = warden_core::RuleMeta> {
    rules::ALL.iter().map(|(meta, _)| {
        let mut out = meta.to_rule_meta(&[]);
        let of = |fires| {
            let mine = RUNTIME_CASES.iter().filter(move |c| c.rule == meta.id && c.fires == fires);
            mine.map(|c| Cow::Borrowed(c.show)).collect()
        };
        out.examples = of(true);
        out.counter_examples = of(false);
        if meta.id == rules::CUT.id {
            // Told in words; tried in tests/it/inspect/texts.rs.
            out.examples = vec!["A result of six megabytes".into()];
            out.counter_examples = vec!["A result of four megabytes".into()];
        }
        out
    })
}

/// The class of a run-time finding, by its rule; `None` for other rules.
pub fn class_of(rule: &warden_core::RuleId) -> Option<Class> {
    rules::ALL.iter().find(|(meta, _)| meta.id == rule.as_str()).map(|(_, class)| *class)
}

/// Their ids.
pub(crate) fn rule_ids() -> impl Iterator<Item = &'static str> {
    rules::ALL.iter().map(|(meta, _)| meta.id)
}

/// The sources of this module, for the digest of the ruleset.
pub(crate) const SOURCES: &[(&str, &[u8])] = &[
    ("inspect/clean.rs", include_bytes!("clean.rs")),
    ("inspect/link.rs", include_bytes!("link.rs")),
    ("inspect/policy.rs", include_bytes!("policy.rs")),
    ("inspect/result.rs", include_bytes!("result.rs")),
    ("inspect/text.rs", include_bytes!("text.rs")),
    ("inspect/walk.rs", include_bytes!("walk.rs")),
    ("inspect/hidden/html.rs", include_bytes!("hidden/html.rs")),
    ("inspect/hidden/terminal.rs", include_bytes!("hidden/terminal.rs")),
    ("inspect/hidden/unicode.rs", include_bytes!("hidden/unicode.rs")),
    ("inspect/order/mod.rs", include_bytes!("order/mod.rs")),
    ("inspect/order/context.rs", include_bytes!("order/context.rs")),
    ("inspect/order/quote.rs", include_bytes!("order/quote.rs")),
    ("inspect/order/sentence.rs", include_bytes!("order/sentence.rs")),
    ("inspect/order/weigh.rs", include_bytes!("order/weigh.rs")),
    ("inspect/order/words.rs", include_bytes!("order/words.rs")),
    ("inspect/secret/mod.rs", include_bytes!("secret/mod.rs")),
    ("inspect/secret/checks.rs", include_bytes!("secret/checks.rs")),
    ("inspect/secret/shapes.rs", include_bytes!("secret/shapes.rs")),
    ("rules/runtime.toml", order::words::SOURCE.as_bytes()),
];
