//! The words of a text, read once for everybody who asks about words: the
//! phrases, the gate of the frames and the glance of the scorer.

use crate::fold::Classes;
use crate::fold::{
    CREDENTIAL, HYPHENS, LONG_TOKEN, has_run, has_spaced_letters, is_token, may_hide, stays,
};
use crate::hashed::{SEED, step};

/// A run of letters, digits and underscores, with whatever is not ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    /// Where it begins, in bytes.
    pub(crate) start: usize,
    /// Where it ends.
    pub(crate) end: usize,
    /// Its hash, as [`crate::hashed::word`] makes it; of no use in a wide word.
    pub(crate) hash: u64,
    /// Whether a capital stands behind its first byte.
    pub(crate) capitals: bool,
    /// Whether it has a digit or an underscore.
    pub(crate) coded: bool,
    /// Whether it has anything beyond ASCII.
    pub(crate) wide: bool,
}

impl Word {
    /// Whether it is made of letters of ASCII, small ones but for the first.
    pub(crate) fn is_plain(&self) -> bool {
        !(self.capitals || self.coded || self.wide)
    }
}

/// The words of a text, in order, and what stands in it.
#[derive(Debug, Default)]
pub(crate) struct Words {
    /// The words.
    pub(crate) list: Vec<Word>,
    /// Which readings the text needs.
    pub(crate) classes: Classes,
}

/// What a byte is, as bits.
const ODD: u16 = 1;
const SPACE: u16 = 1 << 1;
const ESCAPE: u16 = 1 << 2;
/// A sign that stands for a letter beside one.
const LEET: u16 = 1 << 3;
/// A sign of the base64 alphabets.
const TOKEN: u16 = 1 << 4;
/// A capital; the bit that makes it a small letter.
const CAPITAL: u16 = 1 << 5;
/// A sign in a credential.
const SECRET: u16 = 1 << 6;
/// Part of a word.
const WORDY: u16 = 1 << 7;
/// A digit or an underscore.
const CODED: u16 = 1 << 8;
const WIDE: u16 = 1 << 9;

static BYTES: [u16; 256] = bytes();

const fn bytes() -> [u16; 256] {
    let mut t = [0; 256];
    let mut i = 0;
    while i < 256 {
        t[i] = match i as u8 {
            b' ' => SPACE,
            0..b' ' | 0x7f => SPACE | ODD,
            b'&' | b'\\' | b'%' => ESCAPE,
            b'@' | b'$' | b'!' => LEET,
            b'+' | b'/' | b'-' => TOKEN | SECRET,
            b'=' | b'.' => SECRET,
            b'a'..=b'z' => WORDY,
            b'A'..=b'Z' => WORDY | CAPITAL,
            b'0'..=b'9' | b'_' => WORDY | CODED,
            0x80.. => WORDY | WIDE,
            _ => 0,
        };
        i += 1;
    }
    t
}

/// What the pass gathers beside the words.
#[derive(Default)]
struct Sums {
    /// All that stands between words.
    between: u16,
    double_space: bool,
    wide: bool,
    /// Where the run of bytes that could be base64 began.
    token: usize,
    long_token: bool,
    /// The same for a credential.
    secret: usize,
    credential: bool,
    /// Hyphens in a row, up to here.
    hyphens: usize,
    /// Where a letter could stand alone beside the last one that did.
    alone: Option<usize>,
    /// Whether one did.
    lone: bool,
    leet: bool,
    escapes: bool,
    folds: bool,
}

impl Words {
    /// Reads a text in place of what was read before: every byte once.
    pub(crate) fn read(&mut self, text: &str) {
        self.list.clear();
        let bytes = text.as_bytes();
        let mut sums = Sums::default();
        let mut before = 0;
        let mut at = 0;
        while let Some(b) = bytes.get(at) {
            let class = BYTES[usize::from(*b)];
            if class & WORDY == 0 {
                if class == SPACE && before == WORDY {
                    sums.space(at);
                } else {
                    sums.sign(bytes, at, class, before);
                }
                before = class;
                at += 1;
                continue;
            }
            let run = run(&bytes[at..]);
            let end = at + run.len;
            let word = Word {
                start: at,
                end,
                hash: run.hash,
                capitals: run.capitals > u32::from(class & CAPITAL),
                coded: run.classes & CODED != 0,
                wide: run.classes & WIDE != 0,
            };
            sums.word(bytes, &word);
            self.list.push(word);
            before = WORDY;
            at = end;
        }
        self.classes = sums.classes(text);
    }
}

