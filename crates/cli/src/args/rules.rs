//! `warden rules` and `warden explain`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// List the rules, or measure them on labelled data.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    warden rules\n  \
    warden rules --json\n  \
    warden rules test --attacks attacks.jsonl --honest honest.jsonl")]
pub(crate) struct RulesArgs {
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// Print the catalogue as Markdown, every rule with its page.
    #[arg(long, conflicts_with = "json")]
    pub(crate) markdown: bool,
    /// A directory with rules of your own (`*.toml`).
    #[arg(long, value_name = "DIR")]
    pub(crate) rules: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) command: Option<RulesCommand>,
}

/// What to do with the rules.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum RulesCommand {
    /// Measure recall and false alarms on labelled data, per rule and in sum.
    Test(RulesTestArgs),
}

/// Files are in the `vet --jsonl` form; a record's `poisoned` names the tools
/// that count (all of its tools if absent).
#[derive(Args, Clone, Debug)]
pub(crate) struct RulesTestArgs {
    /// Records that should be blocked.
    #[arg(long, value_name = "FILE", num_args = 1..,
          required_unless_present_any = ["honest", "results_attacks", "results_honest"])]
    pub(crate) attacks: Vec<PathBuf>,
    /// Records that should not be blocked.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) honest: Vec<PathBuf>,
    /// Results of tools that should be flagged, in the `inspect --jsonl` form.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) results_attacks: Vec<PathBuf>,
    /// Results that should pass; those marked `quotes_attack` are counted apart.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) results_honest: Vec<PathBuf>,
    /// A directory with rules of your own (`*.toml`).
    #[arg(long, value_name = "DIR")]
    pub(crate) rules: Option<PathBuf>,
    /// Block from this severity on.
    #[arg(long, value_name = "SEVERITY", default_value = "high")]
    pub(crate) fail_on: warden_core::Severity,
    /// Name every attack that was missed and every honest server that was blocked.
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Explain one rule: what it finds, why that matters, what to do.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Example:\n  warden explain WRD-INJ-OVERRIDE")]
pub(crate) struct ExplainArgs {
    /// Its id, or what another tool calls it.
    pub(crate) id: String,
    /// A directory with rules of your own (`*.toml`).
    #[arg(long, value_name = "DIR")]
    pub(crate) rules: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
