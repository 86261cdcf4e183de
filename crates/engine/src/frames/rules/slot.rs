//! What a parameter is to be filled with, and whether that is its business.

use crate::frames::class::*;
use crate::frames::doc::{Doc, FieldKind};
use crate::frames::hit::Match;
use crate::frames::lexicon::{LEXICON, form, hash};
use crate::frames::names::words;
use crate::frames::parse::{Force, Sent};
use crate::frames::token::lower;

/// A parameter (by its description, its label or its name in a sentence) is to
/// hold what it has no need of.
pub(super) fn fills(doc: &Doc<'_>, at: usize) -> Option<Match> {
    let s = &doc.sents[at];
    let loot = loot(s);
    if loot.is_none() {
        return None;
    }
    let text = doc.text(s);
    let named = s.with(T_PARAM).map(|(_, t)| t.text(text));
    let own = doc.fields[s.field].param.filter(|_| doc.kind(s) == FieldKind::Param);
    let mut slots = named.chain(own).peekable();
    slots.peek()?;
    // A parameter that is named for it may ask for it.
    let tool = doc.cx.name_words.iter().any(|w| is_meant_for(w, loot));
    if tool || slots.any(|name| is_meant_for(name, loot)) {
        return None;
    }
    let handed = s.toks.windows(2).any(|w| w[0].is(PREP) && w[1].is(T_PARAM) && w[1].quoted);
    let moves = PUT | ADD | WRITE | SEND | ENCODE | READ;
    let told = s.preds.iter().any(|p| {
        !p.neg
            && p.force >= Force::Order
            && !p.in_cond
            && p.acts.any(moves)
            && s.object(p).any(loot)
    }) || handed;
    let label = s.toks.first().is_some_and(|t| t.is(T_PARAM)) || doc.kind(s) == FieldKind::Param;
    let needed = s.cls.any(MUST | REQUIRE | ONLY);
    let taken =
        s.cls.any(PREV | THEIR | DATA | EVERY | T_SPATH | T_CMD | HOSTINFO) && !s.cls.any(NEG);
    let whole = is_whole(s, loot) || handed && loot.any(SECRET) && s.cls.any(THEIR);
    // A description that only names a thing is no order; one that says what
    // goes in is.
    let strong = taken
        && whole
        && (told || needed || label && is_label(s, text, loot))
        && !is_refused(s, text)
        && !consented(s);
    Some(Match::high_sentence(at, s).high_or_low(strong))
}

/// Whether the sentence is a noun phrase that names what goes in: "contents of
/// the key file". One that describes a reply or an API has a verb, an example
/// or an address in it.
fn is_label(s: &Sent, text: &str, loot: Cls) -> bool {
    let shows = s.toks.windows(2).any(|w| {
        let (a, b) = (lower(w[0].text(text)), lower(w[1].text(text)));
        matches!(a.as_ref(), "e.g" | "e.g." | "example") || a == "such" && b == "as"
    });
    let routed = s.toks.iter().any(|t| t.is(T_PATH) && !t.is(T_SPATH));
    // "… that the user pasted": the user chose it.
    let given = s.cls.any(USER)
        && s.toks.iter().any(|t| t.is(PUT | GIVEN | SEND) && t.form & form::BASE == 0);
    let words = DATA | THEIR | if loot.any(T_SPATH) { T_SPATH } else { Cls::NONE };
    let led = s.conds.iter().any(|c| c.toks.start == 0);
    s.preds.is_empty() && !led && s.cls.any(words) && !shows && !routed && !given
}

/// "… are rejected", "is not allowed": said of what must not go in.
fn is_refused(s: &Sent, text: &str) -> bool {
    const REFUSED: &[&str] = &[
        "rejected",
        "refused",
        "denied",
        "blocked",
        "forbidden",
        "prohibited",
        "disallowed",
        "skipped",
        "excluded",
        "stripped",
        "masked",
        "redacted",
    ];
    s.toks.windows(2).any(|w| w[0].is(AUX) && REFUSED.contains(&lower(w[1].text(text)).as_ref()))
}

/// "… only with the user's consent": the user decides.
pub(super) fn consented(s: &Sent) -> bool {
    s.cls.all(CONSENT | ONLY) && s.cls.any(USER | THEIR)
}

/// What of the user's is spoken of.
fn loot(s: &Sent) -> Cls {
    let mut found = s.cls & (CONVO | HOSTINFO | SYSPROMPT | T_SPATH);
    if s.cls.any(SECRET) && s.cls.any(THEIR | USER | EVERY | HOSTINFO) {
        found |= SECRET;
    }
    if s.cls.any(RESULT) && s.with(T_CMD).any(|(_, t)| t.quoted && t.span.len() < 12) {
        found |= T_CMD;
    }
    found
}

/// "The whole conversation", "all keys", "the contents of": more than a value.
fn is_whole(s: &Sent, loot: Cls) -> bool {
    let near = |cls: Cls, what: Cls| {
        s.with(cls)
            .any(|(i, _)| s.classes(i.saturating_sub(6)..(i + 5).min(s.toks.len())).any(what))
    };
    if loot.any(T_SPATH | T_CMD | SYSPROMPT) {
        return true;
    }
    if loot.any(HOSTINFO) {
        return near(HOSTINFO, DATA | EVERY | FILE) || near(HOSTINFO, CRED);
    }
    if loot.any(CONVO) {
        return near(CONVO, EVERY | DATA | T_NUM | PREV) || s.cls.any(AFTER | EVERY);
    }
    near(SECRET, THEIR | EVERY | HOSTINFO) && s.cls.any(CRED)
}

/// Whether the tool, or a parameter named in the sentence, is there for it.
pub(super) fn is_asked_for(doc: &Doc<'_>, s: &Sent, loot: Cls) -> bool {
    let text = doc.text(s);
    doc.cx.name_words.iter().any(|w| is_meant_for(w, loot))
        || s.with(T_PARAM).any(|(_, t)| is_meant_for(t.text(text), loot))
}

/// Whether the parameter's name says that it takes such a thing.
pub(super) fn is_meant_for(name: &str, loot: Cls) -> bool {
    let low = name.to_ascii_lowercase();
    let says = |stems: &[&str]| stems.iter().any(|s| low.contains(s));
    loot.any(CONVO)
        && says(&["conversation", "histor", "chat", "messag", "transcript", "dialog", "text"])
        || loot.any(SECRET)
            && says(&[
                "key", "token", "pass", "secret", "cred", "auth", "login", "cookie", "user", "url",
                "conn",
            ])
        || loot.any(HOSTINFO) && says(&["env", "host", "user", "clip", "home", "path", "dir"])
        || loot.any(SYSPROMPT) && says(&["prompt", "system"])
        || loot.any(T_SPATH) && says(&["path", "file", "key", "cred", "env", "config", "cookie"])
        || loot.any(T_CMD) && says(&["command", "cmd", "script", "shell"])
        || words(name).iter().any(|w| LEXICON.word(hash(w)).is_some_and(|e| e.cls.any(loot)))
}
