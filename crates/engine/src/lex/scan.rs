//! One pass over a reading for all phrases.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::Lexicon;
use super::address;
use super::model::Target;
use super::phrases::Found;
use crate::fold::Reading;
use crate::words::Words;

/// A phrase that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    pub(super) start: u32,
    pub(super) end: u32,
}

/// Hits by set of phrases; reused from text to text.
#[derive(Default)]
pub(crate) struct Scratch {
    pub(super) postings: Vec<Vec<Hit>>,
    pub(super) touched: Vec<u16>,
    /// Addresses of the reading by kind, once asked for.
    addresses: [OnceCell<Vec<Hit>>; 4],
    /// All phrases of the reading, whether they stand alone or not.
    found: Vec<Found>,
    /// Where a phrase may begin.
    starts: Vec<u32>,
    /// The words of a reading.
    words: Words,
}

impl Scratch {
    pub(super) fn clear(&mut self) {
        self.addresses = Default::default();
        for set in self.touched.drain(..) {
            self.postings[usize::from(set)].clear();
        }
    }

    /// What a condition looks for, in order of place.
    pub(super) fn target(&self, target: Target, text: &str) -> &[Hit] {
        let slot = match target {
            Target::Set(set) => return &self.postings[usize::from(set)],
            Target::Url => 0,
            Target::Mailbox => 1,
            Target::Host => 2,
            Target::Address => 3,
        };
        let to_hit = |r: std::ops::Range<usize>| Hit { start: r.start as u32, end: r.end as u32 };
        self.addresses[slot]
            .get_or_init(|| address::find(text, target).into_iter().map(to_hit).collect())
    }

    fn add(&mut self, set: u16, hit: Hit) {
        let list = &mut self.postings[usize::from(set)];
        if list.is_empty() {
            self.touched.push(set);
        }
        list.push(hit);
    }
}

/// Whether a character belongs to a word of an alphabet. Scripts without
/// spaces between words have no word boundaries to respect.
pub(crate) fn joins(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || c == '_';
    }
    c.is_alphanumeric() && !is_unspaced(c)
}

/// Han, kana, Hangul syllables, Thai, Lao, Khmer, Myanmar.
fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{ac00}'..='\u{d7af}' | '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}'
        | '\u{1780}'..='\u{17ff}' | '\u{20000}'..='\u{3ffff}')
}

/// Whether a phrase at that place is not part of a longer word; `open` allows
/// it to go on.
pub(super) fn stands_alone(
    text: &str,
    at: &std::ops::Range<usize>,
    phrase: &str,
    open: bool,
) -> bool {
    let wordy = |c: Option<char>| c.is_some_and(joins);
    !(wordy(phrase.chars().next()) && joined_before(text, at.start))
        && (open || !(wordy(phrase.chars().next_back()) && joined_after(text, at.end)))
}

pub(crate) fn joined_before(text: &str, at: usize) -> bool {
    match text.as_bytes().get(at.wrapping_sub(1)) {
        None => false,
        Some(b) if b.is_ascii() => b.is_ascii_alphanumeric() || *b == b'_',
        Some(_) => text[..at].chars().next_back().is_some_and(joins),
    }
}

pub(crate) fn joined_after(text: &str, at: usize) -> bool {
    match text.as_bytes().get(at) {
        None => false,
        Some(b) if b.is_ascii() => b.is_ascii_alphanumeric() || *b == b'_',
        Some(_) => text[at..].chars().next().is_some_and(joins),
    }
}

/// Fills the scratch with the hits of a reading, if any clause can hold in it.
/// `words` are those of the text if the reading is the text as it stands.
pub(super) fn scan(lexicon: &Lexicon, reading: &Reading<'_>, words: &Words, scratch: &mut Scratch) {
    scratch.clear();
    if scratch.postings.len() < lexicon.by_anchor.len() {
        scratch.postings.resize_with(lexicon.by_anchor.len(), Vec::new);
    }
    let text: &str = &reading.text;
    let words = if matches!(reading.text, Cow::Borrowed(_)) {
        words
    } else {
        scratch.words.read(text);
        &scratch.words
    };
    let sets = lexicon.starts.find(text, words, &mut scratch.starts);
    if scratch.starts.is_empty() || !lexicon.needs.met(&sets) {
        return;
    }
    let mut found = std::mem::take(&mut scratch.found);
    lexicon.phrases.find(text, &scratch.starts, &mut found);
    for f in &found {
        let pattern = &lexicon.patterns[f.id as usize];
        let hit = Hit { start: f.start, end: f.end };
        if (pattern.word_start && joined_before(text, hit.start as usize))
            || (pattern.word_end && joined_after(text, hit.end as usize))
        {
            continue;
        }
        for set in &pattern.sets {
            scratch.add(*set, hit);
        }
    }
    scratch.found = found;
}
