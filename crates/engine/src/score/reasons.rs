//! Why a text scored as it did, in words.

use crate::frames::view::{Read, Sentence};

use super::features::{self, Sink};
use super::judge::bucket;
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
pub(super) fn weigh(model: &Model<'_>, read: &Read<'_>, s: Sentence<'_>) -> f32 {
    let mut sink = Weigh { model, sum: 0.0 };
    features::sentence(read, s, &mut sink);
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
pub(super) fn strongest(model: &Model<'_>, read: &Read<'_>, s: Sentence<'_>) -> Vec<String> {
    let mut named = Named { model, all: Vec::new() };
    features::sentence(read, s, &mut named);
    named.all.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut out: Vec<String> = Vec::new();
    for (_, _, name) in named.all {
        if out.len() < REASONS && !name.is_empty() && !out.contains(&name) {
            out.push(name);
        }
    }
    out
}
