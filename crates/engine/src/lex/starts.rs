//! Where a phrase may begin: the cheap pass before the tree is tried.
//!
//! A phrase begins with a word or with a sign. Each word of a text is hashed
//! as it is read; hardly any is the first word of a phrase, and where it is,
//! the next one is hardly ever the second. Signs are told by three bytes. The pass also gathers the sets that the phrases behind
//! those words belong to: a text that lacks a part of every clause is not
//! searched at all.

use std::ops::{Deref, Range};

use super::Pattern;
use super::needs::Bits;
use crate::hashed::{self, Table};
use crate::words::Words;

/// What begins with a word, with two words, or with three bytes.
#[derive(Default)]
struct Head {
    sets: Bits,
    /// Whether a phrase can be told by this head.
    tells: bool,
    /// Whether it is told by this word and the next.
    goes_on: bool,
}

/// A text under the eyes of the pass.
struct Walk<'t> {
    bytes: &'t [u8],
    sets: Bits,
    /// A word that may begin a phrase with the next one, and where it stands.
    first: Option<(u64, usize)>,
}

/// The first words and signs of all phrases.
pub(super) struct Starts {
    /// By the hash of a first word, of two words or of the first three bytes.
    heads: Table<Head>,
    /// Signs that begin a phrase.
    signs: [bool; 256],
    /// Sets of the phrases of one or two bytes, by the first one.
    short: Vec<Option<Bits>>,
    /// Sets of all phrases that are the beginning of a word.
    open: Bits,
    /// Whether such a phrase begins with the byte, in either case.
    open_from: [Opens; 256],
}

/// Whether a phrase that is the beginning of a word begins with some byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Opens {
    Never,
    /// With three bytes or more.
    Long,
    /// With less.
    Short,
}

/// The lower case of a byte that a word can consist of, zero for others.
static WORDY: [u8; 256] = wordy();

const fn wordy() -> [u8; 256] {
    let mut t = [0; 256];
    let mut i = 0;
    while i < 256 {
        let b = i as u8;
        if b.is_ascii_alphanumeric() || b == b'_' {
            t[i] = b.to_ascii_lowercase();
        }
        i += 1;
    }
    t
}

/// As white space is collapsed; see [`crate::fold`].
fn is_space(b: u8) -> bool {
    b <= b' ' || b == 0x7f
}

/// The first three bytes, with white space collapsed.
fn collapsed(bytes: &[u8]) -> impl Deref<Target = [u8]> {
    let mut out = [0; 3];
    let (mut len, mut at) = (0, 0);
    while let Some(b) = bytes.get(at).filter(|_| len < out.len()) {
        out[len] = if is_space(*b) { b' ' } else { *b };
        len += 1;
        at += 1;
        while is_space(*b) && bytes.get(at).is_some_and(|b| is_space(*b)) {
            at += 1;
        }
    }
    Short { bytes: out, len }
}

/// Up to three bytes.
struct Short {
    bytes: [u8; 3],
    len: usize,
}

impl Deref for Short {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

/// The hash of the first three bytes.
fn triple(bytes: &[u8]) -> Option<u64> {
    bytes.first_chunk().copied().map(hashed::triple)
}

fn hash(word: &[u8]) -> u64 {
    hashed::word(word)
}

/// The key of two words.
fn pair(first: u64, second: u64) -> u64 {
    first.rotate_left(17) ^ second
}

fn run(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|b| WORDY[usize::from(**b)] != 0).count()
}

impl Starts {
    /// Gathers the starts; the phrases are in lower case and not empty.
    pub(super) fn new(phrases: &[String], patterns: &[Pattern]) -> Self {
        let mut out = Self {
            heads: Table::default(),
            signs: [false; 256],
            short: vec![None; 256],
            open: Bits::default(),
            open_from: [Opens::Never; 256],
        };
        for (phrase, pattern) in phrases.iter().zip(patterns) {
            let mut sets = Bits::default();
            pattern.sets.iter().for_each(|s| sets.insert(*s));
            out.add(phrase.as_bytes(), pattern, &sets);
        }
        out
    }

