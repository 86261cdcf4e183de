//! Is it an order to the model, or a description of the tool?

use super::{GuardCx, words};

/// Before "to", these make an order of an infinitive.
const ORDERING: &[&str] = &[
    "need",
    "needs",
    "have",
    "has",
    "must",
    "sure",
    "remember",
    "required",
    "instructed",
    "forget",
    "fail",
    "hesitate",
    "ought",
    "going",
    "asked",
    "told",
    "supposed",
    "order",
    "mandatory",
    "necessary",
    "important",
    "essential",
    "crucial",
    "continue",
    "proceed",
    "want",
    "neglect",
    "obliged",
    "expected",
    "begin",
    "start",
    "able",
    "you",
    "agent",
    "assistant",
    "model",
    "llm",
];

/// Before a verb, these say what is possible, not what is wanted.
const POSSIBLE: &[&str] =
    &["can", "could", "may", "might", "would", "optionally", "cannot", "users", "clients", "who"];

/// Permission verbs that take a person: "lets you send".
const PERMITTING: &[&str] = &[
    "lets", "let", "allows", "allow", "allowing", "enables", "enable", "enabling", "helps", "help",
];

/// The anchor is a capability: "can send", "used to send", "lets you send".
pub(super) fn capability(cx: &GuardCx<'_>) -> bool {
    let before = words(&cx.before_anchor(60));
    let back = |n: usize| before.len().checked_sub(n).map_or("", |i| before[i].as_str());
    match back(1) {
        "to" => !ORDERING.contains(&back(2)) || (back(2) == "you" && PERMITTING.contains(&back(3))),
        w if POSSIBLE.contains(&w) => true,
        _ => PERMITTING.contains(&back(2)),
    }
}

/// Articles and prepositions before the anchor make a noun of it: "the copy",
/// "a forward".
const DETERMINERS: &[&str] = &[
    "the", "a", "an", "this", "that", "each", "every", "any", "your", "its", "their", "of", "for",
    "in", "on", "by", "via", "with", "from", "http", "https", "get", "or",
];

/// The anchor is a noun or names a method, not a verb.
pub(super) fn described(cx: &GuardCx<'_>) -> bool {
    let before = words(&cx.before_anchor(24));
    before.last().is_some_and(|w| DETERMINERS.contains(&w.as_str()))
}
