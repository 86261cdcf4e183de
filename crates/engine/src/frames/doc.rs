//! The texts of one item, read together.

use std::borrow::Cow;
use std::ops::Range;

use super::class::*;
use super::ident::Context;
use super::parse::{Force, Pred, Sent};
use super::refs;
use super::select;
use crate::words::Words;

/// What a text is, as far as frames care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// The item's own description, title or instructions.
    Own,
    /// The description of one of its parameters.
    Param,
    /// A literal: enum value, default, example, key.
    Literal,
    /// The message of a prompt, which is an instruction by nature.
    Message,
}

/// One text of an item.
#[derive(Clone, Copy, Debug)]
pub struct Field<'t> {
    /// The text.
    pub text: &'t str,
    /// What it is.
    pub kind: FieldKind,
    /// The sentences that may hold a frame, where they are known already. A
    /// text without any is only looked at for the arguments it documents.
    pub selected: Option<&'t [Range<usize>]>,
    /// The parameter it describes.
    pub param: Option<&'t str>,
    /// Offsets at which a paragraph begins although no line break shows it.
    pub breaks: &'t [u32],
}

impl<'t> Field<'t> {
    /// A description that stands alone.
    pub fn of(text: &'t str) -> Self {
        Self { text, kind: FieldKind::Own, selected: None, param: None, breaks: &[] }
    }
}

/// The texts of one item, read.
pub(super) struct Doc<'t> {
    pub(super) fields: &'t [Field<'t>],
    pub(super) sents: Vec<Sent>,
    pub(super) cx: Context,
}

/// More sentences than this are not read in one item.
const MAX_SENTENCES: usize = 4_000;

/// The sentences of a field that may hold a frame.
fn select<'t>(field: &Field<'t>, bare: bool) -> Cow<'t, [Range<usize>]> {
    match field.selected {
        Some(known) => Cow::Borrowed(known),
        None => {
            let mut words = Words::default();
            words.read(field.text);
            let open = select::select(field.text, field.breaks, &words, bare, &mut Vec::new());
            Cow::Owned(open.into_iter().map(|o| o.span).collect())
        }
    }
}

impl<'t> Doc<'t> {
    /// Reads the fields that may hold anything.
    pub(super) fn read(fields: &'t [Field<'t>], mut cx: Context) -> Self {
        let bare = cx.is_bare();
        let selected: Vec<_> = fields.iter().map(|f| select(f, bare)).collect();
        if selected.iter().any(|s| !s.is_empty()) {
            // What a description documents is known in every field.
            let described = fields.iter().filter(|f| f.kind == FieldKind::Own);
            described.for_each(|f| cx.documented(f.text));
        }
        let mut sents = Vec::new();
        for (n, spans) in selected.iter().enumerate() {
            let room = MAX_SENTENCES.saturating_sub(sents.len());
            let read = |span: &Range<usize>| Sent::read(fields[n].text, span.clone(), n, &cx);
            sents.extend(spans.iter().take(room).map(read));
        }
        Self { fields, sents, cx }
    }

    pub(super) fn text(&self, s: &Sent) -> &'t str {
        self.fields[s.field].text
    }

    pub(super) fn kind(&self, s: &Sent) -> FieldKind {
        self.fields[s.field].kind
    }

    /// The sentence before, in the same field.
    pub(super) fn prev(&self, at: usize) -> Option<&Sent> {
        let s = self.sents.get(at.checked_sub(1)?)?;
        (s.field == self.sents[at].field).then_some(s)
    }

    /// Up to `n` sentences on either side, this one included, same field.
    pub(super) fn around(&self, at: usize, n: usize) -> impl Iterator<Item = &Sent> {
        let field = self.sents[at].field;
        let from = at.saturating_sub(n);
        let to = (at + n + 1).min(self.sents.len());
        self.sents[from..to].iter().filter(move |s| s.field == field)
    }
}

impl Sent {
    /// Names of tools in a range that are neither this tool nor a sibling.
    pub(super) fn foreign_refs(&self, range: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let from = range.start;
        self.toks
            .get(range)
            .unwrap_or_default()
            .iter()
            .enumerate()
            .filter(|(_, t)| t.cls.all(T_TOOLREF | T_FOREIGN))
            .map(move |(i, _)| i + from)
    }

    /// Whether any foreign tool is named in the sentence.
    pub(super) fn names_foreign(&self) -> bool {
        self.toks.iter().any(|t| t.cls.all(T_TOOLREF | T_FOREIGN))
    }

    /// Whether a foreign tool is named beyond doubt: by a name that begins with
    /// a verb, or as a tool.
    pub(super) fn names_tool(&self, text: &str) -> bool {
        self.foreign_refs(0..self.toks.len()).any(|i| {
            refs::starts_with_verb(self.toks[i].text(text))
                || self.toks.get(i + 1).is_some_and(|n| n.is(TOOL))
        })
    }

    /// Whether a condition names a foreign tool.
    pub(super) fn cond_foreign(&self) -> bool {
        self.conds.iter().any(|c| self.foreign_refs(c.toks.clone()).next().is_some())
    }

    /// Whether a condition is about what the user asks for.
    pub(super) fn cond_request(&self) -> bool {
        self.conds.iter().any(|c| {
            let k = self.classes(c.toks.clone());
            c.kind.any(WHEN)
                && (k.any(USER | YOU) && k.any(ACTS | WANT | INPUT | AUX)
                    || k.any(EVERY) && k.any(INPUT))
        })
    }

    /// A foreign tool's name right before a predicate: its subject.
    pub(super) fn foreign_subject(&self, p: &Pred, named: bool) -> bool {
        let near = p.at.saturating_sub(8)..p.at;
        for t in self.toks[near].iter().rev() {
            if t.is(T_PUNCT | YOU | CONJ | USER) {
                return false;
            }
            if t.cls.all(T_TOOLREF | T_FOREIGN) {
                return t.ident || !named;
            }
        }
        false
    }

    /// Whether an order calls this tool itself.
    pub(super) fn calls_this(&self, p: &Pred) -> bool {
        let near = self.toks[p.obj.clone()].iter().take(4);
        let mut this = false;
        for t in near {
            this |= t.is(THIS);
            if t.is(T_OWN) || this && t.is(TOOL) {
                return p.acts.any(CALL | EXEC);
            }
        }
        false
    }

    /// The bytes from the condition, if any, to the end of the object.
    pub(super) fn frame_span(&self, p: &Pred) -> Range<usize> {
        let first = self.conds.iter().filter(|c| c.toks.start < p.at).map(|c| c.toks.start).min();
        let from = first.unwrap_or(p.at).min(p.at);
        let from = if p.passive { self.before(p).start.min(from) } else { from };
        let last = p.obj.end.clamp(p.at + 1, self.toks.len()) - 1;
        self.toks[from].span.start..self.toks[last].span.end.max(self.toks[p.at].span.end)
    }

    /// The strongest force of any order in it.
    pub(super) fn force(&self) -> Force {
        self.orders().map(|p| p.force).max().unwrap_or(Force::Purpose)
    }
}
