//! What the model says of an item.

use std::ops::Range;
use std::sync::LazyLock;

use crate::frames::view::{Read, Sentence};

use super::features::{self, Place, Sink};
use super::marks;
use super::model::Model;
use super::reasons;
use super::topic::Topic;
use super::words::{Word, word};

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
pub(super) struct Counted<'r> {
    read: &'r Read<'r>,
    topic: Topic,
    sents: Vec<Sentence<'r>>,
    words: Vec<Vec<Word<'r>>>,
    /// Buckets of each sentence, one behind the other.
    buckets: Vec<u32>,
    /// Where those of each sentence end.
    ends: Vec<usize>,
    /// Buckets of the item as a whole, part of every window.
    item: Vec<u32>,
}

impl<'r> Counted<'r> {
    fn new(read: &'r Read<'_>) -> Self {
        let sents: Vec<Sentence<'r>> = read.sentences().take(MAX_WINDOWS * STEP + SIZE).collect();
        let words: Vec<Vec<Word<'r>>> =
            sents.iter().map(|s| s.tokens().filter_map(|t| word(read, t)).collect()).collect();
        let topic = Topic::new(read, words.iter().map(Vec::as_slice));
        let mut out = Self {
            read,
            topic,
            sents,
            words,
            buckets: Vec::new(),
            ends: Vec::new(),
            item: Vec::new(),
        };
        let mut all = Buckets(Vec::new());
        for n in 0..out.sents.len() {
            out.sentence(n, &mut all);
            out.ends.push(all.0.len());
        }
        out.buckets = all.0;
        let mut item = Buckets(Vec::new());
        features::item(read, &mut item);
        out.item = item.0;
        out
    }

    /// The features of one sentence.
    pub(super) fn sentence(&self, n: usize, out: &mut impl Sink) {
        let at = match (n, self.sents.len()) {
            (_, 1) => Place::Only,
            (0, _) => Place::First,
            (n, len) if n + 1 == len => Place::Last,
            _ => Place::Middle,
        };
        features::sentence(self.read, &self.topic, (at, self.sents[n]), &self.words[n], out);
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
    let weighed = window.map(|n| (reasons::weigh(model, &counted, n), n));
    let (_, worst) = weighed.max_by(|a, b| a.0.total_cmp(&b.0))?;
    let reasons = reasons::strongest(model, &counted, worst);
    let worst = counted.sents[worst];
    Some(Judgement { score, field: worst.field(), span: worst.span(), reasons })
}
