//! One look at a text: its sentences, and which families of words each has.

use std::ops::Range;

use super::gate::{
    ADDR, CALL, CMD, FOREIGN, IS_COMMAND, IS_ENGLISH, IS_FILE, IS_TLD, KNOWN, MARKS, Mask, NAME,
    NAMES, NUM, PUSH, SPATH, STARTS, opens,
};
use super::lexicon::{LEXICON, Lexicon};
use super::sentence::{ENDS, MAX_SENTENCE, end_at, may_end, sentences, trimmed};
use crate::hashed;
use crate::words::{Word, Words};

/// What the pass over one sentence gathers.
#[derive(Default, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) mask: Mask,
    words: u16,
    english: u16,
    other: u16,
    wide: u16,
    names: u8,
    /// The word before, if it begins a phrase.
    first: u64,
    /// The key of the two words before, if they begin a phrase of more.
    two: u64,
}

impl Seen {
    /// The same without some families.
    pub(super) fn without(mut self, families: Mask) -> Self {
        self.mask &= !families;
        self.names = 0;
        self
    }

    /// Whether the sentence can hold a frame.
    pub(super) fn opens(self, bare: bool) -> bool {
        let mut m = self.mask;
        if self.names > 1 {
            m |= NAMES;
        }
        opens(m, bare) || self.wide >= 6 || self.is_foreign()
    }

    /// Whether it may be in another language, told by enough words of one.
    fn is_foreign(self) -> bool {
        let Self { words, english, other, .. } = self;
        other >= 2 && words >= 3 && other * 8 >= words && english * 6 < words
    }
}

/// What a byte is to a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Byte {
    Lower,
    Upper,
    Digit,
    Wide,
    Underscore,
    /// `'` and `-`: part of a word between letters.
    Joiner,
    Other,
    /// Says something by itself.
    Sign,
}

/// What each byte is.
static BYTES: [Byte; 256] = bytes();

const fn bytes() -> [Byte; 256] {
    let mut t = [Byte::Other; 256];
    let mut i = 0;
    while i < 256 {
        let b = i as u8;
        t[i] = match b {
            b'a'..=b'z' => Byte::Lower,
            b'A'..=b'Z' => Byte::Upper,
            b'0'..=b'9' => Byte::Digit,
            0x80.. => Byte::Wide,
            b'_' => Byte::Underscore,
            b'\'' | b'-' => Byte::Joiner,
            b'`' | b'"' | b'@' | b':' | b'~' | b'$' | b'&' => Byte::Sign,
            _ => Byte::Other,
        };
        i += 1;
    }
    t
}

impl Seen {
    /// Notes what stands at `i`, in a sentence that begins at `floor` or, but
    /// for white space, behind it; returns where the next thing may stand.
    #[inline(always)]
    fn add(&mut self, text: &[u8], i: usize, floor: usize, lex: &Lexicon) -> usize {
        match BYTES[usize::from(text[i])] {
            Byte::Lower | Byte::Upper | Byte::Digit | Byte::Wide => {
                return word(text, i, floor, lex, self);
            }
            Byte::Sign | Byte::Joiner => sign(text, i, floor, self),
            Byte::Underscore | Byte::Other => {}
        }
        i + 1
    }

    fn done(mut self) -> Self {
        if self.names > 0 {
            self.mask |= NAME;
        }
        self.mask &= !MARKS;
        self
    }
}

/// The sentences of a text and what was seen in each.
pub(super) fn look_at(
    text: &str,
    breaks: &[u32],
    words: &Words,
    out: &mut Vec<(Range<usize>, Seen)>,
) {
    let plain = breaks.is_empty() && !words.classes.non_ascii;
    if plain && look_while_splitting(text, &words.list, out) {
        return;
    }
    out.clear();
    let look = |span: Range<usize>| {
        let seen = look(&text.as_bytes()[span.clone()]);
        (span, seen)
    };
    out.extend(sentences(text, breaks).into_iter().map(look));
}

/// Looks at one sentence.
fn look(text: &[u8]) -> Seen {
    let lex = &*LEXICON;
    let mut seen = Seen::default();
    let mut i = 0;
    while i < text.len() {
        i = seen.add(text, i, 0, lex);
    }
    seen.done()
}

