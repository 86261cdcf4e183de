//! `cargo xtask train`.

use std::path::{Path, PathBuf};

use warden_core::digest::sha256_hex;

use crate::cascade::learn;
use crate::corpus::{self, Kind};
use crate::folds::{FOLDS, calibrate, cross, fold};
use crate::{Result, root};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Directory with the repository's training texts.
    #[arg(long)]
    training: Option<PathBuf>,
    /// Directory with attacks.jsonl, benign.jsonl and benign_hard.jsonl.
    #[arg(long, default_value = "../shared/corpora")]
    corpora: PathBuf,
    /// Learn from tests/corpus as well.
    #[arg(long)]
    with_tests: bool,
    /// Where the weights go.
    #[arg(long)]
    out: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let training = options.training.clone().unwrap_or_else(|| root().join("training"));
    let public = corpus::public(&root().join(&options.corpora));
    if public.is_empty() {
        eprintln!(
            "!! No corpora in {}: the weights will know no real servers and block more of them.",
            options.corpora.display()
        );
    }
    let mut sources = corpus::own(&training)?;
    sources.retain(|s| options.with_tests || s.kind != Kind::Corpus);
    sources.extend(public);
    let mut inputs = String::new();
    for s in &sources {
        let bytes = std::fs::read(&s.file)?;
        inputs += &format!("{} {}\n", shown(&s.file, s.kind), sha256_hex(&bytes));
    }
    let records = corpus::read(&sources, None)?;
    // Set on honest servers that the model had not seen.
    let unseen = cross(&records, FOLDS, |r| Some(fold(r)), |_| true);
    let at = calibrate(&records, &unseen);
    let bytes = learn(records.iter()).bytes(at.block, at.advise);
    let out =
        options.out.clone().unwrap_or_else(|| root().join("crates/engine/src/score/weights.bin"));
    std::fs::write(&out, &bytes)?;
    let head =
        "# What the weights are and what they were trained on; `cargo xtask train` writes it.\n";
    let record = format!("{head}weights.bin {}\n{inputs}", sha256_hex(&bytes));
    std::fs::write(out.with_extension("txt"), record)?;
    println!(
        "{} records, blocks from {:.3}, remarks from {:.3}",
        records.len(),
        at.block,
        at.advise
    );
    Ok(())
}

/// A file by its place in the repository, or by its name alone.
fn shown(file: &Path, kind: Kind) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    match kind {
        Kind::Corpus => format!("tests/corpus/{name}"),
        Kind::Training => format!("training/{name}"),
        Kind::Public => format!("corpora/{name}"),
    }
}
