//! Whether a text speaks of a code. Whoever hides an order in Morse or ROT13 has
//! to say so, or no model would read it; so the codes that any text could be
//! written in are tried only where one is named.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use crate::hashed::{self, Table};
use crate::words::Words;

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

/// Words of ASCII with such a part. A text that has none of them, nor a word
/// with more than small letters, is not searched.
const WORDS: &[&str] = &[
    "decode", "decodes", "decoded", "decoder", "decoders", "decoding", "rot", "backward",
    "backwards", "reverse", "reverses", "reversed", "reversing", "reversal", "reversely", "morse",
    "octal", "octals", "decimal", "decimals", "hexadecimal", "ascii", "character", "char", "chars",
    "charcode", "charcodes", "byte", "bytes", "binary", "quoted", "unscramble", "unscrambles",
    "unscrambled", "caesar", "codifica", "codificado", "codificada", "decodifica", "decodificar",
    "codificato", "codificata", "al",
];

static TABLE: LazyLock<Table<()>> = LazyLock::new(|| {
    let mut table = Table::default();
    WORDS.iter().for_each(|w| *table.entry(hashed::word(w.as_bytes())) = ());
    table
});

/// Whether a code is named.
pub(in crate::fold) fn names_code(text: &str, words: &Words) -> bool {
    if text.len() < 40 {
        return false;
    }
    let table = &*TABLE;
    let found = |part: &[u8]| FIND.as_ref().is_some_and(|f| f.is_match(part));
    let bytes = text.as_bytes();
    words.list.iter().any(|w| {
        if table.get(w.hash).is_some() || w.wide {
            // The name may go on behind its first word: "character code".
            found(&bytes[w.start..(w.end + BEHIND).min(bytes.len())])
        } else {
            !w.is_plain() && w.end - w.start >= SHORTEST && found(&bytes[w.start..w.end])
        }
    })
}

/// An identifier with the name of a code in it is no shorter.
const SHORTEST: usize = 6;

/// Bytes of a name behind its first word.
const BEHIND: usize = 20;

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
