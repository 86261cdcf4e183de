//! Tools that look for attacks have to name them.

use super::GuardCx;

/// Verbs whose object is what they look for. "find" and "report" are not
/// among them: they also take what they fetch.
const STEMS: &[&str] = &[
    "detect",
    "scan for",
    "scans for",
    "scanning for",
    "scan text for",
    "flag",
    "identif",
    "audit",
    "inspect",
    "check for",
    "checks for",
    "checking for",
    "look for signs",
    "looks for signs",
    "protect against",
    "protects against",
    "guard against",
    "guards against",
    "defend",
    "filter",
    "sanitiz",
    "sanitis",
    "redact",
    "mask",
    "classif",
    "block attempts",
    "blocks attempts",
    "prevent",
    "leaked",
    "exposed",
    "leaks of",
    "hunt",
    "vulnerab",
    "exposure of",
    "moderat",
    "checks whether",
    "check whether",
    "checks if",
    "determines whether",
    "jailbreak",
    "red team",
    "red-team",
    "attack",
    "malicious",
    "suspicious",
    "adversarial",
];

/// What turns a description back into an order.
const ORDERS: &[&str] = &[
    "you must",
    "must ",
    "should ",
    "always ",
    " then ",
    " first",
    "please ",
    "make sure",
    "be sure",
    "need to",
    "have to",
    "before ",
    "after ",
    " and then",
    "now ",
];

/// Nouns behind a match that name it as a thing to be found.
const NOUNS: &[&str] =
    &["attempt", "attack", "pattern", "injection", "phras", "payload", "vector", "technique"];

/// The match is the object of looking for attacks.
pub(super) fn detection(cx: &GuardCx<'_>) -> bool {
    let before = cx.before(140);
    let after = cx.after(40);
    if NOUNS.iter().any(|n| after.trim_start().starts_with(n)) {
        return true;
    }
    let stem = STEMS.iter().filter_map(|s| Some(before.rfind(s)? + s.len())).max();
    let Some(end) = stem else { return false };
    let between = &before[end..];
    let turned = [" if ", " — ", " - ", "; ", "!"].iter().any(|t| between.contains(t));
    !turned && !ORDERS.iter().any(|o| before.contains(o))
}