    fn add(&mut self, phrase: &[u8], pattern: &Pattern, sets: &Bits) {
        let first = phrase[0];
        let word = run(phrase);
        let (begins, rest) = phrase.split_at(word);
        let key = hash(begins);
        // The second word, if nothing but a space stands before it.
        let second = rest.strip_prefix(b" ").map(|r| r.split_at(run(r)));
        if word == 0 {
            self.signs[usize::from(first)] = true;
            match triple(phrase) {
                Some(key) => self.heads.entry(key).add(sets),
                None => self.short[usize::from(first)].get_or_insert_default().add(sets),
            }
        } else if let Some((next, behind)) = second
            && !next.is_empty()
            && (!behind.is_empty() || pattern.word_end)
        {
            self.heads.entry(key).goes_on = true;
            self.heads.entry(pair(key, hash(next))).add(sets);
        } else if !rest.is_empty() || pattern.word_end {
            self.heads.entry(key).add(sets);
        } else {
            self.open.add(sets);
            let opens = match triple(phrase) {
                Some(key) => {
                    self.heads.entry(key).tells = true;
                    Opens::Long
                }
                None => Opens::Short,
            };
            for b in [first, first.to_ascii_uppercase()] {
                let slot = &mut self.open_from[usize::from(b)];
                *slot = opens.max(*slot);
            }
        }
    }

    /// Every place where a phrase may begin, in order, and the sets that those
    /// phrases belong to. A phrase that begins with a letter of ASCII is not
    /// looked for inside a word.
    pub(super) fn find(&self, text: &str, words: &Words, out: &mut Vec<u32>) -> Bits {
        out.clear();
        let sets = self.walk(text, words, |at| out.push(at as u32));
        // A word is told after the one before it, with which it is a pair.
        out.sort_unstable();
        out.dedup();
        sets
    }

    /// The sets of the phrases that may begin in a text, all white space in it
    /// read as single spaces.
    pub(super) fn sets(&self, text: &str, words: &Words) -> Bits {
        self.walk(text, words, |_| {})
    }

    fn walk(&self, text: &str, words: &Words, mut found: impl FnMut(usize)) -> Bits {
        let mut walk = Walk { bytes: text.as_bytes(), sets: Bits::default(), first: None };
        let mut at = 0;
        for word in &words.list {
            if word.start != at + 1 || walk.bytes[at] != b' ' {
                self.gap(&mut walk, at..word.start, &mut found);
            }
            if word.wide {
                self.wide_word(&mut walk, word.start..word.end, &mut found);
            } else {
                self.word(&mut walk, word.start..word.end, word.hash, &mut found);
            }
            at = word.end;
        }
        self.gap(&mut walk, at..text.len(), &mut found);
        walk.sets
    }

    /// Notes the signs before a word; anything but white space parts two words.
    fn gap(&self, walk: &mut Walk<'_>, gap: Range<usize>, found: &mut impl FnMut(usize)) {
        let mut blank = !gap.is_empty();
        for at in gap {
            let b = walk.bytes[at];
            blank &= is_space(b);
            if self.signs[usize::from(b)] && self.sign(&collapsed(&walk.bytes[at..]), walk) {
                found(at);
            }
        }
        if !blank {
            walk.first = None;
        }
    }

    /// Notes what begins with a word, or with the word before it and this one.
    #[inline(always)]
    fn word(
        &self,
        walk: &mut Walk<'_>,
        at: Range<usize>,
        hash: u64,
        found: &mut impl FnMut(usize),
    ) {
        if let Some((first, start)) = walk.first.take()
            && self.tells(self.heads.get(pair(first, hash)), &mut walk.sets)
        {
            found(start);
        }
        let head = self.heads.get(hash);
        let start = at.start;
        if self.tells(head, &mut walk.sets) | self.opens(&walk.bytes[at], &mut walk.sets) {
            found(start);
        }
        if head.is_some_and(|h| h.goes_on) {
            walk.first = Some((hash, start));
        }
    }

