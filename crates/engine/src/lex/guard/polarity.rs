//! Refusals: "never send a private key" is no order to send one.

use super::{GuardCx, words};

const CUES: &[&str] = &[
    "never",
    "not",
    "no",
    "cannot",
    "without",
    "nor",
    "neither",
    "can't",
    "cant",
    "don't",
    "dont",
    "doesn't",
    "doesnt",
    "won't",
    "wont",
    "shouldn't",
    "mustn't",
    "isn't",
    "aren't",
    "avoid",
    "avoids",
    "refuse",
    "refuses",
    "forbid",
    "forbids",
    "prohibit",
    "prohibits",
    "prevent",
    "prevents",
    "block",
    "blocks",
    "reject",
    "rejects",
    "unable",
    "disallow",
    "disallows",
];

/// A refusal of one of these is an order: "do not forget to …".
const REVERSING: &[&str] = &[
    "forget",
    "forgetting",
    "fail",
    "failing",
    "hesitate",
    "hesitating",
    "neglect",
    "neglecting",
    "omit",
    "omitting",
    "skip",
    "skipping",
    "miss",
    "refuse",
    "avoid",
    "stop",
    "only",
    "delay",
    "hesitation",
    "exception",
    "exceptions",
    "matter",
    "worry",
    "wait",
    "question",
    "questions",
    "ask",
    "asking",
    "warn",
    "tell",
    "mention",
    "inform",
    "notify",
    "bother",
];

/// What begins another statement, which the refusal does not reach.
const TURNS: &[&str] = &["but", "instead", "then", "and", "rather", "just", "until", "unless"];

/// How many words a refusal reaches.
const REACH: usize = 8;

/// A refusal cue before the match reaches it: no reversing word, no turn, no
/// comma in between. An apostrophe is part of its word.
pub(super) fn negated(cx: &GuardCx<'_>) -> bool {
    let before = cx.before(90);
    let stretch = before.rsplit([',', ';', ':']).next().unwrap_or_default();
    let all = words(stretch);
    let near = &all[all.len().saturating_sub(REACH)..];
    let Some(at) = near.iter().rposition(|w| CUES.contains(&w.as_str())) else { return false };
    let between = &near[at + 1..];
    let turned = |w: &String| REVERSING.contains(&w.as_str()) || TURNS.contains(&w.as_str());
    !between.iter().any(turned) && !reverses(&near[..at])
}

/// Two cues in a row cancel: "never fail to not …" is rare, "cannot avoid" is
/// not.
fn reverses(before: &[String]) -> bool {
    before.last().is_some_and(|w| CUES.contains(&w.as_str()))
}

/// The match is the subject of a refusal: "the private key never leaves".
pub(super) fn denied(cx: &GuardCx<'_>) -> bool {
    let after = cx.after(60);
    let stretch = after.split([',', ';', ':', '(']).next().unwrap_or_default();
    let near: Vec<_> = words(stretch).into_iter().take(4).collect();
    let Some(at) = near.iter().position(|w| CUES.contains(&w.as_str())) else { return false };
    const LINKS: &[&str] = &["is", "are", "was", "will", "must", "should", "may", "can", "be"];
    near[..at].iter().all(|w| LINKS.contains(&w.as_str()) || w.ends_with('s'))
}
