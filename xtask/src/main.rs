//! Tasks of development: measuring detection and training the scorer.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod bypass;
mod cascade;
mod corpus;
mod eval;
mod fit;
mod folds;
mod record;
mod results;
mod table;
#[cfg(test)]
mod tests;
mod train;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// What can go wrong is told, not handled.
type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

#[derive(Parser)]
#[command(
    name = "cargo xtask",
    about = "Measure detection, train the scorer, try to get past guards"
)]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Measures rules and scorer on labelled corpora; the scorer is refitted
    /// for every fold, so that it is never asked about a server it has seen.
    Eval(eval::Options),
    /// Plays hostile sessions through a proxy: `cargo xtask bypass -- warden wrap --`.
    Bypass(bypass::Options),
    /// Fits the scorer and writes its weights.
    Train(train::Options),
}

fn main() -> ExitCode {
    let done = match Args::parse().task {
        Task::Bypass(options) => bypass::run(&options),
        Task::Eval(options) => eval::run(&options),
        Task::Train(options) => train::run(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("{e}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the repository.
fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map(PathBuf::from).unwrap_or(here)
}