    /// The same for a word with more than ASCII, which is read in pieces.
    fn wide_word(&self, walk: &mut Walk<'_>, at: Range<usize>, found: &mut impl FnMut(usize)) {
        let Range { start: mut i, end } = at;
        while i < end {
            let b = walk.bytes[i];
            if WORDY[usize::from(b)] == 0 {
                if self.signs[usize::from(b)] && self.sign(&walk.bytes[i..], walk) {
                    found(i);
                }
                walk.first = None;
                i += 1;
                continue;
            }
            let hashed::Run { hash, len, .. } = hashed::wordy(&walk.bytes[i..end]);
            self.word(walk, i..i + len, hash, found);
            i += len;
        }
    }

    /// The sets of the phrases that may begin in the words of an identifier, read
    /// as [`crate::fold`] splits it; none for a name that is more than letters,
    /// digits and joints.
    pub(super) fn of_name(&self, name: &str) -> Option<Bits> {
        let bytes = name.as_bytes();
        let mut sets = Bits::default();
        let mut before = None;
        let mut at = 0;
        while let Some(b) = bytes.get(at) {
            if matches!(b, b'_' | b'-' | b'.' | b'/' | b':') {
                at += 1;
                continue;
            }
            let start = at;
            while let Some(b) = bytes.get(at).filter(|b| b.is_ascii_alphanumeric()) {
                if at > start && b.is_ascii_uppercase() && bytes[at - 1].is_ascii_lowercase() {
                    break;
                }
                at += 1;
            }
            if at == start {
                return None;
            }
            let hash = hash(&bytes[start..at]);
            if let Some(before) = before {
                self.tells(self.heads.get(pair(before, hash)), &mut sets);
            }
            self.tells(self.heads.get(hash), &mut sets);
            self.opens(&bytes[start..at], &mut sets);
            before = Some(hash);
        }
        Some(sets)
    }

    fn tells(&self, head: Option<&Head>, sets: &mut Bits) -> bool {
        let Some(head) = head.filter(|h| h.tells) else { return false };
        sets.add(&head.sets);
        true
    }

    /// Whether a phrase may begin with a sign, `rest` being it and what follows.
    fn sign(&self, rest: &[u8], walk: &mut Walk<'_>) -> bool {
        let short = &self.short[usize::from(rest[0])];
        if let Some(short) = short {
            walk.sets.add(short);
        }
        let head = triple(rest).and_then(|key| self.heads.get(key));
        self.tells(head, &mut walk.sets) || short.is_some()
    }

    /// Whether a phrase may begin that is the beginning of a word.
    fn opens(&self, word: &[u8], sets: &mut Bits) -> bool {
        let opens = match self.open_from[usize::from(word[0])] {
            Opens::Never => false,
            Opens::Short => true,
            Opens::Long => {
                triple(word).and_then(|key| self.heads.get(key)).is_some_and(|h| h.tells)
            }
        };
        if opens {
            sets.add(&self.open);
        }
        opens
    }
}

