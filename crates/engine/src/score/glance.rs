//! The first step: a weight for each word and each pair of words, added up over
//! an item.
//!
//! It is made to be passed by every text that might be hostile and by few
//! others, and to cost next to nothing: one look-up a word.

use super::hash;
use super::judge::MODEL;
use super::model::Model;
use super::texts::Text;
use super::words::unspaced;
use crate::hashed;
use crate::words::Words;

/// Buckets of its table.
pub const BUCKETS: usize = 1 << 17;

/// Words beyond this many say no more.
const MAX_WORDS: usize = 20_000;

/// Stands for whatever is no plain word: identifiers, numbers, addresses. No
/// word has this hash.
const NAME: u64 = 1;

/// What the words of some texts add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Glance {
    /// Their weights, in units.
    pub(crate) sum: i32,
    /// How many weigh anything.
    pub(crate) count: u32,
}

impl Glance {
    /// Adds up the words of a text.
    pub(crate) fn of(text: &str, words: &Words) -> Self {
        let mut out = Self::default();
        let linear = &MODEL.glance;
        each(text, words, |bucket| {
            let weight = linear.stored(bucket);
            out.sum += i32::from(weight);
            out.count += u32::from(weight != 0);
        });
        out
    }

    /// Takes more words.
    pub(crate) fn add(&mut self, more: Self) {
        self.sum = self.sum.saturating_add(more.sum);
        self.count = self.count.saturating_add(more.count);
    }

    /// Whether an item of these words is worth reading.
    pub(super) fn passes(self, model: &Model<'_>) -> bool {
        self.count > 0
            && model.glance.scaled(self.sum, self.count as usize) >= model.thresholds.glance
    }
}

/// The words of an item, for training.
pub(super) fn words(texts: &[Text<'_>]) -> Vec<u32> {
    let (mut words, mut out) = (Words::default(), Vec::new());
    for text in texts {
        words.read(text.text);
        each(text.text, &words, |bucket| out.push(bucket));
    }
    out
}

fn bucket(h: u64) -> u32 {
    ((h ^ h >> 32) % BUCKETS as u64) as u32
}

/// Hands out the words of a text, alone and with the one before; of scripts
/// without spaces, pairs of letters.
fn each(text: &str, words: &Words, mut out: impl FnMut(u32)) {
    let bytes = text.as_bytes();
    let mut before = 0;
    for w in words.list.iter().take(MAX_WORDS) {
        if w.wide {
            wide(&text[w.start..w.end], &mut out);
            before = 0;
            continue;
        }
        // A part of a host, a path or an address is a name too.
        let name = w.coded
            || w.capitals && has_hump(&bytes[w.start..w.end])
            || joins(bytes, w.start.wrapping_sub(1))
            || joins(bytes, w.end);
        let hash = if name { NAME } else { w.hash };
        out(bucket(hash));
        if before != 0 {
            out(bucket(hash::mix(&[before, hash])));
        }
        before = hash;
    }
}

fn has_hump(word: &[u8]) -> bool {
    word.windows(2).any(|w| w[0].is_ascii_lowercase() && w[1].is_ascii_uppercase())
}

/// Whether a byte binds two words into an address.
fn joins(bytes: &[u8], at: usize) -> bool {
    let word = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
    match bytes.get(at) {
        Some(b'@') => true,
        Some(b'.' | b'/' | b':') => {
            let beside = |at: usize| word(at) || bytes.get(at) == Some(&b'/');
            beside(at.wrapping_add(1)) && beside(at.wrapping_sub(1))
        }
        _ => false,
    }
}

/// The words in a run with more than ASCII.
fn wide(run: &str, out: &mut impl FnMut(u32)) {
    let mut pieces = run.split(|c: char| !c.is_alphanumeric());
    pieces.by_ref().filter(|p| !p.is_empty()).for_each(|piece| {
        let mut last = None;
        let mut low = String::new();
        for c in piece.chars() {
            if !unspaced(c) {
                last = None;
                low.extend(c.to_lowercase());
            } else if let Some(z) = last.replace(c) {
                out(bucket(hash::mix(&[u64::from(u32::from(z)), u64::from(u32::from(c))])));
            }
        }
        if !low.is_empty() {
            out(bucket(hashed::word(low.as_bytes())));
        }
    });
}
