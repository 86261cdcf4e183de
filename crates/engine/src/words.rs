//! The words of a text, read once for everybody who asks about words: the
//! phrases, the gate of the frames and the glance of the scorer.

use crate::fold::Classes;
use crate::fold::{CREDENTIAL, HYPHENS, LONG_TOKEN, has_run, has_spaced_letters, is_token, may_hide};
use crate::hashed;

/// A run of letters, digits and underscores, with whatever is not ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    /// Where it begins, in bytes.
    pub(crate) start: usize,
    /// Where it ends.
    pub(crate) end: usize,
    /// Its hash, as [`hashed::word`] makes it; of no use in a wide word.
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

/// What a byte between two words is, as bits.
const ODD: u8 = 1;
const SPACE: u8 = 2;
const ESCAPE: u8 = 4;
/// A sign that stands for a letter beside one.
const LEET: u8 = 8;
/// A sign of the base64 alphabets.
const TOKEN: u8 = 16;
/// A sign in a credential.
const SECRET: u8 = 64;
/// Part of a word.
const WORDY: u8 = 32;

static BYTES: [u8; 256] = bytes();

const fn bytes() -> [u8; 256] {
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
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | 0x80.. => WORDY,
            _ => 0,
        };
        i += 1;
    }
    t
}

/// What the pass gathers beside the words.
#[derive(Default)]
struct Sums {
    between: u8,
    double_space: bool,
    wide: bool,
    /// Where the run of bytes that could be base64 began.
    token: usize,
    long_token: bool,
    /// The same for a credential.
    secret: usize,
    credential: bool,
    hyphens: usize,
    /// Whether a letter stood alone beside another one that did.
    lone: bool,
    leet: bool,
}

impl Words {
    /// Reads a text in place of what was read before.
    pub(crate) fn read(&mut self, text: &str) {
        self.list.clear();
        let bytes = text.as_bytes();
        let mut sums = Sums::default();
        let mut alone_before = usize::MAX;
        let mut at = 0;
        while at < bytes.len() {
            at = sums.gap(bytes, at);
            if at == bytes.len() {
                break;
            }
            let word = word(bytes, at);
            sums.word(bytes, &word);
            if word.end == at + 1 && bytes[at].is_ascii_alphabetic() {
                sums.lone |= alone_before == at;
                // The one letter, a joint, and here the next one could stand.
                alone_before = at + 2;
            }
            at = word.end;
            self.list.push(word);
        }
        self.classes = sums.classes(text);
    }
}

/// The word at `start`.
#[inline(always)]
fn word(bytes: &[u8], start: usize) -> Word {
    let run = hashed::wordy(&bytes[start..]);
    let mut word = Word {
        start,
        end: start + run.len,
        hash: run.hash,
        capitals: run.capitals,
        coded: run.coded,
        wide: false,
    };
    if bytes.get(word.end).is_some_and(|b| *b >= 0x80) {
        word.wide = true;
        let rest = &bytes[word.end..];
        word.end += rest.iter().take_while(|b| BYTES[usize::from(**b)] & WORDY != 0).count();
    }
    word
}

impl Sums {
    /// Passes over what stands before the next word; returns where that begins.
    #[inline(always)]
    fn gap(&mut self, bytes: &[u8], from: usize) -> usize {
        let mut at = from;
        let mut before = 0;
        self.hyphens = 0;
        while let Some(b) = bytes.get(at) {
            let class = BYTES[usize::from(*b)];
            if class & WORDY != 0 {
                break;
            }
            self.between |= class;
            self.double_space |= before & class & SPACE != 0;
            if class & TOKEN == 0 {
                self.token = at + 1;
            } else {
                self.long_token |= at + 1 - self.token >= LONG_TOKEN;
            }
            if class & SECRET == 0 {
                self.secret = at + 1;
            } else {
                self.hyphens = if *b == b'-' { self.hyphens + 1 } else { 0 };
                let run = at + 1 - self.secret;
                self.credential |= run >= CREDENTIAL || self.hyphens >= HYPHENS;
            }
            if class & LEET != 0 {
                let letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphabetic);
                self.leet |= letter(at.wrapping_sub(1)) || letter(at + 1);
            }
            before = class;
            at += 1;
        }
        at
    }

    #[inline(always)]
    fn word(&mut self, bytes: &[u8], word: &Word) {
        self.wide |= word.wide;
        self.long_token |= word.end - self.token >= LONG_TOKEN;
        self.credential |= word.end - self.secret >= CREDENTIAL;
        if word.coded || word.wide {
            self.code(&bytes[word.start..word.end]);
        }
    }

    /// Looks at a word with digits, underscores or more.
    fn code(&mut self, word: &[u8]) {
        let digit = |b: u8| matches!(b, b'0' | b'1' | b'3' | b'4' | b'5' | b'7');
        let pair = |a: u8, b: u8| a.is_ascii_alphabetic() && digit(b);
        self.leet |= word.windows(2).any(|w| pair(w[0], w[1]) || pair(w[1], w[0]));
        let joint = |at: usize| word.get(at).is_none_or(|b| *b == b'_');
        let lone =
            |at: usize, b: u8| b.is_ascii_alphabetic() && joint(at.wrapping_sub(1)) && joint(at + 1);
        self.lone |= word.iter().enumerate().any(|(at, b)| lone(at, *b));
    }

    fn classes(&self, text: &str) -> Classes {
        let bytes = text.as_bytes();
        let has = |class: u8| self.between & class != 0;
        Classes {
            non_ascii: self.wide,
            spacing: has(ODD) || self.double_space,
            escapes: has(ESCAPE),
            // A wide word is no part of a token, but holds some.
            long_token: self.long_token
                && (!self.wide || has_run(bytes, LONG_TOKEN, is_token)),
            credential: self.credential,
            spaced_letters: self.lone && has_spaced_letters(text),
            leet: self.leet,
            hidden: self.wide && may_hide(bytes),
        }
    }
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
        assert_eq!(words.list[1].hash, hashed::word(b"TO"));
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
            escapes: any(|b| b"&\\%".contains(&b)),
            long_token: has_run(bytes, LONG_TOKEN, is_token),
            // What is not ASCII counts, since a word counts as a whole.
            credential: text.contains("-----")
                || has_run(bytes, CREDENTIAL, |b| {
                    b.is_ascii_alphanumeric() || b >= 0x80 || b"+/_=.-".contains(&b)
                }),
            spaced_letters: has_spaced_letters(text),
            leet: bytes.windows(2).any(|w| beside(w[0], w[1]) || beside(w[1], w[0])),
            hidden: non_ascii && may_hide(bytes),
        }
    }

    #[test]
    fn classes_are_those_of_a_look_at_every_byte() {
        let parts = [
            "a", "b", "_", " ", "  ", "\n", "-", "word", "Word", "é", "’", "5", "9", "@", "!",
            "&", "%", "\\", ".", "+", "/", "aGVsbG8gd29y", "\u{200b}", "=", "\u{7f}",
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