impl Head {
    fn add(&mut self, sets: &Bits) {
        self.sets.add(sets);
        self.tells = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(phrases: &[&str], text: &str) -> (Vec<u32>, Bits) {
        let open = |p: &&str| p.ends_with('…');
        let patterns: Vec<_> = (0..phrases.len())
            .map(|n| Pattern {
                sets: vec![n as u16],
                word_start: true,
                word_end: !open(&phrases[n]),
            })
            .collect();
        let phrases: Vec<_> = phrases.iter().map(|p| p.trim_end_matches('…').to_owned()).collect();
        let (mut words, mut out) = (Words::default(), Vec::new());
        words.read(text);
        let sets = Starts::new(&phrases, &patterns).find(text, &words, &mut out);
        (out, sets)
    }

    fn bits(sets: &[u16]) -> Bits {
        let mut out = Bits::default();
        sets.iter().for_each(|s| out.insert(*s));
        out
    }

    #[test]
    fn first_words_are_whole_words() {
        let phrases = ["the key", "read", "<tag", "#", "don't"];
        assert_eq!(
            starts(&phrases, "Read THE reader, bathe <TAG # don't"),
            (vec![0, 23, 28, 30], bits(&[1, 2, 3, 4]))
        );
        assert_eq!(starts(&phrases, "reads <t keys"), (vec![], Bits::default()));
        assert_eq!(starts(&phrases, "the,key THE key. the"), (vec![8], bits(&[0])));
        assert_eq!(starts(&["a b", "a"], "a b a"), (vec![0, 4], bits(&[0, 1])));
        assert_eq!(starts(&["a b…", "b c"], "a b c"), (vec![0, 2], bits(&[0, 1])));
    }

    #[test]
    fn a_text_has_the_sets_of_its_collapsed_reading() {
        let phrases = ["the key", "read", "<t a", "#", "don't", "key…", "系统", "- x", "wri…"];
        let parts = [
            "the", "KEY", " ", "\n  ", "read", "<t", "#", "don't", "é", "系统", "- ", "writes", "x",
        ];
        let patterns: Vec<_> = (0..phrases.len())
            .map(|n| Pattern {
                sets: vec![n as u16],
                word_start: true,
                word_end: !phrases[n].ends_with('…'),
            })
            .collect();
        let phrases: Vec<_> = phrases.iter().map(|p| p.trim_end_matches('…').into()).collect();
        let starts = Starts::new(&phrases, &patterns);
        let mut words = Words::default();
        let mut n = 7_u32;
        let mut pick = |of: usize| {
            n = n.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            (n >> 16) as usize % of
        };
        for _ in 0..20_000 {
            let text: String = (0..pick(9)).map(|_| parts[pick(parts.len())]).collect();
            words.read(&text);
            let sets = starts.sets(&text, &words);
            let collapsed = crate::fold::Readings::of(&text, false);
            words.read(&collapsed.list[0].text);
            let read = starts.sets(&collapsed.list[0].text, &words);
            // White space at the end is no part of the reading.
            let trimmed = text.ends_with(char::is_whitespace);
            assert!(sets.hold(&read) && (trimmed || sets == read), "{text:?}");
        }
    }

    #[test]
    fn names_are_read_as_their_words() {
        let phrases = ["the key", "read", "system_n…", "a.b", "private key"];
        let patterns: Vec<_> = (0..phrases.len())
            .map(|n| Pattern { sets: vec![n as u16], word_start: true, word_end: n != 2 })
            .collect();
        let phrases: Vec<_> = phrases.iter().map(|p| p.trim_end_matches('…').into()).collect();
        let starts = Starts::new(&phrases, &patterns);
        for (name, sets) in [
            ("getTheKey", Some(&[0][..])),
            ("READ_private.key", Some(&[1, 4])),
            ("readme/keys", Some(&[])),
            ("$read", None),
            ("größe_x", None),
        ] {
            assert_eq!(starts.of_name(name), sets.map(bits), "{name}");
        }
    }

    #[test]
    fn an_open_phrase_begins_longer_words() {
        assert_eq!(starts(&["system_n…", "x…"], "system_note xy"), (vec![0, 12], bits(&[0, 1])));
        assert_eq!(starts(&["systemn…"], "sysadmin a"), (vec![0], bits(&[0])));
    }

    #[test]
    fn scripts_without_spaces_are_read_everywhere() {
        assert_eq!(starts(&["密码", "読"], "的密码読"), (vec![3, 9], bits(&[0, 1])));
    }
}
