//! The lexicons, put into tables once.

mod en;
pub(super) mod cjk;
mod stems;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

use super::class::*;

/// FNV-1a: the keys are short and ours, so a keyed hash buys nothing.
#[derive(Default)]
pub(super) struct Fnv(u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        let mut h = if self.0 == 0 { 0xcbf2_9ce4_8422_2325 } else { self.0 };
        for b in bytes {
            h = (h ^ u64::from(*b)).wrapping_mul(0x100_0000_01b3);
        }
        self.0 = h;
    }
}

pub(super) type Map<K, V> = HashMap<K, V, BuildHasherDefault<Fnv>>;

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
    words: Map<String, Entry>,
    /// First word of a phrase → the other words, longest first.
    phrases: Map<String, Vec<(Vec<String>, Entry)>>,
    /// Whole words of other languages.
    others: Map<&'static str, Cls>,
    stems: Map<&'static str, Cls>,
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
        for (group, cls) in en::WORDS {
            for word in group.split(' ') {
                lex.put(word, *cls, if word == "goes" { form::S } else { 0 });
            }
        }
        for (group, cls) in stems::STEMS {
            for stem in group.split_whitespace() {
                match stem.strip_suffix('*') {
                    Some(s) => *lex.stems.entry(s).or_default() |= *cls,
                    None if stem.contains('_') => lex.put(stem, *cls | T_FOREIGN_LANG, form::ANY),
                    None => *lex.others.entry(stem).or_default() |= *cls,
                }
            }
        }
        for list in lex.phrases.values_mut() {
            list.sort_by_key(|(rest, _)| std::cmp::Reverse(rest.len()));
        }
        lex
    }

    fn put(&mut self, word: &str, cls: Cls, form: u8) {
        let mut parts = word.split('_').map(str::to_string);
        let Some(first) = parts.next() else { return };
        let rest: Vec<String> = parts.collect();
        let entry = if rest.is_empty() {
            self.words.entry(first).or_default()
        } else {
            let list = self.phrases.entry(first).or_default();
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

    /// One word, in lower case.
    pub(super) fn word(&self, word: &str) -> Option<Entry> {
        self.words.get(word).copied()
    }

    /// A phrase that begins with `first` and whose other words `next` yields.
    /// Returns how many of them it takes.
    pub(super) fn phrase<'a>(
        &self,
        first: &str,
        next: impl Fn(usize) -> Option<&'a str>,
    ) -> Option<(usize, Entry)> {
        let list = self.phrases.get(first)?;
        list.iter()
            .find(|(rest, _)| rest.iter().enumerate().all(|(i, w)| next(i) == Some(w.as_str())))
            .map(|(rest, entry)| (rest.len(), *entry))
    }

    /// A word of another language: whole, or by the longest stem that it
    /// begins with.
    pub(super) fn other(&self, word: &str) -> Option<Cls> {
        if let Some(cls) = self.others.get(word) {
            return Some(*cls);
        }
        let ends = word.char_indices().map(|(i, c)| i + c.len_utf8()).filter(|e| *e >= 3);
        ends.rev_if_small().into_iter().find_map(|end| self.stems.get(&word[..end]).copied())
    }
}

trait RevIfSmall {
    fn rev_if_small(self) -> Vec<usize>;
}

impl<I: Iterator<Item = usize>> RevIfSmall for I {
    /// The first 24 ends, longest first: no stem is longer.
    fn rev_if_small(self) -> Vec<usize> {
        let mut v: Vec<usize> = self.take(24).collect();
        v.reverse();
        v
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
    n >= 3
        && n <= 5
        && !is_vowel(b[n - 1])
        && !matches!(b[n - 1], b'w' | b'x' | b'y')
        && is_vowel(b[n - 2])
        && !is_vowel(b[n - 3])
        && (n <= 4 && v.bytes().filter(|c| is_vowel(*c)).count() == 1)
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
        assert!(lex.word("sent").is_some_and(|e| e.cls.any(SEND) && e.form == form::ED));
        let rest = ["key"];
        let hit = lex.phrase("private", |i| rest.get(i).copied());
        assert!(hit.is_some_and(|(n, e)| n == 1 && e.cls.any(SECRET)));
        let rest = ["keys"];
        assert!(lex.phrase("private", |i| rest.get(i).copied()).is_some());
    }
}
