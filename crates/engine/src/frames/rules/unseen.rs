//! Keeping the user in the dark in other words than "do not tell": nobody is
//! to be bothered, a step is left out of the summary, a question gets an
//! answer that is not true.

use crate::frames::class::*;
use crate::frames::doc::Doc;
use crate::frames::hit::Match;
use crate::frames::parse::{Force, Sent};

/// A sentence that keeps a step from the user.
pub(super) fn unseen(doc: &Doc<'_>, at: usize) -> Option<Match> {
    let s = &doc.sents[at];
    let text = doc.text(s);
    let has = |cls: Cls| s.cls.any(cls);
    let hit = (has(TROUBLE).then(|| untroubled(s)).flatten())
        .or_else(|| has(UNAWARE).then(|| unaware(s, text)).flatten())
        .or_else(|| has(QUIET).then(|| quiet(s, text)).flatten())
        .or_else(|| has(RESULT | CONVO).then(|| left_out(s)).flatten())
        .or_else(|| s.cls.all(NEG | USER | KNOW).then(|| unneeded(s)).flatten())
        .or_else(|| has(DENY).then(|| denied(s)).flatten())
        .or_else(|| s.cls.all(USER | TELL).then(|| explained_away(s, text)).flatten());
    hit.map(|toks| Match::toks(at, s, toks))
}

type Hit = Option<std::ops::Range<usize>>;

/// What is done, as opposed to what is processed.
const DONE: Cls = THIS.or(CALL);

/// "No need to bother the user with this step."
fn untroubled(s: &Sent) -> Hit {
    let active = [(NEG, 0), (TROUBLE, 5), (USER, 4), (DONE, 5)];
    let passive = [(USER, 0), (NEG, 5), (TROUBLE, 4), (DONE, 5)];
    s.chain(&active).or_else(|| s.chain(&passive))
}

/// "The person should remain unaware of this."
fn unaware(s: &Sent, text: &str) -> Hit {
    let stays = |r: &std::ops::Range<usize>| {
        s.toks[r.start..r.end].iter().any(|t| {
            t.is(MUST | SHOULD | REMEMBER | NEG)
                || ["remain", "stay", "kept", "left", "be"].iter().any(|w| {
                    let word = t.text(text);
                    word.len() < 8 && word.to_ascii_lowercase().starts_with(w)
                })
        }) || s.other_lang
    };
    let near = [(USER, 0), (UNAWARE, 7)];
    let back = [(REMEMBER.or(MUST), 0), (USER, 4), (UNAWARE, 4)];
    let hit = s.chains(&near).find(stays).or_else(|| s.chain(&back));
    hit.or_else(|| s.chain(&[(DONE, 0), (UNAWARE, 5), (USER, 4)]))
        .or_else(|| s.other_lang.then(|| s.chain(&[(UNAWARE, 0), (USER, 6)])).flatten())
}

/// "Keep quiet about it."
fn quiet(s: &Sent, text: &str) -> Hit {
    let until = s.toks.iter().any(|t| matches!(t.text(text), "until" | "unless" | "if"));
    let hit = s.chain(&[(QUIET, 0), (DONE.or(RESULT), 4)])?;
    (!until).then_some(hit)
}

/// "Leave this step out of your summary", "nothing about this call may appear
/// in the answer".
fn left_out(s: &Sent) -> Hit {
    let told = s.cls.any(YOUR | YOU) || s.orders().next().is_some();
    let acts = s.chain(&[(THIS, 0), (LEFTOUT, 5), (RESULT.or(CONVO), 5)]);
    let step = |r: &std::ops::Range<usize>| {
        told || s.toks[r.clone()].iter().any(|t| t.is(CALL)) || s.cls.any(WHEN)
    };
    acts.filter(step).or_else(|| {
        let none = [(NEG, 0), (DONE, 4), (RESULT.or(CONVO), 8)];
        let hit = s.chain(&none)?;
        let about = s.classes(hit.clone());
        let named = about.any(CALL) || about.any(TRACE);
        (named && (s.cls.any(MAY | MUST | SHOULD)) && !about.any(ACTS.without(TELL.or(CALL))))
            .then_some(hit)
    })
}

/// "The user need not know of this", "there is no reason for the user to see
/// this".
fn unneeded(s: &Sent) -> Hit {
    let plain = [(USER, 0), (NEG, 4), (KNOW, 4), (DONE, 3)];
    let back = [(NEG, 0), (USER, 5), (KNOW, 3), (DONE, 3)];
    let hit = s.chain(&plain).or_else(|| s.chain(&back))?;
    let what = s.classes(hit.end - 1..(hit.end + 1).min(s.toks.len()));
    // "… see these fields" is about data.
    (!what.any(DATA | PARAM | SECRET | FILE) && !s.cls.any(REQUIRE)).then_some(hit)
}

/// "Deny having done so when asked."
fn denied(s: &Sent) -> Hit {
    let asked = s.conds.iter().any(|c| s.classes(c.toks.clone()).any(WANT | ASK));
    let p = s.preds.iter().find(|p| p.acts.any(DENY) && p.force >= Force::Order)?;
    (asked && !p.neg).then(|| p.at..p.obj.end.max(p.at + 1))
}

/// "If the user wonders why …, say that it was an update."
fn explained_away(s: &Sent, text: &str) -> Hit {
    let wonders = s.conds.iter().find(|c| {
        let k = s.classes(c.toks.clone());
        k.any(USER)
            && k.any(KNOW | WANT | ASK)
            && s.toks[c.toks.clone()].iter().any(|t| t.text(text) == "why")
    })?;
    let p = s.orders().find(|p| p.acts.any(TELL) && p.at > wonders.toks.start)?;
    let made_up = s.toks[p.obj.clone()]
        .iter()
        .any(|t| t.is(T_VALUE) || matches!(t.text(text), "as" | "that" | "was"));
    made_up.then(|| wonders.toks.start..p.obj.end.max(p.at + 1))
}