/// Whether an escape may begin here: `%41`, `&#65;`, `\\x41`.
fn may_escape(rest: &[u8]) -> bool {
    let next = |n: usize| rest.get(n).copied().unwrap_or_default();
    match rest.first() {
        Some(b'%') => next(1).is_ascii_hexdigit() && next(2).is_ascii_hexdigit(),
        Some(b'&') => next(1) == b'#' || next(1).is_ascii_alphabetic(),
        Some(b'\\') => true,
        _ => false,
    }
}

/// The bytes of a word.
struct Run {
    len: usize,
    hash: u64,
    /// The classes of its bytes.
    classes: u16,
    /// How many capitals it has, in units of [`CAPITAL`].
    capitals: u32,
}

/// The word at the beginning. Apart from the rest, so that the one loop over
/// most bytes keeps what it needs in registers.
#[inline(never)]
fn run(bytes: &[u8]) -> Run {
    let (mut hash, mut classes, mut capitals) = (SEED, 0, 0);
    let mut len = 0;
    for b in bytes {
        let class = BYTES[usize::from(*b)];
        if class & WORDY == 0 {
            break;
        }
        hash = step(hash, *b | (class & CAPITAL) as u8);
        classes |= class;
        capitals += u32::from(class & CAPITAL);
        len += 1;
    }
    Run { len, hash, classes, capitals }
}

impl Sums {
    /// Notes a single space behind a word, as most of what stands between words
    /// is.
    #[inline(always)]
    fn space(&mut self, at: usize) {
        self.secret = at + 1;
        self.token = at + 1;
        self.hyphens = 0;
    }

    /// Notes a byte between words; `before` is the class of the one before it.
    #[inline(always)]
    fn sign(&mut self, bytes: &[u8], at: usize, class: u16, before: u16) {
        self.between |= class;
        self.double_space |= before & class & SPACE != 0;
        if class & SECRET == 0 {
            self.secret = at + 1;
            self.token = at + 1;
            self.hyphens = 0;
            if class & ESCAPE != 0 {
                self.escapes |= may_escape(&bytes[at..]);
            }
            if class & LEET != 0 {
                let letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphabetic);
                self.leet |= letter(at.wrapping_sub(1)) || letter(at + 1);
            }
            return;
        }
        if class & TOKEN == 0 {
            self.token = at + 1;
        }
        self.hyphens = match bytes[at] {
            b'-' if before & WORDY == 0 => self.hyphens + 1,
            b'-' => 1,
            _ => 0,
        };
        self.long_token |= at + 1 - self.token >= LONG_TOKEN;
        self.credential |= at + 1 - self.secret >= CREDENTIAL || self.hyphens >= HYPHENS;
    }

    /// Notes a word.
    #[inline(always)]
    fn word(&mut self, bytes: &[u8], word: &Word) {
        self.long_token |= word.end - self.token >= LONG_TOKEN;
        self.credential |= word.end - self.secret >= CREDENTIAL;
        if word.coded || word.wide {
            if word.wide {
                self.wide = true;
                self.folds |= folds(&bytes[word.start..word.end]);
            }
            self.code(&bytes[word.start..word.end]);
        } else if word.end - word.start == 1 {
            self.lone |= self.alone == Some(word.start);
            // One joint, and then the next letter.
            self.alone = Some(word.end + 1);
        }
    }

    /// Looks at a word with digits, underscores or more.
    fn code(&mut self, word: &[u8]) {
        let digit = |b: u8| matches!(b, b'0' | b'1' | b'3' | b'4' | b'5' | b'7');
        let pair = |a: u8, b: u8| a.is_ascii_alphabetic() && digit(b);
        self.leet |= word.windows(2).any(|w| pair(w[0], w[1]) || pair(w[1], w[0]));
        let joint = |at: usize| word.get(at).is_none_or(|b| *b == b'_');
        let lone = |at: usize, b: u8| {
            b.is_ascii_alphabetic() && joint(at.wrapping_sub(1)) && joint(at + 1)
        };
        self.lone |= word.iter().enumerate().any(|(at, b)| lone(at, *b));
    }

    fn classes(&self, text: &str) -> Classes {
        let bytes = text.as_bytes();
        let has = |class: u16| self.between & class != 0;
        let hidden = self.wide && may_hide(bytes);
        Classes {
            non_ascii: self.wide,
            spacing: has(ODD) || self.double_space,
            escapes: self.escapes,
            // A wide word is no part of a token, but holds some.
            long_token: self.long_token && (!self.wide || has_run(bytes, LONG_TOKEN, is_token)),
            credential: self.credential,
            spaced_letters: self.lone && has_spaced_letters(text),
            leet: self.leet,
            folds: self.folds || hidden,
            hidden,
        }
    }
}

