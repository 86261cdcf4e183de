//! The lexicons, put into tables once.

mod abroad;
pub(super) mod cjk;
mod en;
mod stems;

use std::sync::LazyLock;

use super::class::*;
use super::gate;
use super::look::join;
use crate::hashed::{self, SEED, Table, step};

/// The hash of a word in lower case.
pub(super) fn hash(word: &str) -> u64 {
    if word.is_ascii() {
        return hashed::word(word.as_bytes());
    }
    let low = word.to_lowercase().replace('\u{2019}', "'");
    hashed::word(low.as_bytes())
}

/// The hash of a stem, which grows with every letter.
fn stem_hash(stem: &str) -> u64 {
    stem.bytes().fold(SEED, step)
}

/// Grammatical forms of an English verb, as bits.
pub(super) mod form {
    pub(in crate::frames) const BASE: u8 = 1;
    pub(in crate::frames) const S: u8 = 2;
    pub(in crate::frames) const ED: u8 = 4;
    pub(in crate::frames) const ING: u8 = 8;
    /// Any form, for languages whose forms are not told apart.
    pub(in crate::frames) const ANY: u8 = 16;
    /// The word is a noun as well.
    pub(in crate::frames) const NOUN: u8 = 32;
}

/// What is known of a word.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Entry {
    pub(super) cls: Cls,
    pub(super) form: u8,
}

#[derive(Default)]
pub(super) struct Lexicon {
    words: Table<Entry>,
    /// First word of a phrase → the other words, longest first.
    phrases: Table<Vec<(Vec<u64>, Entry)>>,
    /// Whole words of other languages.
    others: Table<Cls>,
    /// Stems of their words, by [`stem_hash`].
    stems: Table<Cls>,
    /// Families of the gate that a word belongs to, phrases included, and all
    /// else that the gate asks of a word.
    masks: Table<gate::Mask>,
    /// How stems begin, so that hardly any word is compared with them.
    heads: Heads<4>,
    short_heads: Heads<3>,
}

/// The first bytes of every stem, as bits of their hash.
#[derive(Default)]
struct Heads<const N: usize>(Vec<u64>);

impl<const N: usize> Heads<N> {
    fn bit(word: &[u8]) -> Option<(usize, u32)> {
        let low = |n: u32, b: &u8| n << 8 | u32::from(b.to_ascii_lowercase());
        let bit = word.get(..N)?.iter().fold(0, low).wrapping_mul(0x9e37_79b1) >> 16;
        Some((bit as usize / 64, bit % 64))
    }

    fn add(&mut self, stem: &[u8]) {
        self.0.resize(1 << 10, 0);
        if let Some((at, bit)) = Self::bit(stem) {
            self.0[at] |= 1 << bit;
        }
    }

    fn may_begin(&self, word: &[u8]) -> bool {
        Self::bit(word).is_some_and(|(at, bit)| self.0[at] >> bit & 1 == 1)
    }
}

/// The one lexicon.
pub(super) static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::build);

