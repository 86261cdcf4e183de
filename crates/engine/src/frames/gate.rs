//! The cheap question before the expensive one: can this text hold a frame?

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

/// Words without which no rule can fire. Kept short and telling: a text with
/// none of them is never read.
const CUES: &[&str] = &["a", "e", "i", "o", "u"];

static GATE: LazyLock<Option<AhoCorasick>> =
    LazyLock::new(|| AhoCorasick::builder().ascii_case_insensitive(true).build(CUES).ok());

/// Whether a text may hold a frame.
pub fn may_hold(text: &str) -> bool {
    if text.len() < 8 {
        return false;
    }
    !text.is_ascii() || GATE.as_ref().is_none_or(|g| g.is_match(text))
}
