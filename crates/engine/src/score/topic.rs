//! What an item is about: the words that it says more than once.
//!
//! An honest order is about the tool's own business, so its nouns occur in the
//! tool's name, in its parameters and in its other sentences. An order that was
//! put there brings its own.

use std::collections::HashMap;

use crate::frames::view::Read;

use super::hash;
use super::words::Word;

/// How often each word of an item occurs, by the sentence.
#[derive(Default)]
pub(super) struct Topic {
    counts: HashMap<u64, u16>,
}

/// How much of a sentence is about the item's topic.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Share {
    /// No word that could tell.
    Silent = 0,
    None = 1,
    Little = 2,
    Much = 3,
}

fn key(word: &Word<'_>) -> u64 {
    if word.stem == 0 { word.hash } else { word.stem }
}

/// Whether a word has a meaning of its own that is no act and no glue.
fn tells(word: &Word<'_>) -> bool {
    word.own && word.shown.len() > 3 && word.is_content()
}

impl Topic {
    /// Counts the words of all sentences and of the names.
    pub(super) fn new<'w>(
        read: &Read<'_>,
        sentences: impl Iterator<Item = &'w [Word<'w>]>,
    ) -> Self {
        let mut topic = Self::default();
        for words in sentences {
            let mut keys: Vec<u64> = words.iter().filter(|w| tells(w)).map(key).collect();
            keys.sort_unstable();
            keys.dedup();
            keys.into_iter().for_each(|k| topic.add(k, 1));
        }
        let names = read.params().iter().copied().chain(read.name_words());
        for name in names {
            for w in name.split(|c: char| !c.is_alphanumeric()).filter(|w| w.len() > 2) {
                let (hash, stem) = hash::word(w);
                topic.add(if stem == 0 { hash } else { stem }, 2);
            }
        }
        topic
    }

    fn add(&mut self, key: u64, by: u16) {
        let n = self.counts.entry(key).or_default();
        *n = n.saturating_add(by);
    }

    /// Whether a word is said elsewhere in the item too.
    pub(super) fn holds(&self, word: &Word<'_>) -> bool {
        tells(word) && self.counts.get(&key(word)).is_some_and(|n| *n > 1)
    }

    /// How much of a sentence is about the topic.
    pub(super) fn share(&self, words: &[Word<'_>]) -> Share {
        let all = words.iter().filter(|w| tells(w)).count();
        let known = words.iter().filter(|w| self.holds(w)).count();
        match (all, known) {
            (0, _) => Share::Silent,
            (_, 0) => Share::None,
            (a, k) if k * 3 < a => Share::Little,
            _ => Share::Much,
        }
    }
}
