//! Folds, thresholds, and scores of records that were not learnt from.

use crate::cascade::{learn, scores};
use crate::record::{Record, Set};

/// Parts that the servers are dealt into.
pub(crate) const FOLDS: u64 = 5;
/// Honest servers that the scorer alone may block: of all, and of those that
/// were written to sound like attacks.
const BLOCK_SHARE: f64 = 0.001_2;
const BLOCK_HARD_SHARE: f64 = 0.015;
/// The same of those that authors of scanners wrote.
const BLOCK_SCANNERS_SHARE: f64 = 0.07;
/// Honest servers that may get a remark.
const ADVISE_SHARE: f64 = 0.01;

/// How far a threshold stays above the score that must not reach it.
const MARGIN: f32 = 0.02;

/// From which score on something is said.
#[derive(Clone, Copy)]
pub(crate) struct At {
    pub(crate) block: f32,
    pub(crate) advise: f32,
}

/// The fold of a record: all of one author of training texts, and of the others
/// all of one server, fall into the same.
pub(crate) fn fold(r: &Record) -> u64 {
    hash(if r.set.is_training() { &r.author } else { &r.server }) % FOLDS
}

/// A hash that is the same everywhere.
pub(crate) fn hash(text: &str) -> u64 {
    let h = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    h ^ h >> 29
}

/// Scores records in groups, each with a model that has learnt from `teach` but
/// from nothing of the group.
pub(crate) fn cross(
    records: &[Record],
    groups: u64,
    group: impl Fn(&Record) -> Option<u64> + Sync,
    teach: impl Fn(&Record) -> bool + Sync,
) -> Vec<(usize, f32)> {
    let one = |k: u64| {
        let fitted = learn(records.iter().filter(|r| teach(r) && group(r) != Some(k)));
        scores(&fitted, records, |r| group(r) == Some(k))
    };
    let all: Vec<u64> = (0..groups).collect();
    let mut out = Vec::new();
    for pair in all.chunks(2) {
        std::thread::scope(|scope| {
            let one = &one;
            let jobs: Vec<_> = pair.iter().map(|k| scope.spawn(move || one(*k))).collect();
            jobs.into_iter().filter_map(|j| j.join().ok()).for_each(|part| out.extend(part));
        });
    }
    out.sort_by_key(|(n, _)| *n);
    out
}

/// Thresholds that only so many honest servers reach, and so many of those that
/// sound like attacks.
pub(crate) fn calibrate(records: &[Record], scores: &[(usize, f32)]) -> At {
    let of = |want: fn(Set) -> bool| -> Vec<f32> {
        let wanted = scores.iter().filter(|(n, _)| want(records[*n].set));
        let mut all: Vec<f32> = wanted.map(|(_, s)| *s).collect();
        all.sort_by(|a, b| b.total_cmp(a));
        all
    };
    let (plain, hard) = (of(|s| s == Set::Honest), of(Set::is_hard));
    let scanners = over(&of(|s| s == Set::HardHonest), BLOCK_SCANNERS_SHARE);
    let block = over(&plain, BLOCK_SHARE).max(over(&hard, BLOCK_HARD_SHARE)).max(scanners);
    At { block, advise: over(&plain, ADVISE_SHARE).min(block) }
}

/// A threshold that only this share of the scores reaches.
fn over(sorted: &[f32], share: f64) -> f32 {
    let allowed = (sorted.len() as f64 * share) as usize;
    sorted.get(allowed).map_or(f32::NEG_INFINITY, |next| next + MARGIN)
}
