//! Whether a text speaks of a code. Whoever hides an order in Morse or ROT13 has
//! to say so, or no model would read it; so the codes that any text could be
//! written in are tried only where one is named.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

/// Parts of the words that name a code, without the first letter, which may be
/// of either case.
const NAMES: &[&str] = &[
    "ecode",
    "ecoding",
    "ot13",
    "OT13",
    "ot-13",
    "OT-13",
    "ackward",
    "evers",
    "orse code",
    "orse:",
    "ctal",
    "ecimal",
    "ase32",
    "ASE32",
    "ase58",
    "ASE58",
    "ase85",
    "ASE85",
    "scii",
    "SCII",
    "haracter code",
    "har code",
    "harcode",
    "hars (",
    "ytes",
    "inary",
    "uoted-printable",
    "nscramble",
    "aesar",
    "解码",
    "逆序",
    "倒序",
    "編碼",
    "デコード",
    "逆から",
    "디코드",
    "거꾸로",
    "codifi",
    "codific",
    "écod",
    "rückwärts",
    "al revés",
    "к наоборот",
    "азбук",
];

static FIND: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| AhoCorasick::new(NAMES).ok());

/// Whether a code is named.
pub(in crate::fold) fn names_code(text: &str) -> bool {
    text.len() >= 40 && FIND.as_ref().is_some_and(|f| f.is_match(text))
}

/// Small words that hardly any sentence does without.
const COMMON: &[&str] = &[
    "the", "to", "and", "all", "of", "user", "in", "is", "it", "for", "not", "every", "with", "a",
    "you", "your", "this", "that", "from", "any", "before", "send", "call", "ignore", "read", "me",
    "file", "on", "as", "when", "do",
];

/// How many of these words a text holds.
pub(super) fn common_words(text: &str) -> usize {
    text.split(|c: char| !c.is_ascii_alphabetic())
        .filter(|w| COMMON.iter().any(|c| c.eq_ignore_ascii_case(w)))
        .count()
}

/// Whether one text reads like a sentence where the other does not.
pub(super) fn reads_better(text: &str, than: &str) -> bool {
    let words = common_words(text);
    words >= 2 && words > 2 * common_words(than)
}