/// Splits a text of ASCII and looks at its sentences in one pass over its
/// words; `false` if a sentence is too long.
fn look_while_splitting(text: &str, words: &[Word], out: &mut Vec<(Range<usize>, Seen)>) -> bool {
    let lex = &*LEXICON;
    let bytes = text.as_bytes();
    let mut seen = Seen::default();
    let (mut start, mut i, mut n) = (0, 0, 0);
    // A sentence that begins here does not end here.
    let mut tried = usize::MAX;
    loop {
        let next = words.get(n);
        let stop = next.map_or(bytes.len(), |w| w.start);
        while i < stop {
            let may_end = ENDS[usize::from(bytes[i])] && may_end(bytes, i) && i != tried;
            let Some(end) = may_end.then(|| end_at(text, start, i)).flatten() else {
                i = seen.add(bytes, i, start, lex);
                continue;
            };
            tried = i;
            // What closes a sentence, quotation marks for one, is part of it.
            while i < end {
                i = seen.add(&bytes[..end], i, start, lex);
            }
            close(text, start..end, seen, out);
            seen = Seen::default();
            start = end;
        }
        if i > start + MAX_SENTENCE || i == start + MAX_SENTENCE && i < bytes.len() {
            return false;
        }
        let Some(next) = next else { break };
        let joined = bytes.get(next.end).is_some_and(|b| BYTES[usize::from(*b)] == Byte::Joiner);
        if next.is_plain() && !joined && i == next.start {
            seen.words = seen.words.saturating_add(1);
            seen.known(bytes, i..next.end, next.hash, start, lex);
            i = next.end;
        } else {
            while i < next.end {
                i = seen.add(bytes, i, start, lex);
            }
        }
        while words.get(n).is_some_and(|w| w.end <= i) {
            n += 1;
        }
    }
    close(text, start..bytes.len(), seen, out);
    true
}

fn close(text: &str, span: Range<usize>, seen: Seen, out: &mut Vec<(Range<usize>, Seen)>) {
    out.extend(trimmed(text, span).map(|span| (span, seen.done())));
}

fn sign(text: &[u8], i: usize, floor: usize, seen: &mut Seen) {
    let before = if i == floor { b' ' } else { text[i - 1] };
    match text[i] {
        b'`' => seen.names = seen.names.saturating_add(1),
        b'"' | b'\'' if !before.is_ascii_alphanumeric() => {
            seen.names = seen.names.saturating_add(1);
        }
        b'@' if before.is_ascii_alphanumeric() => seen.mask |= ADDR,
        b':' if text[i..].starts_with(b"://") => seen.mask |= ADDR,
        b'~' if text.get(i + 1) == Some(&b'/') => seen.mask |= SPATH,
        b'$' if text.get(i + 1) == Some(&b'(') => seen.mask |= SPATH,
        b'&' if text.get(i + 1) == Some(&b'&') => seen.mask |= CMD,
        _ => {}
    }
}

/// The key of two words that follow each other.
pub(super) fn join(first: u64, second: u64) -> u64 {
    first.rotate_left(17).wrapping_add(second)
}

/// How a word is spelled.
struct Spelled {
    end: usize,
    /// Whether it has an underscore or a hump.
    joint: bool,
    digits: u32,
    wide: u32,
}

impl Spelled {
    fn plain(end: usize) -> Self {
        Self { end, joint: false, digits: 0, wide: 0 }
    }

    /// Reads the word at `start`, byte by byte.
    fn read(text: &[u8], start: usize) -> Self {
        let mut before = BYTES[usize::from(text[start])];
        let mut out = Self::plain(start + 1);
        out.digits += u32::from(before == Byte::Digit);
        out.wide += u32::from(before == Byte::Wide);
        while let Some(&b) = text.get(out.end) {
            let kind = BYTES[usize::from(b)];
            if kind >= Byte::Wide {
                match kind {
                    Byte::Wide => out.wide += 1,
                    Byte::Underscore => out.joint = true,
                    Byte::Joiner if text.get(out.end + 1).is_some_and(u8::is_ascii_alphabetic) => {}
                    _ => break,
                }
            }
            out.joint |= kind == Byte::Upper && before == Byte::Lower;
            out.digits += u32::from(kind == Byte::Digit);
            before = kind;
            out.end += 1;
        }
        out
    }
}

