//! `cargo xtask eval`.

use std::path::PathBuf;

use warden_core::finding::Severity;

use crate::corpus;
use crate::folds::{At, FOLDS, calibrate, cross, fold, hash};
use crate::record::{Record, Set};
use crate::{Result, results, root, table};

/// Groups that the authors of the smaller sources are left out in.
const AUTHOR_GROUPS: u64 = 6;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Directory with attacks.jsonl, benign.jsonl, benign_hard.jsonl,
    /// results_attacks.jsonl and results_benign.jsonl.
    #[arg(long, default_value = "../shared/corpora")]
    corpora: PathBuf,
    /// Directory with the repository's training texts.
    #[arg(long)]
    training: Option<PathBuf>,
    /// Prints attacks that are missed and honest servers that are blocked.
    #[arg(long)]
    verbose: bool,
    /// Only the folds, which is the quickest look.
    #[arg(long)]
    quick: bool,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let engine = corpus::engine()?;
    let training = options.training.clone().unwrap_or_else(|| root().join("training"));
    let dir = root().join(&options.corpora);
    let mut sources = corpus::own(&training)?;
    let public = corpus::public(&dir);
    if public.is_empty() {
        println!("!! NO CORPORA in {}.", options.corpora.display());
        println!("!! Only the texts of this repository are measured, and thresholds are set on");
        println!("!! them alone; the figures for published benchmarks and for real servers are");
        println!("!! missing. docs/detection.md says what the corpora are.");
    }
    sources.extend(public.iter().cloned());
    let records = corpus::read(&sources, Some(&engine))?;

    let apart = |r: &Record| !r.set.is_corpus();
    let group = |r: &Record| apart(r).then(|| fold(r));
    let mut all = cross(&records, FOLDS, group, apart);
    let at = calibrate(&records, &all);
    // tests/corpus teaches nothing here: what a model of everything else says.
    let corpus = |r: &Record| r.set.is_corpus().then_some(0);
    all.extend(cross(&records, 1, corpus, apart));
    table::print(
        "Five folds by server (training texts: by author); tests/corpus not learnt from",
        &records,
        &all,
        at,
        by_set,
    );
    if options.verbose {
        show(&records, &all, at);
    }
    let with = cross(&records, FOLDS, |r| Some(fold(r)), |_| true);
    let with_at = calibrate(&records, &with);
    table::print("The same, tests/corpus learnt from as well", &records, &with, with_at, by_set);
    if options.quick {
        return Ok(());
    }
    for (title, set) in [
        ("By language: training attacks, authors left out", Set::TrainingAttacks),
        ("By language: tests/corpus attacks, not learnt from", Set::CorpusAttacks),
    ] {
        let by_lang = |r: &Record| (r.set == set).then(|| (r.lang.clone(), r.lang.clone()));
        table::print(title, &records, &all, at, by_lang);
    }
    let training = |r: &Record| r.set == Set::TrainingAttacks;
    table::authors("training attacks", &records, &all, at, training);
    if !public.is_empty() {
        left_out(&records, at);
        results::print(&engine, &dir)?;
    }
    Ok(())
}

fn by_set(r: &Record) -> Option<(Set, String)> {
    Some((r.set, r.set.name().to_owned()))
}

/// Trained without the collections that are measured. The two large sources are
/// left out one at a time, the many small ones in groups.
fn left_out(records: &[Record], at: At) {
    let group = |r: &Record| match r.set {
        Set::Others => Some(hash(&r.author) % AUTHOR_GROUPS),
        Set::McpTox => Some(AUTHOR_GROUPS),
        Set::SafetyBench => Some(AUTHOR_GROUPS + 1),
        _ => None,
    };
    let out = cross(records, AUTHOR_GROUPS + 2, group, |r| !r.set.is_corpus());
    table::print("A whole source left out, thresholds as above", records, &out, at, by_set);
    table::authors("other attacks", records, &out, at, |r| r.set == Set::Others);
    let public = |r: &Record| r.set.is_attack() && !r.set.is_own();
    let out = cross(records, 1, |r| public(r).then_some(0), |r| !r.set.is_corpus());
    table::print("All public attacks left out, thresholds as above", records, &out, at, by_set);
    let own = |r: &Record| r.set.is_training();
    let out = cross(records, 1, |r| own(r).then_some(0), |r| !r.set.is_corpus());
    table::print("All training texts left out, thresholds as above", records, &out, at, by_set);
}

fn show(records: &[Record], scores: &[(usize, f32)], at: At) {
    for (n, score) in scores {
        let r = &records[*n];
        let rules = r.rules >= Some(Severity::High);
        let blocked = rules || *score >= at.block;
        if blocked != r.set.is_attack() {
            let what = if blocked { "BLOCKED" } else { "MISSED" };
            println!("{what} {} {} rules={rules} score={score:.3}", r.set.name(), r.id);
        }
    }
}
