//! Words as the scorer counts them: names, addresses and numbers stand for
//! their kind, so that a text is not known by whom it mentions.

use crate::frames::class::*;
use crate::frames::view::{Read, Token};

use super::hash;

/// A word longer than this is no word.
const MAX_WORD: usize = 96;

/// Kinds of token that take the place of the word, first match first.
const KINDS: &[(Cls, &str)] = &[
    (T_EMAIL, "<e-mail address>"),
    (T_URL, "<URL>"),
    (T_SPATH, "<secret path>"),
    (T_PATH, "<path>"),
    (T_ACCOUNT, "<account>"),
    (T_CMD, "<command>"),
    (T_NUM, "<number>"),
];

/// A word of a sentence.
#[derive(Clone, Copy)]
pub(super) struct Word<'t> {
    /// Of its lower case, or of its kind.
    pub(super) hash: u64,
    /// Of its beginning, which in most languages is what it shares with its
    /// other forms; 0 when it is no longer than that.
    pub(super) stem: u64,
    /// What can be shown for it.
    pub(super) shown: &'t str,
    /// What it can mean.
    pub(super) cls: Cls,
    /// Whether it stands for itself, not for a kind.
    pub(super) own: bool,
}

/// Classes of words that are no matter of their own.
const FORM: Cls = ACTS
    .or(TO)
    .or(PREP)
    .or(CONJ)
    .or(DET)
    .or(AUX)
    .or(MUST)
    .or(SHOULD)
    .or(MAY)
    .or(NEG)
    .or(BEFORE)
    .or(AFTER)
    .or(WHEN)
    .or(EVERY)
    .or(YOU)
    .or(YOUR)
    .or(THIS)
    .or(FIRST)
    .or(ALSO)
    .or(ONLY)
    .or(OTHER);

impl Word<'_> {
    /// Whether it names a matter.
    pub(super) fn is_content(&self) -> bool {
        !self.cls.any(FORM) && self.shown.chars().count() > 3
    }
}

/// The word that a token counts as, if it is one.
pub(super) fn word<'t>(read: &Read<'_>, t: Token<'t>) -> Option<Word<'t>> {
    if t.empty() {
        return None;
    }
    let cls = t.cls();
    let text = t.text();
    let kind = |shown| Some(Word { hash: hash::text(shown), stem: 0, shown, cls, own: false });
    if let Some((_, name)) = KINDS.iter().find(|(c, _)| cls.any(*c)) {
        return kind(name);
    }
    if t.ident() {
        return kind(owner(cls));
    }
    if t.quoted() {
        return kind("<quotation>");
    }
    if text.len() > MAX_WORD || text.bytes().any(|b| b.is_ascii_digit() || b == b'_') {
        return kind("<code>");
    }
    if is_address(text) {
        return kind("<address>");
    }
    let (hash, stem) = hash::word(text);
    if cls.any(T_NAME) && !cls.any(ACTS) {
        return kind("<proper name>");
    }
    if read.is_own_word(text) && !cls.any(ACTS) {
        return kind("<word of the tool's name>");
    }
    Some(Word { hash, stem, shown: text, cls, own: true })
}

fn owner(cls: Cls) -> &'static str {
    if cls.any(T_OWN) {
        "<this tool>"
    } else if cls.any(T_PARAM) {
        "<own parameter>"
    } else if cls.any(T_SIBLING) {
        "<sibling>"
    } else if cls.any(T_TOOLREF) {
        "<tool of others>"
    } else {
        "<unknown name>"
    }
}

/// Whether a letter belongs to a script that is written without spaces.
pub(super) fn unspaced(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{e00}'..='\u{e7f}')
}

/// Whether a piece of text without blanks holds a host, a path or an address.
pub(super) fn is_address(chunk: &str) -> bool {
    let b = chunk.as_bytes();
    b.contains(&b'@')
        || b.windows(3).any(|w| {
            matches!(w[1], b'.' | b'/' | b'_')
                && w[0].is_ascii_alphanumeric()
                && w[2].is_ascii_alphanumeric()
        })
}
