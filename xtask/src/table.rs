//! Tables of what is blocked, by set and by leg.

use std::collections::BTreeMap;

use warden_core::finding::Severity;

use crate::folds::At;
use crate::record::Record;

/// What was counted of one group.
#[derive(Clone, Copy, Default)]
struct Row {
    all: usize,
    rules: usize,
    shipped: usize,
    scorer: usize,
    both: usize,
    medium: usize,
}

impl Row {
    fn add(&mut self, r: &Record, score: f32, at: At) {
        let rules = r.rules >= Some(Severity::High);
        let scorer = score >= at.block;
        self.all += 1;
        self.rules += usize::from(rules);
        self.shipped += usize::from(r.shipped >= Some(Severity::High));
        self.scorer += usize::from(scorer);
        self.both += usize::from(rules || scorer);
        self.medium += usize::from(r.rules.is_some() || scorer);
    }
}

/// Prints the figures of the records that have a score, grouped.
pub(crate) fn print<K: Ord>(
    title: &str,
    records: &[Record],
    scores: &[(usize, f32)],
    at: At,
    group: impl Fn(&Record) -> Option<(K, String)>,
) {
    let mut rows: BTreeMap<K, (String, Row)> = BTreeMap::new();
    for (n, score) in scores {
        let r = &records[*n];
        let Some((key, name)) = group(r) else { continue };
        rows.entry(key).or_insert_with(|| (name, Row::default())).1.add(r, *score, at);
    }
    println!("\n{title}");
    println!("(blocks from {:.3}, remarks from {:.3})", at.block, at.advise);
    println!(
        "{:28} {:>6} {:>15} {:>15} {:>15} {:>15} {:>15}",
        "blocked",
        "of",
        "rules alone",
        "as shipped",
        "scorer unseen",
        "rules + unseen",
        "medium or more"
    );
    for (name, row) in rows.values() {
        let cell = |n: usize| format!("{n} ({:.1} %)", 100.0 * n as f64 / row.all.max(1) as f64);
        println!(
            "{name:28} {:>6} {:>15} {:>15} {:>15} {:>15} {:>15}",
            row.all,
            cell(row.rules),
            cell(row.shipped),
            cell(row.scorer),
            cell(row.both),
            cell(row.medium)
        );
    }
}

/// Prints the share of attacks blocked, averaged over authors rather than over
/// attacks.
pub(crate) fn authors(
    title: &str,
    records: &[Record],
    scores: &[(usize, f32)],
    at: At,
    of: impl Fn(&Record) -> bool,
) {
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    for (n, score) in scores.iter().filter(|(n, _)| of(&records[*n])) {
        rows.entry(&records[*n].author).or_default().add(&records[*n], *score, at);
    }
    let mean = |of: fn(&Row) -> usize| {
        let shares = rows.values().map(|r| of(r) as f64 / r.all as f64);
        100.0 * shares.sum::<f64>() / rows.len().max(1) as f64
    };
    println!(
        "{title}, averaged over {} authors: rules {:.1} %, scorer {:.1} %, both {:.1} %",
        rows.len(),
        mean(|r| r.rules),
        mean(|r| r.scorer),
        mean(|r| r.both)
    );
}
