//! Whether a text speaks of a code. Whoever hides an order in Morse or ROT13 has
//! to say so, or no model would read it; so the codes that any text could be
//! written in are tried only where one is named.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use crate::hashed::{self, Table};
use crate::words::Words;

/// Codes that any text could be taken for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::fold) struct Codes(u8);

impl Codes {
    /// Letters or bytes as numbers.
    pub(super) const NUMBERS: Self = Self(1);
    /// Base 32, 58 and 85.
    pub(super) const BASES: Self = Self(2);
    pub(super) const MORSE: Self = Self(4);
    pub(super) const QUOTED: Self = Self(8);
    pub(super) const ROTATED: Self = Self(16);
    pub(super) const REVERSED: Self = Self(32);
    pub(super) const ALL: Self = Self(63);

    const fn or(self, more: Self) -> Self {
        Self(self.0 | more.0)
    }

    /// Whether one of these is among them.
    pub(super) fn any(self, of: Self) -> bool {
        self.0 & of.0 != 0
    }

    /// Whether there is none.
    pub(in crate::fold) fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Parts of the words that name a code, without the first letter, which may be
/// of either case. A word for decoding at large names all of them.
const NAMES: &[(&str, Codes)] = &[
    ("ecode", Codes::ALL),
    ("ecoding", Codes::ALL),
    ("ot13", Codes::ROTATED),
    ("OT13", Codes::ROTATED),
    ("ot-13", Codes::ROTATED),
    ("OT-13", Codes::ROTATED),
    ("ackward", Codes::REVERSED),
    ("evers", Codes::REVERSED),
    ("orse code", Codes::MORSE),
    ("orse:", Codes::MORSE),
    ("ctal", Codes::NUMBERS),
    ("ecimal", Codes::NUMBERS),
    ("ase32", Codes::BASES),
    ("ASE32", Codes::BASES),
    ("ase58", Codes::BASES),
    ("ASE58", Codes::BASES),
    ("ase85", Codes::BASES),
    ("ASE85", Codes::BASES),
    ("scii", Codes::NUMBERS),
    ("SCII", Codes::NUMBERS),
    ("haracter code", Codes::NUMBERS),
    ("har code", Codes::NUMBERS),
    ("harcode", Codes::NUMBERS),
    ("hars (", Codes::NUMBERS),
    ("ytes", Codes::NUMBERS),
    ("inary", Codes::NUMBERS),
    ("uoted-printable", Codes::QUOTED),
    ("nscramble", Codes::ROTATED.or(Codes::REVERSED)),
    ("aesar", Codes::ROTATED),
    ("解码", Codes::ALL),
    ("逆序", Codes::REVERSED),
    ("倒序", Codes::REVERSED),
    ("編碼", Codes::ALL),
    ("デコード", Codes::ALL),
    ("逆から", Codes::REVERSED),
    ("디코드", Codes::ALL),
    ("거꾸로", Codes::REVERSED),
    ("codifi", Codes::ALL),
    ("codific", Codes::ALL),
    ("écod", Codes::ALL),
    ("rückwärts", Codes::REVERSED),
    ("al revés", Codes::REVERSED),
    ("к наоборот", Codes::REVERSED),
    ("азбук", Codes::MORSE),
];

static FIND: LazyLock<Option<AhoCorasick>> =
    LazyLock::new(|| AhoCorasick::new(NAMES.iter().map(|n| n.0)).ok());

/// Words of ASCII with such a part. A text that has none of them, nor a word
/// with more than small letters, is not searched.
const WORDS: &[&str] = &[
    "decode",
    "decodes",
    "decoded",
    "decoder",
    "decoders",
    "decoding",
    "rot",
    "backward",
    "backwards",
    "reverse",
    "reverses",
    "reversed",
    "reversing",
    "reversal",
    "reversely",
    "morse",
    "octal",
    "octals",
    "decimal",
    "decimals",
    "hexadecimal",
    "ascii",
    "character",
    "char",
    "chars",
    "charcode",
    "charcodes",
    "byte",
    "bytes",
    "binary",
    "quoted",
    "unscramble",
    "unscrambles",
    "unscrambled",
    "caesar",
    "codifica",
    "codificado",
    "codificada",
    "decodifica",
    "decodificar",
    "codificato",
    "codificata",
    "al",
];

static TABLE: LazyLock<Table<()>> = LazyLock::new(|| {
    let mut table = Table::default();
    WORDS.iter().for_each(|w| *table.entry(hashed::word(w.as_bytes())) = ());
    table
});

/// The codes that are named.
pub(in crate::fold) fn codes_named(text: &str, words: &Words) -> Codes {
    if text.len() < 40 {
        return Codes::default();
    }
    let table = &*TABLE;
    let Some(find) = &*FIND else { return Codes::default() };
    let bytes = text.as_bytes();
    let parts = words.list.iter().filter_map(|w| {
        if table.get(w.hash).is_some() || w.wide {
            // The name may go on behind its first word: "character code".
            Some(w.start..(w.end + BEHIND).min(bytes.len()))
        } else {
            (!w.is_plain() && w.end - w.start >= SHORTEST).then_some(w.start..w.end)
        }
    });
    let named = parts.flat_map(|part| find.find_iter(&bytes[part]));
    named.fold(Codes::default(), |all, m| all.or(NAMES[m.pattern().as_usize()].1))
}

/// An identifier with the name of a code in it is no shorter.
const SHORTEST: usize = 5;

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
