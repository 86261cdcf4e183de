//! Why a text scored as it did, in words.

use super::features::Sink;
use super::judge::{Counted, bucket};
use super::model::Model;

/// How many features are named.
const REASONS: usize = 3;

struct Weigh<'m> {
    model: &'m Model<'m>,
    sum: f32,
}

impl Sink for Weigh<'_> {
    fn put(&mut self, hash: u64, _: impl FnOnce() -> String) {
        self.sum += self.model.main.weight(bucket(hash));
    }
}

/// What the features of a sentence weigh together.
pub(super) fn weigh(model: &Model<'_>, counted: &Counted<'_>, n: usize) -> f32 {
    let mut sink = Weigh { model, sum: 0.0 };
    counted.sentence(n, &mut sink);
    sink.sum
}

struct Named<'m> {
    model: &'m Model<'m>,
    all: Vec<(f32, u32, String)>,
}

impl Sink for Named<'_> {
    fn put(&mut self, hash: u64, name: impl FnOnce() -> String) {
        let bucket = bucket(hash);
        let weight = self.model.main.weight(bucket);
        if weight > 0.0 {
            self.all.push((weight, bucket, name()));
        }
    }
}

/// The features of a sentence that weigh most, in words, strongest first.
pub(super) fn strongest(model: &Model<'_>, counted: &Counted<'_>, n: usize) -> Vec<String> {
    let mut named = Named { model, all: Vec::new() };
    counted.sentence(n, &mut named);
    named.all.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut out: Vec<String> = Vec::new();
    for (_, _, name) in named.all {
        if out.len() < REASONS && !name.is_empty() && !out.contains(&name) {
            out.push(name);
        }
    }
    out
}
