//! From tokens to predicates and conditions: who is told to do what, when, and
//! how strongly.
//!
//! This is no parser of English. It finds the verbs that stand where a verb
//! stands, what is around them that gives force or takes it, and the clauses
//! that begin with "before", "after", "when". Every step looks at each token a
//! bounded number of times.

use std::ops::Range;

use super::class::*;
use super::ident::Context;
use super::lexicon::form;
use super::refs;
use super::token::{Tok, lower, tokens};

/// A condition longer than this is cut: it is no condition any more.
const MAX_COND: usize = 24;
/// So is an object.
const MAX_OBJECT: usize = 60;

/// How strongly something is said, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Force {
    /// "to do it": the purpose of something else.
    Purpose,
    /// "can do it".
    May,
    /// "does it": a statement.
    Statement,
    /// "should do it", "please do it".
    Advice,
    /// "do it".
    Order,
    /// "must do it", "always do it".
    Must,
}

/// A verb in a verb's place.
#[derive(Clone, Debug)]
pub(super) struct Pred {
    /// Its token.
    pub(super) at: usize,
    /// The kinds of act.
    pub(super) acts: Cls,
    /// How strongly.
    pub(super) force: Force,
    /// Whether it is told not to be done.
    pub(super) neg: bool,
    /// Whether the object stands before it ("must be replaced").
    pub(super) passive: bool,
    /// Whether it stands in a condition.
    pub(super) in_cond: bool,
    /// Whether someone else is said to do it ("the file that you opened").
    pub(super) aside: bool,
    /// The tokens behind it that belong to it.
    pub(super) obj: Range<usize>,
}

/// A clause that says when.
#[derive(Clone, Debug)]
pub(super) struct Cond {
    /// [`BEFORE`], [`AFTER`] or [`WHEN`].
    pub(super) kind: Cls,
    /// Its tokens, the first word included.
    pub(super) toks: Range<usize>,
}

/// One sentence, read.
#[derive(Clone, Debug)]
pub(super) struct Sent {
    /// The field it stands in.
    pub(super) field: usize,
    /// Its bytes.
    pub(super) span: Range<usize>,
    /// Its tokens.
    pub(super) toks: Vec<Tok>,
    /// Its predicates, in order.
    pub(super) preds: Vec<Pred>,
    /// Its conditions, in order.
    pub(super) conds: Vec<Cond>,
    /// All classes in it.
    pub(super) cls: Cls,
    /// Whether it is in a language whose forms are not told apart.
    pub(super) other_lang: bool,
}

impl Sent {
    /// Reads one sentence.
    pub(super) fn read(text: &str, span: Range<usize>, field: usize, cx: &Context) -> Self {
        let mut toks = tokens(text, span.clone(), cx);
        refs::mark(text, &mut toks, cx);
        let cls = toks.iter().fold(Cls::NONE, |c, t| c | t.cls);
        let other_lang = toks.iter().filter(|t| t.is(T_FOREIGN_LANG)).count() >= 3;
        let mut sent =
            Self { field, span, toks, preds: Vec::new(), conds: Vec::new(), cls, other_lang };
        sent.find_conds();
        if other_lang {
            sent.find_loose()
        } else {
            sent.find_preds(text)
        }
        sent.close_objects();
        sent
    }

    /// Classes of the tokens in a range.
    pub(super) fn classes(&self, range: Range<usize>) -> Cls {
        self.toks.get(range).unwrap_or_default().iter().fold(Cls::NONE, |c, t| c | t.cls)
    }

    /// Classes of what a predicate acts on.
    pub(super) fn object(&self, p: &Pred) -> Cls {
        let behind = self.classes(p.obj.clone());
        if p.passive || self.other_lang { behind | self.classes(self.before(p)) } else { behind }
    }

    /// Classes of the first tokens of what a predicate acts on.
    pub(super) fn near(&self, p: &Pred, n: usize) -> Cls {
        if p.passive || self.other_lang {
            return self.object(p);
        }
        self.classes(p.obj.start..p.obj.end.min(p.obj.start + n))
    }

    /// The tokens before a predicate that belong to no earlier predicate.
    pub(super) fn before(&self, p: &Pred) -> Range<usize> {
        let last = self.preds.iter().filter(|q| q.at < p.at && !q.in_cond).map(|q| q.at + 1).max();
        last.unwrap_or(0)..p.at
    }

    /// Classes of all conditions.
    pub(super) fn cond_cls(&self) -> Cls {
        self.conds.iter().fold(Cls::NONE, |c, k| c | self.classes(k.toks.clone()))
    }

    /// Whether a condition of one of these kinds is there.
    pub(super) fn has_cond(&self, kinds: Cls) -> bool {
        self.conds.iter().any(|c| c.kind.any(kinds))
    }

