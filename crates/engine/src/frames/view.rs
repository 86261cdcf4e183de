//! What was read, for whoever counts rather than judges: the scorer.

use std::ops::Range;

use super::Field;
use super::class::{ACTS, Cls, T_FOREIGN_LANG, T_PARAM, T_PUNCT, T_SIBLING};
use super::doc::{Doc, FieldKind};
use super::ident::Context;
use super::parse::{Force, Pred, Sent};
use super::token::Tok;

/// The texts of one item, read.
pub(crate) struct Read<'t> {
    doc: Doc<'t>,
    params: Vec<&'t str>,
}

impl<'t> Read<'t> {
    /// Reads them; the tool's parameters have these names.
    pub(crate) fn new(fields: &'t [Field<'t>], params: Vec<&'t str>, cx: Context) -> Self {
        Self { doc: Doc::read(fields, cx), params }
    }

    /// The names of the tool's parameters.
    pub(crate) fn params(&self) -> &[&'t str] {
        &self.params
    }

    /// The sentences, in order.
    pub(crate) fn sentences(&self) -> impl Iterator<Item = Sentence<'_>> {
        self.doc.sents.iter().map(|s| Sentence { doc: &self.doc, s })
    }

    /// Whether the item is a tool that takes nothing.
    pub(crate) fn no_input(&self) -> bool {
        self.doc.cx.no_input && self.doc.cx.is_tool
    }

    /// The words of the tool's own name.
    pub(crate) fn name_words(&self) -> impl Iterator<Item = &str> {
        self.doc.cx.name_words.iter().map(String::as_str)
    }

    /// Whether a word is one of the tool's own name.
    pub(crate) fn is_own_word(&self, word: &str) -> bool {
        self.doc.cx.name_words.iter().any(|w| w.len() > 2 && w.eq_ignore_ascii_case(word))
    }

    /// Whether the item is a tool.
    pub(crate) fn is_tool(&self) -> bool {
        self.doc.cx.is_tool
    }
}

/// A sentence.
#[derive(Clone, Copy)]
pub(crate) struct Sentence<'r> {
    doc: &'r Doc<'r>,
    s: &'r Sent,
}

impl<'r> Sentence<'r> {
    /// The field that it stands in.
    pub(crate) fn field(self) -> usize {
        self.s.field
    }

    /// The kind of that field.
    pub(crate) fn kind(self) -> FieldKind {
        self.doc.kind(self.s)
    }

    /// Its bytes in the field's text.
    pub(crate) fn span(self) -> Range<usize> {
        self.s.span.clone()
    }

    /// Its text.
    pub(crate) fn text(self) -> &'r str {
        self.doc.text(self.s).get(self.span()).unwrap_or_default()
    }

    /// Its tokens.
    pub(crate) fn tokens(self) -> impl Iterator<Item = Token<'r>> {
        let text = self.doc.text(self.s);
        self.s.toks.iter().map(move |t| Token { text, t })
    }

    /// Whether a tool is named that nobody here has.
    pub(crate) fn names_foreign(self) -> bool {
        self.s.names_foreign()
    }

    /// Whether another tool of the server is named.
    pub(crate) fn names_sibling(self) -> bool {
        self.s.cls.any(T_SIBLING)
    }

    /// Whether one of the tool's own parameters is named.
    pub(crate) fn names_param(self) -> bool {
        self.s.cls.any(T_PARAM)
    }

    /// Whether a condition names such a tool.
    pub(crate) fn cond_foreign(self) -> bool {
        self.s.cond_foreign()
    }

    /// Whether a condition is about what the person asks for.
    pub(crate) fn cond_request(self) -> bool {
        self.s.cond_request()
    }

    /// Classes in its conditions, and the conditions' kinds.
    pub(crate) fn conditions(self) -> Cls {
        self.s.conds.iter().fold(self.s.cond_cls(), |c, k| c | k.kind)
    }

    /// Its predicates.
    pub(crate) fn predicates(self) -> impl Iterator<Item = Predicate<'r>> {
        self.s.preds.iter().map(move |p| Predicate { s: self.s, p })
    }
}

/// A token.
#[derive(Clone, Copy)]
pub(crate) struct Token<'r> {
    text: &'r str,
    t: &'r Tok,
}

impl<'r> Token<'r> {
    /// Its classes.
    pub(crate) fn cls(self) -> Cls {
        self.t.cls
    }

    /// Its text.
    pub(crate) fn text(self) -> &'r str {
        self.t.text(self.text)
    }

    /// Whether it stood in quotes.
    pub(crate) fn quoted(self) -> bool {
        self.t.quoted
    }

    /// Whether it is an identifier.
    pub(crate) fn ident(self) -> bool {
        self.t.ident
    }

    /// Whether it is punctuation or stands for no text.
    pub(crate) fn empty(self) -> bool {
        self.t.is(T_PUNCT) || self.t.span.is_empty()
    }
}

/// A predicate.
#[derive(Clone, Copy)]
pub(crate) struct Predicate<'r> {
    s: &'r Sent,
    p: &'r Pred,
}

impl Predicate<'_> {
    /// What is done.
    pub(crate) fn acts(self) -> Cls {
        self.p.acts & ACTS
    }

    /// How strongly it is said.
    pub(crate) fn force(self) -> Force {
        self.p.force
    }

    /// Whether it is not to be done.
    pub(crate) fn neg(self) -> bool {
        self.p.neg
    }

    /// Whether it stands in a condition.
    pub(crate) fn in_cond(self) -> bool {
        self.p.in_cond
    }

    /// Whether someone else is said to do it.
    pub(crate) fn aside(self) -> bool {
        self.p.aside
    }

    /// Classes of what it acts on.
    pub(crate) fn object(self) -> Cls {
        self.s.object(self.p).without(T_FOREIGN_LANG)
    }

    /// Whether it calls this tool itself.
    pub(crate) fn calls_this(self) -> bool {
        self.s.calls_this(self.p)
    }
}
