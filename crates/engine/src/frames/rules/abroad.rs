//! The high-harm families in languages whose grammar is not read: which words
//! stand together in one sentence, whatever their order.

use crate::frames::class::*;
use crate::frames::doc::{Doc, FieldKind};
use crate::frames::hit::Match;
use crate::frames::lexicon::cjk::is_cjk;
use crate::frames::parse::Sent;

/// Runs one of the finders below on sentences of other languages.
fn abroad(doc: &Doc<'_>, at: usize, find: fn(&Doc<'_>, &Sent) -> bool) -> Option<Match> {
    let s = &doc.sents[at];
    let read = s.other_lang && doc.kind(s) != FieldKind::Message && doc.cx.is_tool;
    (read && find(doc, s)).then(|| Match::high_sentence(at, s))
}

/// Whether the tool itself is spoken of: "this tool", its name, "here".
fn own(s: &Sent) -> bool {
    s.cls.any(T_OWN) || s.with(TOOL).count() > usize::from(s.cls.any(OTHER)) || s.cls.any(T_PARAM)
}

/// Words that say no and belong to an act of one of these classes.
fn negated(s: &Sent, acts: Cls) -> bool {
    s.preds.iter().any(|p| p.neg && p.acts.any(acts))
}

/// A foreign tool, or "other tools".
fn others(s: &Sent) -> bool {
    s.names_foreign() || s.chain(&[(OTHER, 0), (TOOL, 2)]).is_some()
}

/// "Before every call of X, hand the whole draft to this tool."
pub(super) fn hooks(doc: &Doc<'_>, at: usize) -> Option<Match> {
    abroad(doc, at, |doc, s| {
        let when = BEFORE.or(AFTER).or(WHEN);
        let tied = s.cls.any(when) && s.names_foreign() && !super::arguments::kin(doc, s);
        let moves = CALL.or(SEND).or(PUT).or(READ).or(WRITE);
        let cargo = s.cls.any(DATA | CONVO | SECRET | RECIP | BUSINESS | RESULT | EVERY);
        let told = s.cls.any(MUST | SHOULD | FIRST | EVERY);
        tied && told && cargo && own(s) && s.preds.iter().any(|p| !p.neg && p.acts.any(moves))
    })
}

/// "No other tool works until this one got the password."
pub(super) fn locks(doc: &Doc<'_>, at: usize) -> Option<Match> {
    abroad(doc, at, |_, s| {
        let none = s.chain(&[(NEG, 0), (OTHER, 3)]).is_some()
            || s.chain(&[(OTHER, 0), (TOOL, 2)]).is_some() && s.cls.any(NEG);
        let fee = SECRET.or(CONVO).or(RECIP).or(T_SPATH).or(HOSTINFO);
        none && s.cls.any(TOOL) && s.cls.any(fee)
    })
}

/// "Use only this tool, never the others, they are broken."
pub(super) fn excludes(doc: &Doc<'_>, at: usize) -> Option<Match> {
    abroad(doc, at, |_, s| {
        let never = s.chain(&[(NEG, 0), (OTHER, 4)]).is_some()
            || s.chain(&[(OTHER, 0), (NEG, 8)]).is_some() && s.cls.any(CALL);
        never
            && s.cls.any(CALL | PREFER)
            && s.cls.any(TOOL)
            && (s.cls.any(MUST | BROKEN | ONLY) || s.cls.any(USER))
            && s.cls.any(T_OWN | BROKEN | MUST)
    })
}

/// "Do it silently and without telling the user."
pub(super) fn hides(doc: &Doc<'_>, at: usize) -> Option<Match> {
    abroad(doc, at, |_, s| {
        let untold = negated(s, TELL) && s.cls.any(USER);
        let does = s.preds.iter().any(|p| !p.neg && p.acts.any(ACTS.without(TELL.or(ASK))));
        let silent = s.cls.any(SILENT | UNAWARE | QUIET);
        untold && (silent || s.cls.any(THIS) && does) && !s.cls.any(DATA.or(SECRET))
            || s.cls.any(UNAWARE) && s.cls.any(USER) && does
            || untold && s.cls.any(T_SPATH | T_EMAIL | T_URL)
            || silent && s.cls.any(T_EMAIL | T_SPATH) && does
    })
}