    /// Predicates outside conditions that are told to be done.
    pub(super) fn orders(&self) -> impl Iterator<Item = &Pred> {
        self.preds.iter().filter(|p| !p.in_cond && !p.neg && p.force >= Force::Advice)
    }

    /// Tokens of a class.
    pub(super) fn with(&self, cls: Cls) -> impl Iterator<Item = (usize, &Tok)> {
        self.toks.iter().enumerate().filter(move |(_, t)| t.is(cls))
    }

    fn find_conds(&mut self) {
        let n = self.toks.len();
        let mut i = 0;
        while i < n {
            let t = &self.toks[i];
            let kind = t.cls & (BEFORE | AFTER | WHEN);
            if kind.is_none() || t.quoted {
                i += 1;
                continue;
            }
            let mut end = i + 1;
            while end < n {
                let k = &self.toks[end];
                let list = k.is(T_COMMA)
                    && self.toks.get(end + 1).is_some_and(|x| x.is(T_TOOLREF) || x.is(CONJ));
                // A condition that trails behind an order ends where the next
                // order begins.
                let joined = k.is(CONJ)
                    && self.toks[..i].iter().any(|t| t.is(ACTS))
                    && self
                        .toks
                        .get(end + 1)
                        .is_some_and(|x| x.is(ACTS) && x.form & form::BASE != 0);
                let stop = k.is(T_COMMA) && !list
                    || joined
                    || k.is(T_PUNCT) && !k.is(T_COMMA | T_TAG)
                    || end > i + 1 && k.is(MUST | SHOULD) && !k.is(NEG)
                    || end > i + 2 && k.is(BEFORE | AFTER)
                    || end > i + MAX_COND;
                if stop {
                    break;
                }
                end += 1;
            }
            self.conds.push(Cond { kind, toks: i..end });
            i = end.max(i + 1);
        }
    }

    fn in_cond(&self, at: usize) -> bool {
        self.conds.iter().any(|c| c.toks.contains(&at))
    }

    /// Predicates of languages whose verb forms are not told apart.
    fn find_loose(&mut self) {
        let must = self.cls.any(MUST);
        for at in 0..self.toks.len() {
            let acts = self.toks[at].cls & ACTS;
            if acts.is_none() || self.toks[at].quoted {
                continue;
            }
            let near = at.saturating_sub(3)..at;
            let behind = at + 1..(at + 3).min(self.toks.len());
            // German puts its "not" at the end.
            let last = self.toks.len().saturating_sub(2)..self.toks.len();
            let ends = at + 9 > self.toks.len()
                && self.classes(last).any(NEG)
                && !self.classes(at + 1..self.toks.len()).any(ACTS);
            let neg = ends || self.classes(near).any(NEG) || self.classes(behind).any(NEG);
            // Where a condition ends is not known here, so only its first words
            // count as one.
            let in_cond = self.conds.iter().any(|c| c.toks.contains(&at) && at <= c.toks.start + 1);
            let force = if must { Force::Must } else { Force::Order };
            self.preds.push(Pred {
                at,
                acts,
                force,
                neg,
                passive: false,
                in_cond,
                aside: false,
                obj: at + 1..at + 1,
            });
        }
    }

    fn find_preds(&mut self, text: &str) {
        for at in 0..self.toks.len() {
            let t = &self.toks[at];
            if t.quoted || !t.is(ACTS) || t.form & !form::NOUN == 0 {
                continue;
            }
            // Keywords of SQL are no orders.
            if matches!(
                t.text(text),
                "INSERT" | "UPDATE" | "DELETE" | "SELECT" | "SET" | "DROP" | "REPLACE"
            ) {
                continue;
            }
            if let Some(p) = self.pred(text, at) {
                self.preds.push(p);
            }
        }
    }

