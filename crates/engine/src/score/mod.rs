//! The statistical leg of detection: a linear model over what sentences do.
//!
//! The rules over frames say what they found and why. This says how alike a
//! text is to texts that are known to be hostile or honest, in two steps. A
//! glance adds up a weight for each word of an item; few of the
//! honest items go further. Of those, every sentence is read, features of its
//! frames and of its words are counted, and the weights that training gave
//! them are added up over a few neighbouring sentences. What a finding rests
//! on is shown: the sentence that weighs most and its strongest features, in
//! words.

mod features;
mod glance;
mod hash;
mod judge;
mod marks;
mod model;
pub(crate) mod plug;
mod reasons;
#[cfg(test)]
mod tests;
pub(crate) mod texts;
mod topic;
mod words;

use warden_core::surface::{ItemKind, Surface, TextUnit};

use crate::fold::Readings;
use crate::frames::plug::{Frames, kind_of};
use crate::words::Words;

pub use glance::BUCKETS as GLANCE_BUCKETS;
pub(crate) use glance::Glance;
pub use judge::{BUCKETS, Window};
pub use model::{Format, Linear, Model, Thresholds};
pub use plug::ID as RULE;

/// What training needs to know of an item.
#[derive(Clone, Debug)]
pub struct Unit {
    /// What it is.
    pub kind: ItemKind,
    /// Its name, as the server wrote it.
    pub name: String,
    /// Its words, as the buckets of the glance.
    pub words: Vec<u32>,
    /// Its windows.
    pub windows: Vec<Window>,
}

/// Reads a surface for training and for measuring, as the scan does, but every
/// item whole.
pub fn extract(surface: &Surface) -> Vec<Unit> {
    let mut frames = Frames::new(surface);
    let mut words = Words::default();
    let items = surface.items.iter();
    items
        .map(|item| {
            let mut units: Vec<TextUnit<'_>> = Vec::new();
            item.visit_texts(&mut |unit| units.push(unit));
            frames.begin(item);
            for unit in units.iter().filter(|u| kind_of(u).is_some()) {
                words.read(&unit.text);
                frames.look(unit, &words, &Readings::beyond_plain(&unit.text, &words));
            }
            let readings = frames.readings();
            let texts = texts::of(&units, &readings);
            let words = glance::words(&texts);
            let windows = frames.read_whole(item, &units, &texts, judge::windows);
            Unit { kind: item.kind, name: item.name.expose().to_owned(), words, windows }
        })
        .filter(|unit| !unit.words.is_empty())
        .collect()
}

/// The model in force.
pub fn model() -> &'static Model<'static> {
    &judge::MODEL
}

/// What decides, for the digest of the ruleset.
pub(crate) const SOURCES: &[(&str, &[u8])] = &[
    ("score/features.rs", include_bytes!("features.rs")),
    ("score/glance.rs", include_bytes!("glance.rs")),
    ("score/hash.rs", include_bytes!("hash.rs")),
    ("score/judge.rs", include_bytes!("judge.rs")),
    ("score/marks.rs", include_bytes!("marks.rs")),
    ("score/model.rs", include_bytes!("model.rs")),
    ("score/plug.rs", include_bytes!("plug.rs")),
    ("score/reasons.rs", include_bytes!("reasons.rs")),
    ("score/texts.rs", include_bytes!("texts.rs")),
    ("score/topic.rs", include_bytes!("topic.rs")),
    ("score/weights.bin", judge::WEIGHTS),
    ("score/words.rs", include_bytes!("words.rs")),
];
