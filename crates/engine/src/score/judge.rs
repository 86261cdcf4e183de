//! What the model says of an item.

use std::ops::Range;
use std::sync::LazyLock;

use crate::frames::view::{Read, Sentence};

use super::features::{self, Sink};
use super::marks;
use super::model::Model;
use super::reasons;

/// Buckets of the model.
pub const BUCKETS: usize = 1 << 19;

/// Neighbouring sentences that are scored together, as the buckets that their
/// features fall into. Sorted, without repetition.
pub type Window = Vec<u32>;

/// Sentences in a window, and how far the next one begins behind it.
const SIZE: usize = 8;
const STEP: usize = 4;
/// Windows read of one item.
const MAX_WINDOWS: usize = 500;

/// The weights in force; `cargo xtask train` writes them.
pub(super) const WEIGHTS: &[u8] = include_bytes!("weights.bin");

/// Read in place. A file that is none weighs nothing; a test sees to it that
/// ours is one.
pub(super) static MODEL: LazyLock<Model<'static>> =
    LazyLock::new(|| Model::read(WEIGHTS).unwrap_or(Model::EMPTY));

/// The window that scored most.
pub(super) struct Judgement {
    /// Its score.
    pub(super) score: f32,
    /// The text of the sentence that weighs most in it.
    pub(super) field: usize,
    /// That sentence.
    pub(super) span: Range<usize>,
    /// The strongest features, in words, strongest first.
    pub(super) reasons: Vec<String>,
}

/// Takes the buckets of features.
struct Buckets(Vec<u32>);

impl Sink for Buckets {
    fn put(&mut self, hash: u64, _: impl FnOnce() -> String) {
        self.0.push(bucket(hash));
    }
}

/// The bucket of a feature.
pub(super) fn bucket(hash: u64) -> u32 {
    (hash % BUCKETS as u64) as u32
}

/// The features of an item, read once.
struct Counted<'r> {
    sents: Vec<Sentence<'r>>,
    /// Buckets of each sentence, one behind the other.
    buckets: Vec<u32>,
    /// Where those of each sentence end.
    ends: Vec<usize>,
    /// Buckets of the item as a whole, part of every window.
    item: Vec<u32>,
}

impl<'r> Counted<'r> {
    fn new(read: &'r Read<'_>) -> Self {
        let sents: Vec<Sentence<'r>> =
            read.sentences().take(MAX_WINDOWS * STEP + SIZE).collect();
        let mut all = Buckets(Vec::new());
        let mut ends = Vec::with_capacity(sents.len());
        for s in &sents {
            features::sentence(read, *s, &mut all);
            ends.push(all.0.len());
        }
        let mut item = Buckets(Vec::new());
        features::item(read, &mut item);
        Self { sents, buckets: all.0, ends, item: item.0 }
    }

    /// The sentences of each window.
    fn windows(&self) -> impl Iterator<Item = Range<usize>> + use<'r> {
        let len = self.sents.len();
        let last = len.saturating_sub(SIZE).div_ceil(STEP);
        (0..=last).filter(move |_| len > 0).map(move |n| n * STEP..(n * STEP + SIZE).min(len))
    }

    /// The buckets of a window, some of them more than once.
    fn of(&self, window: &Range<usize>) -> impl Iterator<Item = u32> + '_ {
        let from = window.start.checked_sub(1).map_or(0, |n| self.ends[n]);
        let to = window.end.checked_sub(1).map_or(0, |n| self.ends[n]);
        self.buckets[from..to].iter().chain(&self.item).copied()
    }
}

/// The windows of an item, for training.
pub(super) fn windows(read: &Read<'_>) -> Vec<Window> {
    let counted = Counted::new(read);
    let set = |window: Range<usize>| {
        let mut set: Vec<u32> = counted.of(&window).collect();
        set.sort_unstable();
        set.dedup();
        set
    };
    counted.windows().map(set).collect()
}

/// Judges an item; none when no window reaches the lower threshold.
pub(super) fn judge(model: &Model<'_>, read: &Read<'_>) -> Option<Judgement> {
    let counted = Counted::new(read);
    let score = |window: &Range<usize>| {
        marks::with(|marks| {
            marks.next();
            model.main.score(counted.of(window).filter(|b| marks.first(*b)))
        })
    };
    let scored = counted.windows().map(|w| (score(&w), w));
    let (score, window) = scored.max_by(|a, b| a.0.total_cmp(&b.0))?;
    if score < model.thresholds.advise {
        return None;
    }
    let sents = &counted.sents[window];
    let worst =
        *sents.iter().max_by(|a, b| reasons::weigh(model, read, **a).total_cmp(&reasons::weigh(model, read, **b)))?;
    let reasons = reasons::strongest(model, read, worst);
    Some(Judgement { score, field: worst.field(), span: worst.span(), reasons })
}