    fn pred(&self, text: &str, at: usize) -> Option<Pred> {
        let t = &self.toks[at];
        let lead = self.lead(text, at);
        // "It would be nice if you could do it."
        let in_cond = self.in_cond(at) && !lead.asks;
        let last = self.preds.last().filter(|p| !p.in_cond);
        let base = t.form & form::BASE != 0;
        let noun = t.form & form::NOUN != 0;
        let force = if lead.states {
            Force::Statement
        } else if lead.modal > Force::Purpose {
            (base || lead.passive && t.form & form::ED != 0).then_some(lead.modal)?
        } else if t.form & form::ED != 0 && lead.passive {
            let told = self.toks[..at].iter().any(|t| t.is(MUST) && !t.is(NEG) && t.form == 0);
            if lead.must || told && in_order(self, at) { Force::Must } else { Force::Statement }
        } else if t.form & form::ED != 0 && t.is(ADD | ALTER) && self.must_have(text, at) {
            // "must have 'x' appended"
            return Some(Pred {
                at,
                acts: t.cls & ACTS,
                force: Force::Must,
                neg: false,
                passive: true,
                in_cond,
                aside: false,
                obj: at + 1..at + 1,
            });
        } else if t.form & form::ING != 0 && lead.free && !lead.by && self.cls.any(MUST) && !in_cond
        {
            // "Reading X is required."
            Force::Must
        } else if t.form & form::ING != 0 && (lead.by || lead.without || in_cond) {
            if lead.without { Force::Must } else { last.map_or(Force::Statement, |p| p.force) }
        } else if base && lead.to {
            if lead.must { Force::Must } else { Force::Purpose }
        } else if base && lead.free {
            if noun && !lead.must && !lead.neg && !self.takes_object(at) {
                return None;
            }
            if self.is_listed(at) {
                return None;
            }
            let inherited = last.filter(|p| lead.conj && !p.passive).map(|p| p.force);
            let own = if lead.must || lead.neg { Force::Must } else { Force::Order };
            inherited.unwrap_or(own).max(if lead.must { Force::Must } else { Force::Purpose })
        } else if base && !lead.actor && t.is(CALL) && self.calls_name(at) {
            // "For best results call `x`".
            if lead.must { Force::Must } else { Force::Order }
        } else if base && lead.you {
            Force::Statement
        } else if t.form & form::S != 0 && (lead.free || lead.subject || lead.noun && !noun) {
            if noun && !self.takes_object(at) {
                return None;
            }
            // "The agent first loads …" tells the agent.
            if lead.you { Force::Order } else { Force::Statement }
        } else {
            return None;
        };
        Some(Pred {
            at,
            acts: t.cls & ACTS,
            force,
            // "Say nothing."
            neg: lead.neg
                || self.toks.get(at + 1).is_some_and(|n| n.is(NEG) && n.text(text) == "nothing"),
            // "X goes to Y" has what is sent before it.
            passive: lead.passive && t.form & form::ED != 0 || t.text(text) == "goes",
            in_cond,
            aside: lead.aside,
            obj: at + 1..at + 1,
        })
    }

    /// Whether what follows looks like an object rather than the rest of a
    /// noun ("read the file", not "read timeout").
    fn takes_object(&self, at: usize) -> bool {
        self.toks.get(at + 1).is_some_and(|n| {
            n.is(DET | EVERY | THIS | THEIR | YOUR | ALSO | USER | TO | T_PATH | T_URL | T_EMAIL)
                || n.ident
                || n.quoted
                || n.is(SECRET | CONVO | DATA | BUSINESS | RESULT | PREV)
        })
    }

    /// "repeats date, place and price": a word between a comma and an "and"
    /// that leads to no verb is a noun of the list.
    fn is_listed(&self, at: usize) -> bool {
        at > 1
            && self.toks[at - 1].is(T_COMMA)
            && self.toks.get(at + 1).is_some_and(|t| t.is(CONJ))
            && self.toks.get(at + 2).is_some_and(|t| !t.is(ACTS | SILENT | AUTO | TO))
            && self.toks.get(at + 3).is_none_or(|t| t.is(T_PUNCT))
    }

    fn must_have(&self, text: &str, at: usize) -> bool {
        let from = at.saturating_sub(12);
        self.toks[from..at]
            .windows(2)
            .any(|w| w[0].is(MUST | SHOULD) && lower(w[1].text(text)) == "have")
    }

    /// Whether the next word but articles is the name of a tool.
    fn calls_name(&self, at: usize) -> bool {
        self.toks[at + 1..].iter().find(|t| !t.is(DET)).is_some_and(|t| t.is(T_TOOLREF) && t.ident)
    }

    fn close_objects(&mut self) {
        let n = self.toks.len();
        let starts: Vec<usize> = self
            .preds
            .iter()
            .filter(|p| !p.in_cond && !p.aside && p.force >= Force::Statement)
            .map(|p| p.at)
            .chain(self.conds.iter().map(|c| c.toks.start))
            .collect();
        for p in &mut self.preds {
            let end = starts.iter().copied().filter(|s| *s > p.at).min().unwrap_or(n);
            p.obj = p.at + 1..end.min(p.at + 1 + MAX_OBJECT);
        }
    }
}

/// Whether the clause begins with "make sure", "ensure that".
fn in_order(s: &Sent, at: usize) -> bool {
    let from = s.toks[..at].iter().rposition(|t| t.is(T_PUNCT)).map_or(0, |i| i + 1);
    s.toks.get(from).is_some_and(|t| t.is(MUST))
}
