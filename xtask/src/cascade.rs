//! Fitting both steps of the scorer, and scoring records with them.

use warden_engine::score::{BUCKETS, GLANCE_BUCKETS, Model, Thresholds, Window};

use crate::fit::{Fit, Row, fit};
use crate::folds::hash;
use crate::record::{ItemTexts, Record, Set};

/// How much more a text counts that was written to be hard.
const HARD: f32 = 2.0;
/// What an error costs, in each step.
const GLANCE_COST: f32 = 1.0;
const COST: f32 = 1.0;
/// How much more a missed attack costs the glance than a wasted reading.
const GLANCE_HOSTILE: f32 = 6.0;
/// Honest items that the glance lets pass.
const PASS_SHARE: f64 = 0.03;
/// Times that the window of an attack is chosen anew.
const ROUNDS: usize = 2;

/// Both steps, fitted.
pub(crate) struct Fitted {
    glance: Fit,
    main: Fit,
    glance_at: f32,
}

impl Fitted {
    /// The file, as it would be shipped.
    pub(crate) fn bytes(&self, block: f32, advise: f32) -> Vec<u8> {
        let at = Thresholds { glance: self.glance_at, block, advise };
        let glance = (&self.glance.weights[..], self.glance.bias);
        Model::write(glance, (&self.main.weights, self.main.bias), at)
    }
}

/// Fits on some of the records.
pub(crate) fn learn<'r>(records: impl Iterator<Item = &'r Record>) -> Fitted {
    let records: Vec<&Record> = records.filter(|r| r.set.teaches()).collect();
    let glance = glance(&records);
    let mut honest: Vec<f32> = records
        .iter()
        .filter(|r| r.set == Set::Honest || r.set.is_hard() && !has_public(&records))
        .flat_map(|r| &r.items)
        .map(|i| glance.score(&i.words))
        .collect();
    honest.sort_by(|a, b| b.total_cmp(a));
    let at = (honest.len() as f64 * PASS_SHARE) as usize;
    let glance_at = honest.get(at).copied().unwrap_or(f32::NEG_INFINITY);
    Fitted { glance, main: main_model(&records), glance_at }
}

fn has_public(records: &[&Record]) -> bool {
    records.iter().any(|r| r.set == Set::Honest)
}

fn weight(r: &Record) -> f32 {
    if r.set.is_hard() { HARD } else { 1.0 }
}

fn glance(records: &[&Record]) -> Fit {
    let mut rows = Vec::new();
    for (r, item, hostile) in labelled(records) {
        let side = if hostile { GLANCE_HOSTILE } else { weight(r) };
        rows.push(Row { buckets: item.words.clone(), hostile, cost: GLANCE_COST * side });
    }
    fit(&rows, GLANCE_BUCKETS)
}

fn labelled<'a>(
    records: &'a [&'a Record],
) -> impl Iterator<Item = (&'a Record, &'a ItemTexts, bool)> {
    records
        .iter()
        .flat_map(|r| r.items.iter().filter_map(move |item| Some((*r, item, item.hostile?))))
}

fn main_model(records: &[&Record]) -> Fit {
    let known = Known::new(records);
    let bags: Vec<(Vec<Vec<u32>>, bool, f32)> = labelled(records)
        .map(|(r, item, hostile)| {
            let windows = item.windows.iter().map(|w| known.only(w)).collect();
            (windows, hostile, weight(r))
        })
        .collect();
    let mut chosen: Vec<Option<usize>> = vec![None; bags.len()];
    let mut fitted = fit(&rows(&bags, &chosen), BUCKETS);
    for _ in 0..ROUNDS {
        for ((windows, hostile, _), at) in bags.iter().zip(&mut chosen) {
            if *hostile {
                let score = |n: &usize| fitted.score(&windows[*n]);
                *at = (0..windows.len()).max_by(|a, b| score(a).total_cmp(&score(b)));
            }
        }
        fitted = fit(&rows(&bags, &chosen), BUCKETS);
    }
    fitted
}

fn rows(bags: &[(Vec<Vec<u32>>, bool, f32)], chosen: &[Option<usize>]) -> Vec<Row> {
    let mut out = Vec::new();
    for ((windows, hostile, weight), at) in bags.iter().zip(chosen) {
        let share = if *hostile && at.is_none() { 1.0 / windows.len().max(1) as f32 } else { 1.0 };
        for (_, w) in windows.iter().enumerate().filter(|(n, _)| at.is_none_or(|a| a == *n)) {
            let cost = COST * share * weight;
            out.push(Row { buckets: w.clone(), hostile: *hostile, cost });
        }
    }
    out
}

/// Which buckets occur with more than one author: what only one person says is
/// no sign of anything.
struct Known(Vec<u32>);

const MANY: u32 = u32::MAX;

impl Known {
    fn new(records: &[&Record]) -> Self {
        let mut first = vec![0u32; BUCKETS];
        for (r, item, _) in labelled(records) {
            let who = if r.set == Set::Honest { &r.server } else { &r.author };
            let who = (hash(who) >> 16) as u32 % (MANY - 2) + 1;
            for b in item.windows.iter().flatten() {
                let seen = &mut first[*b as usize];
                *seen = if *seen == 0 || *seen == who { who } else { MANY };
            }
        }
        Self(first)
    }

    fn only(&self, window: &Window) -> Vec<u32> {
        window.iter().copied().filter(|b| self.0[*b as usize] == MANY).collect()
    }
}

/// The score of a record: that of the worst window of an item that counts, if
/// the glance lets it pass.
fn score(model: &Model<'_>, r: &Record) -> f32 {
    let counts = |item: &&ItemTexts| item.hostile == Some(r.set.is_attack());
    let reads = |item: &&ItemTexts| {
        model.glance.score(item.words.iter().copied()) >= model.thresholds.glance
    };
    let items = r.items.iter().filter(counts).filter(reads);
    let windows = items.flat_map(|i| &i.windows);
    windows.map(|w| model.main.score(w.iter().copied())).fold(f32::NEG_INFINITY, f32::max)
}

/// Scores records as the shipped file would: with rounded weights.
pub(crate) fn scores(
    fitted: &Fitted,
    records: &[Record],
    of: impl Fn(&Record) -> bool,
) -> Vec<(usize, f32)> {
    let bytes = fitted.bytes(0.0, 0.0);
    let Ok(model) = Model::read(&bytes) else { return Vec::new() };
    let wanted = records.iter().enumerate().filter(|(_, r)| of(r));
    wanted.map(|(n, r)| (n, score(&model, r))).collect()
}
