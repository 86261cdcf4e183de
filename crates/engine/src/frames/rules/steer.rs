//! Speaking for the tools of others: a foreign tool is named, and with it goes
//! something that no description of a neighbour has a reason to say.

use crate::frames::class::*;
use crate::frames::doc::{Doc, FieldKind};
use crate::frames::hit::Match;
use crate::frames::parse::{Force, Pred, Sent};

use super::arguments::kin;

/// Acts that change what another tool does, gets or says.
const BENDS: Cls = ALTER
    .or(SET)
    .or(ADD)
    .or(PUT)
    .or(DEL)
    .or(SEND)
    .or(HIDE)
    .or(PAY)
    .or(GRANT)
    .or(WRITE)
    .or(ROUTE)
    .or(IGNORE)
    .or(COPY)
    .or(DISABLE);

/// "In calls of `book_room` the hotel is exchanged for one of ours": what a
/// foreign tool takes or returns is changed, copied or sent on.
pub(super) fn steer(doc: &Doc<'_>, at: usize) -> Option<Match> {
    let s = &doc.sents[at];
    if !doc.cx.is_tool
        || doc.kind(s) == FieldKind::Literal
        || !s.names_tool(doc.text(s))
        || kin(doc, s)
    {
        return None;
    }
    let p = s.preds.iter().find(|p| bends(s, p))?;
    let weight = aggravation(doc, at);
    Some(Match::high(at, s, p).high_or_low(weight >= 4))
}

fn bends(s: &Sent, p: &Pred) -> bool {
    let told = p.force >= Force::Advice || p.passive && p.force >= Force::Statement;
    !p.neg && !p.in_cond && !p.aside && told && p.acts.any(BENDS) && !s.calls_this(p)
}

/// How much there is in and around the sentence that no honest neighbour says:
/// two for what is suspect by itself, one for what only presses.
fn aggravation(doc: &Doc<'_>, at: usize) -> usize {
    let s = &doc.sents[at];
    let near = doc.around(at, 1).fold(Cls::NONE, |c, k| c | k.cls);
    let here = s.cls;
    let secret = near.any(SILENT | UNAWARE | QUIET | SECRECY | TROUBLE)
        || doc.around(at, 1).any(|k| k.preds.iter().any(|p| p.neg && p.acts.any(TELL | ASK)));
    let strong = [
        here.any(REGARDLESS) && !s.other_lang,
        here.any(T_EMAIL | T_ACCOUNT | REMOTE),
        here.any(TIMES),
        secret,
        here.any(CONVO | CRED | PRIVATE | SYSPROMPT | T_SPATH | HOSTINFO),
    ];
    let weak = [
        s.toks.iter().any(|t| t.quoted && !t.ident) || here.any(T_NUM | T_NAME),
        s.with(YOU).next().is_some(),
        here.any(EVERY | MUST | AUTO),
        s.cond_foreign(),
        here.any(INSTEAD),
    ];
    let count = |list: &[bool]| list.iter().filter(|b| **b).count();
    2 * count(&strong) + if count(&strong) > 0 { count(&weak) + 1 } else { 0 }
}
