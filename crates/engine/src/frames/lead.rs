//! What stands before a verb, read backwards: it gives the verb its force or
//! takes it away.

use super::class::*;
use super::lexicon::form;
use super::parse::{Force, Sent};
use super::token::lower;

impl Sent {
    /// What stands before a verb.
    pub(super) fn lead(&self, text: &str, at: usize) -> Lead {
        let mut lead = Lead::default();
        let mut i = at;
        while i > 0 {
            let t = &self.toks[i - 1];
            if t.quoted || t.ident {
                lead.subject = true;
                lead.actor = true;
                break;
            }
            if t.is(T_PUNCT) {
                lead.free = true;
                break;
            }
            let word = lower(t.text(text));
            if t.is(WITHOUT) {
                lead.without = true;
                lead.neg = true;
                break;
            }
            if matches!(
                word.as_ref(),
                "does not" | "doesn't" | "cannot" | "can't" | "won't" | "isn't" | "aren't"
            ) {
                lead.neg = true;
                lead.subject = true;
                lead.states = true;
                break;
            }
            if t.is(NEG) {
                lead.neg = true;
                lead.must |= t.is(MUST);
                lead.free = true;
                // "avoid mentioning", "never call"
                lead.without |= self.toks[at].form & form::ING != 0;
            } else if matches!(
                word.as_ref(),
                "must"
                    | "shall"
                    | "need to"
                    | "needs to"
                    | "have to"
                    | "has to"
                    | "is to"
                    | "are to"
            ) {
                lead.modal = Force::Must;
                break;
            } else if t.is(SHOULD) {
                lead.modal = lead.modal.max(if lead.must { Force::Must } else { Force::Advice });
                if word == "please" || word == "kindly" {
                    lead.modal = lead.modal.max(Force::Order);
                    lead.free = true;
                }
                break;
            } else if t.is(MUST) {
                lead.must = true;
                lead.free = true;
                if word.ends_with(" to")
                    || word.starts_with("make sure")
                    || word.starts_with("be sure")
                {
                    lead.to = false;
                    break;
                }
            } else if word == "could"
                && i >= 3
                && self.toks[i - 2].is(YOU)
                && self.toks[i - 3].is(WHEN)
            {
                lead.modal = Force::Order;
                lead.asks = true;
                break;
            } else if t.is(MAY) {
                lead.modal = lead.modal.max(Force::May);
                if lead.must {
                    lead.modal = Force::Must;
                }
                lead.actor = true;
                break;
            } else if t.is(TO) {
                lead.to = true;
                let two = i.saturating_sub(3)..i - 1;
                lead.must |= self.classes(two.clone()).any(MUST);
                // "proceed to call", "we ask you to call"
                let before = i.checked_sub(2).map(|k| lower(self.toks[k].text(text)));
                let goes_on = before.as_deref().is_some_and(|b| {
                    matches!(
                        b,
                        "proceed"
                            | "continue"
                            | "begin"
                            | "start"
                            | "go on"
                            | "you"
                            | "assistant"
                            | "agent"
                            | "model"
                            | "agents"
                            | "assistants"
                            | "remember"
                            | "try"
                            | "want"
                    )
                });
                // "Assistants are asked to …"
                let asked = before.as_deref().is_some_and(|b| {
                    matches!(b, "asked" | "requested" | "expected" | "invited" | "advised")
                }) && self.toks[..i].iter().any(|t| t.is(YOU))
                    && !self.toks[..i].iter().any(|t| t.is(USER));
                if goes_on || asked {
                    lead.modal = Force::Order;
                }
                lead.actor = true;
                break;
            } else if matches!(
                word.as_ref(),
                "be" | "is" | "are" | "been" | "being" | "was" | "were"
            ) {
                lead.passive = true;
            } else if t.is(FIRST | AUTO | SILENT | ALSO | ONLY)
                || word.ends_with("ly")
                || matches!(
                    word.as_ref(),
                    "then" | "just" | "always" | "immediately" | "instead" | "thus"
                )
            {
                lead.free |= matches!(word.as_ref(), "then") || i == 1;
                lead.conj |= word == "then";
            } else if t.is(CONJ) {
                lead.free = true;
                lead.conj = true;
                break;
            } else if word == "by" || word == "via" || word == "through" {
                lead.by = true;
                break;
            } else if t.is(YOU) {
                lead.you = true;
                lead.subject = true;
                lead.actor = true;
                lead.aside = i > 1;
                break;
            } else {
                lead.actor = t.is(USER | TOOL | THIS | MAY);
                lead.aside = t.is(USER);
                lead.noun = !t.is(PREP | DET | AUX | EVERY | T_COMMA);
                lead.subject = t.is(TOOL | THIS | USER | RESULT)
                    || matches!(
                        word.as_ref(),
                        "it" | "which" | "that" | "system" | "server" | "who"
                    );
                break;
            }
            i -= 1;
        }
        lead.free |= i == 0;
        lead
    }
}

/// What stands before a verb.
pub(super) struct Lead {
    /// The clause starts here: the verb is an imperative or has no subject.
    pub(super) free: bool,
    pub(super) neg: bool,
    pub(super) must: bool,
    pub(super) modal: Force,
    pub(super) to: bool,
    pub(super) by: bool,
    pub(super) without: bool,
    pub(super) passive: bool,
    pub(super) conj: bool,
    pub(super) subject: bool,
    pub(super) you: bool,
    /// "does not": said of something rather than told.
    pub(super) states: bool,
    /// Someone is named who does it.
    pub(super) actor: bool,
    /// "if you could": a question that is none.
    pub(super) asks: bool,
    /// A word that can be its subject stands before it.
    pub(super) noun: bool,
    /// It is the user or the model, and not told to.
    pub(super) aside: bool,
}

impl Default for Lead {
    fn default() -> Self {
        Self {
            free: false,
            neg: false,
            must: false,
            modal: Force::Purpose,
            to: false,
            by: false,
            without: false,
            passive: false,
            conj: false,
            subject: false,
            you: false,
            states: false,
            actor: false,
            asks: false,
            noun: false,
            aside: false,
        }
    }
}