impl Lexicon {
    fn build() -> Self {
        let mut lex = Self::default();
        for (group, cls) in en::VERBS {
            for verb in group.split(' ') {
                lex.verb(verb, *cls);
            }
        }
        for (group, cls) in en::NOUNS {
            for noun in group.split(' ') {
                lex.put(noun, *cls, form::NOUN);
                lex.put(&plural(noun), *cls, form::NOUN);
            }
        }
        for (group, cls) in en::PARTICIPLES {
            for word in group.split(' ') {
                lex.put(word, *cls, form::ED);
            }
        }
        for (group, cls) in en::TALK {
            for noun in group.split(' ') {
                for whole in en::WHOLE {
                    lex.put(&format!("{whole}_{noun}"), *cls, form::NOUN);
                }
            }
        }
        for (group, cls) in en::WORDS {
            for word in group.split(' ') {
                lex.put(word, *cls, if word == "goes" { form::S } else { 0 });
            }
        }
        for (group, cls) in stems::STEMS.iter().chain(abroad::ABROAD) {
            for stem in group.split_whitespace() {
                match stem.strip_suffix('*') {
                    Some(s) => {
                        *lex.stems.entry(stem_hash(s)) |= *cls;
                        lex.heads.add(s.as_bytes());
                        lex.short_heads.add(s.as_bytes());
                    }
                    None if stem.contains('_') => lex.put(stem, *cls | T_FOREIGN_LANG, form::ANY),
                    None => *lex.others.entry(hash(stem)) |= *cls,
                }
            }
        }
        for list in lex.phrases.values_mut() {
            list.sort_by_key(|(rest, _)| std::cmp::Reverse(rest.len()));
        }
        for (word, entry) in lex.words.iter() {
            *lex.masks.entry(word) |= gate::mask(entry.cls);
        }
        // "our servers" are somebody's as well.
        *lex.masks.entry(hash("our")) |= gate::mask(OUTSIDE);
        lex.masks.values_mut().for_each(|m| *m |= gate::KNOWN);
        for (word, _) in lex.others.iter() {
            *lex.masks.entry(word) |= gate::FOREIGN;
        }
        for (word, mark) in gate::marked() {
            *lex.masks.entry(hash(word)) |= mark;
        }
        lex
    }

    fn put(&mut self, word: &str, cls: Cls, form: u8) {
        let mut parts = word.split('_').map(hash);
        let Some(first) = parts.next() else { return };
        let rest: Vec<u64> = parts.collect();
        if let [second, more @ ..] = &rest[..] {
            *self.masks.entry(first) |= gate::STARTS;
            let mut key = join(first, *second);
            if let Some(third) = more.first() {
                *self.masks.entry(key) |= gate::STARTS;
                key = join(key, *third);
            }
            *self.masks.entry(key) |= gate::mask(cls);
        }
        let entry = if rest.is_empty() {
            self.words.entry(first)
        } else {
            let list = self.phrases.entry(first);
            match list.iter().position(|(r, _)| *r == rest) {
                Some(at) => &mut list[at].1,
                None => {
                    list.push((rest, Entry::default()));
                    let last = list.len() - 1;
                    &mut list[last].1
                }
            }
        };
        entry.cls |= cls;
        entry.form |= form;
    }

    fn verb(&mut self, verb: &str, cls: Cls) {
        let (head, tail) = verb.split_once('_').map_or((verb, ""), |(h, t)| (h, t));
        let join = |h: String| if tail.is_empty() { h } else { format!("{h}_{tail}") };
        self.put(verb, cls, form::BASE);
        self.put(&join(third(head)), cls, form::S);
        self.put(&join(gerund(head)), cls, form::ING);
        match en::IRREGULAR.iter().find(|(base, _)| *base == head) {
            Some((_, pasts)) => {
                pasts.split(' ').for_each(|p| self.put(&join(p.to_string()), cls, form::ED));
            }
            None => self.put(&join(past(head)), cls, form::ED),
        }
    }

    /// One word, by its hash.
    pub(super) fn word(&self, word: u64) -> Option<Entry> {
        self.words.get(word).copied()
    }

    /// The families of the gate that a word belongs to.
    pub(super) fn mask(&self, word: u64) -> gate::Mask {
        self.masks.get(word).copied().unwrap_or_default()
    }

    /// A phrase that begins with `first` and whose other words `next` yields.
    /// Returns how many of them it takes.
    pub(super) fn phrase(
        &self,
        first: u64,
        next: impl Fn(usize) -> Option<u64>,
    ) -> Option<(usize, Entry)> {
        let list = self.phrases.get(first)?;
        list.iter()
            .find(|(rest, _)| rest.iter().enumerate().all(|(i, w)| next(i) == Some(*w)))
            .map(|(rest, entry)| (rest.len(), *entry))
    }