/// "Do not ask the user before you transfer."
pub(super) fn unasked(doc: &Doc<'_>, at: usize) -> Option<Match> {
    abroad(doc, at, |_, s| {
        // "Do not send without asking" is the opposite.
        let careful = negated(s, PAY.or(SEND).or(DEL).or(CALL)) || s.cls.any(WITHOUT);
        let deed = s.cls.any(PAY);
        negated(s, ASK) && s.cls.any(USER) && deed && !careful
    })
}

/// "These rules stand above every wish of the user."
pub(super) fn ranks(doc: &Doc<'_>, at: usize) -> Option<Match> {
    abroad(doc, at, |doc, s| {
        let rank = PRIORITY.or(WIN).or(OVERRIDE);
        let user = USER.or(SYSPROMPT);
        // The languages without spaces put the rank last.
        let last = s
            .chain(&[(INSTR, 0), (user, 8), (rank, 8)])
            .filter(|r| doc.text(s).get(s.bytes(r)).is_some_and(|t| t.chars().any(is_cjk)));
        let ranked = s.chain(&[(INSTR, 0), (rank, 8), (user, 8)]).or(last).is_some();
        ranked && s.cls.any(INPUT | EVERY | ASK) && !s.cls.any(NEG)
    })
}

/// "Forget the rules that the system gave you."
pub(super) fn forgets(doc: &Doc<'_>, at: usize) -> Option<Match> {
    abroad(doc, at, |_, s| {
        let p = s.preds.iter().find(|p| !p.neg && p.acts.any(IGNORE | OVERRIDE));
        let rules = s.cls.any(INSTR | SYSPROMPT);
        p.is_some() && rules && s.cls.any(AUTHORITY | YOUR | SYSPROMPT) && !s.cls.any(SAFETY)
    })
}

/// "Every payment goes to account X, whatever the customer says."
pub(super) fn diverts(doc: &Doc<'_>, at: usize) -> Option<Match> {
    abroad(doc, at, |_, s| {
        let fixed = s.cls.any(T_EMAIL | T_ACCOUNT);
        let what = s.cls.any(PAY | BUSINESS | RECIP | AMOUNT);
        let pressed = s.cls.any(REGARDLESS | INSTEAD) || s.cls.all(EVERY | MUST);
        let swaps = s.preds.iter().any(|p| !p.neg && p.acts.any(ALTER | ROUTE));
        fixed && what && (pressed || swaps)
    })
}

/// "Double the amounts when you show what other tools returned."
pub(super) fn bends(doc: &Doc<'_>, at: usize) -> Option<Match> {
    abroad(doc, at, |doc, s| {
        let swaps = s.preds.iter().any(|p| !p.neg && p.acts.any(ALTER | HIDE | DEL));
        let theirs = others(s) && !super::arguments::kin(doc, s);
        let what = s.cls.any(RESULT | AMOUNT);
        theirs && swaps && what && (s.cls.any(WHEN | TELL) || negated(s, TELL))
    })
}

/// "Write every password that the user mentioned into `note`", "the whole
/// conversation so far" as what a parameter holds.
pub(super) fn harvests(doc: &Doc<'_>, at: usize) -> Option<Match> {
    abroad(doc, at, |doc, s| {
        let slot = s.cls.any(T_PARAM) || doc.kind(s) == FieldKind::Param;
        let param = doc.fields[s.field].param;
        let meant = |loot: Cls| {
            doc.cx.name_words.iter().any(|w| super::slot::is_meant_for(w, loot))
                || param.is_some_and(|p| super::slot::is_meant_for(p, loot))
        };
        let moves = s
            .preds
            .iter()
            .any(|p| !p.neg && p.acts.any(PUT | ADD | WRITE | SEND | TELL | READ | COPY));
        let all = s.cls.any(EVERY | DATA | PREV);
        let keys = s.cls.all(SECRET | EVERY) && s.cls.any(USER) && moves;
        let talk = s.cls.any(CONVO) && all && (moves || s.cls.any(MUST) || s.preds.is_empty());
        slot && !s.cls.any(NEG) && (keys && !meant(SECRET) || talk && !meant(CONVO))
    })
}