/// Whether folding makes another one of a word with more than ASCII.
fn folds(word: &[u8]) -> bool {
    let alone = !word.iter().any(u8::is_ascii_alphanumeric);
    let Ok(word) = std::str::from_utf8(word) else { return true };
    word.chars().any(|c| !c.is_ascii() && !stays(c, alone))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_what_stands_between() {
        let mut words = Words::default();
        words.read("Send_it to größe2 x.Y-camelCase 42");
        let of = |w: &Word| (w.start..w.end, w.is_plain());
        let list: Vec<_> = words.list.iter().map(of).collect();
        let expected = [
            (0..7, false),
            (8..10, true),
            (11..19, false),
            (20..21, true),
            (22..23, true),
            (24..33, false),
            (34..36, false),
        ];
        assert_eq!(list, expected);
        assert_eq!(words.list[1].hash, crate::hashed::word(b"TO"));
    }

    fn byte_by_byte(text: &str) -> Classes {
        let bytes = text.as_bytes();
        let any = |f: fn(u8) -> bool| bytes.iter().any(|b| f(*b));
        let pairs = |f: fn(u8, u8) -> bool| bytes.windows(2).any(|w| f(w[0], w[1]));
        let beside = |a: u8, b: u8| a.is_ascii_alphabetic() && b"013457@$!".contains(&b);
        let non_ascii = any(|b| b >= 0x80);
        Classes {
            non_ascii,
            spacing: any(|b| b < b' ' || b == 0x7f) || pairs(|a, b| a == b' ' && b == b' '),
            escapes: (0..bytes.len()).any(|at| may_escape(&bytes[at..])),
            long_token: has_run(bytes, LONG_TOKEN, is_token),
            // What is not ASCII counts, since a word counts as a whole.
            credential: text.contains("-----")
                || has_run(bytes, CREDENTIAL, |b| {
                    b.is_ascii_alphanumeric() || b >= 0x80 || b"+/_=.-".contains(&b)
                }),
            spaced_letters: has_spaced_letters(text),
            leet: bytes.windows(2).any(|w| beside(w[0], w[1]) || beside(w[1], w[0])),
            folds: may_hide(bytes) && non_ascii
                || text
                    .split(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric() && c != '_')
                    .any(|word| folds(word.as_bytes())),
            hidden: non_ascii && may_hide(bytes),
        }
    }

    #[test]
    fn classes_are_those_of_a_look_at_every_byte() {
        let parts = [
            "a",
            "b",
            "_",
            " ",
            "  ",
            "\n",
            "-",
            "word",
            "Word",
            "é",
            "’",
            "5",
            "9",
            "@",
            "!",
            "&",
            "%",
            "\\",
            ".",
            "+",
            "/",
            "aGVsbG8gd29y",
            "\u{200b}",
            "=",
            "\u{7f}",
        ];
        let mut words = Words::default();
        let mut n = 7_u32;
        let mut pick = |of: usize| {
            n = n.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            (n >> 16) as usize % of
        };
        for _ in 0..60_000 {
            let (len, kinds) = (pick(14), 2 + pick(parts.len() - 1));
            let first = pick(parts.len());
            let text: String =
                (0..len).map(|_| parts[(first + pick(kinds)) % parts.len()]).collect();
            words.read(&text);
            assert_eq!(words.classes, byte_by_byte(&text), "{text:?}");
        }
    }
}