    /// A word of another language: whole, by its hash, or by the longest stem
    /// that it begins with.
    pub(super) fn other(&self, word: &str, hash: u64) -> Option<Cls> {
        if word.is_ascii() && !self.short_heads.may_begin(word.as_bytes()) {
            return self.others.get(hash).copied();
        }
        let low = super::token::lower_letters(word);
        let mut h = SEED;
        let mut found = None;
        let stems = self.short_heads.may_begin(low.as_bytes());
        for (i, b) in low.bytes().enumerate().take(if stems { 40 } else { 0 }) {
            h = step(h, b);
            if i >= 2 && low.is_char_boundary(i + 1) {
                found = self.stems.get(h).copied().or(found);
            }
        }
        self.others.get(hashed::word(low.as_bytes())).copied().or(found)
    }

    /// Whether a word begins with a stem of another language.
    pub(super) fn has_stem(&self, word: &[u8]) -> bool {
        if !self.heads.may_begin(word) {
            return false;
        }
        let mut h = SEED;
        word.iter().take(9).enumerate().any(|(i, b)| {
            h = step(h, b.to_ascii_lowercase());
            i >= 3 && self.stems.get(h).is_some()
        })
    }
}

fn is_vowel(b: u8) -> bool {
    matches!(b, b'a' | b'e' | b'i' | b'o' | b'u')
}

/// Whether the last consonant doubles before a suffix ("drop", "dropping").
fn doubles(v: &str) -> bool {
    const LONG: &[&str] = &["submit", "forget", "transfer", "prefer", "transmit", "omit", "permit"];
    let b = v.as_bytes();
    let n = b.len();
    if LONG.contains(&v) || matches!(v, "reset" | "overrun" | "uninstal") {
        return true;
    }
    (3..=4).contains(&n)
        && !is_vowel(b[n - 1])
        && !matches!(b[n - 1], b'w' | b'x' | b'y')
        && is_vowel(b[n - 2])
        && !is_vowel(b[n - 3])
        && v.bytes().filter(|c| is_vowel(*c)).count() == 1
}

fn third(v: &str) -> String {
    if let Some(stem) = v.strip_suffix('y')
        && !stem.bytes().last().is_some_and(is_vowel)
    {
        return format!("{stem}ies");
    }
    if v.ends_with(['s', 'x', 'z']) || v.ends_with("sh") || v.ends_with("ch") {
        return format!("{v}es");
    }
    format!("{v}s")
}

fn gerund(v: &str) -> String {
    match v.strip_suffix('e') {
        Some(stem) if !v.ends_with("ee") => format!("{stem}ing"),
        _ if doubles(v) => format!("{v}{}ing", &v[v.len() - 1..]),
        _ => format!("{v}ing"),
    }
}

fn past(v: &str) -> String {
    if v.ends_with('e') {
        return format!("{v}d");
    }
    if let Some(stem) = v.strip_suffix('y')
        && !stem.bytes().last().is_some_and(is_vowel)
    {
        return format!("{stem}ied");
    }
    if doubles(v) { format!("{v}{}ed", &v[v.len() - 1..]) } else { format!("{v}ed") }
}

fn plural(noun: &str) -> String {
    third(noun)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verb_forms() {
        for (base, ing, ed) in [
            ("drop", "dropping", "dropped"),
            ("copy", "copying", "copied"),
            ("forward", "forwarding", "forwarded"),
            ("open", "opening", "opened"),
            ("exfiltrate", "exfiltrating", "exfiltrated"),
        ] {
            assert_eq!(gerund(base), ing);
            assert_eq!(past(base), ed);
        }
    }

    #[test]
    fn phrases_and_words() {
        let lex = &*LEXICON;
        assert!(lex.word(hash("Sent")).is_some_and(|e| e.cls.any(SEND) && e.form == form::ED));
        for rest in ["key", "keys"] {
            let hit = lex.phrase(hash("private"), |i| (i == 0).then(|| hash(rest)));
            assert!(hit.is_some_and(|(n, e)| n == 1 && e.cls.any(SECRET)), "{rest}");
        }
    }
}