/// Reads the word at `start`; returns where it ends.
#[inline(never)]
fn word(text: &[u8], start: usize, floor: usize, lex: &Lexicon, seen: &mut Seen) -> usize {
    // Most words are small letters, at most behind a capital.
    let run = hashed::letters(&text[start..]);
    let next = text.get(start + run.len).map_or(Byte::Other, |b| BYTES[usize::from(*b)]);
    let plain = run.len > 0 && !run.capitals && next >= Byte::Other;
    let Spelled { end: i, joint, digits, wide } =
        if plain { Spelled::plain(start + run.len) } else { Spelled::read(text, start) };
    seen.words = seen.words.saturating_add(1);
    if joint {
        seen.names = seen.names.saturating_add(1);
    }
    if digits > 0 {
        seen.mask |= if digits > 7 { ADDR | NUM } else { NUM };
    }
    let bytes = &text[start..i];
    if wide > 0 {
        // Latin letters with accents are two bytes, other scripts often three.
        let latin = bytes.iter().any(u8::is_ascii_alphabetic) || wide < 4;
        if latin {
            seen.other = seen.other.saturating_add(1);
        } else {
            seen.wide = seen.wide.saturating_add(wide.min(60) as u16);
        }
        return i;
    }
    let h = if plain { run.hash } else { hashed::word(bytes) };
    seen.known(text, start..i, h, floor, lex);
    i
}

impl Seen {
    /// Notes what a word of ASCII means, whose hash this is.
    #[inline(always)]
    fn known(&mut self, text: &[u8], at: Range<usize>, h: u64, floor: usize, lex: &Lexicon) {
        let two = std::mem::replace(&mut self.two, 0);
        if two != 0 {
            self.mask |= lex.mask(join(two, h));
        }
        if self.first != 0 {
            let key = join(self.first, h);
            let m = lex.mask(key);
            self.mask |= m;
            self.two = if m & STARTS != 0 { key } else { 0 };
        }
        let m = lex.mask(h);
        self.mask |= m;
        self.english = self.english.saturating_add(u16::from(m & IS_ENGLISH != 0));
        self.first = if m & STARTS != 0 { h } else { 0 };
        if m & KNOWN == 0 && at.len() > 5 && lex.has_stem(&text[at.clone()]) {
            self.other = self.other.saturating_add(1);
            return;
        }
        if m & FOREIGN != 0 {
            self.other = self.other.saturating_add(1);
        }
        if at.start > floor && matches!(text[at.start - 1], b'.' | b'/' | b'\\') {
            if m & IS_FILE != 0 {
                self.mask |= SPATH;
            }
            if m & IS_TLD != 0 && text[at.start - 1] == b'.' {
                self.mask |= ADDR;
            }
        } else if m & IS_COMMAND != 0 && !text[at].iter().any(u8::is_ascii_uppercase) {
            self.mask |= CMD | PUSH | CALL;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apart(text: &str) -> Vec<(Range<usize>, Seen)> {
        let look = |r: Range<usize>| (r.clone(), look(&text.as_bytes()[r]));
        sentences(text, &[]).into_iter().map(look).collect()
    }

    fn together(text: &str) -> Vec<(Range<usize>, Seen)> {
        let (mut words, mut out) = (Words::default(), Vec::new());
        words.read(text);
        look_at(text, &[], &words, &mut out);
        out
    }

    #[test]
    fn splitting_and_looking_in_one_pass_is_the_same() {
        let parts = [
            "send",
            "read_file",
            "don't",
            "re-run",
            "2.",
            "e.g.",
            " - ",
            "<b>",
            "</b>",
            "\\n",
            "\n",
            "\n\n",
            ". ",
            "! ",
            "? ",
            "; ",
            "'",
            "\"",
            "`",
            " ",
            "  ",
            "://x",
            ".com",
            "user",
            "a",
            "/.ssh",
            "~/",
            "$(",
            "&&",
            "Key:",
            "-",
            "*",
            "1. A",
            " - Do",
            "mailTo",
            ".\" ",
            "@",
        ];
        let mut n = 7_u32;
        let mut pick = |of: usize| {
            n = n.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            (n >> 16) as usize % of
        };
        for round in 0..3000 {
            let len = if round % 50 == 0 { 1500 } else { 1 + pick(24) };
            let text: String = (0..len).map(|_| parts[pick(parts.len())]).collect();
            assert_eq!(together(&text), apart(&text), "{text:?}");
        }
        for word in ["a", "word ", "x.", "it's"] {
            let text = word.repeat(2500);
            assert_eq!(together(&text), apart(&text), "{word:?}");
        }
    }
}
