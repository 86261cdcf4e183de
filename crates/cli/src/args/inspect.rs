//! `warden inspect`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// How strictly run-time texts are treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ResultsMode {
    /// Inspect nothing.
    Off,
    /// Do no more than warn.
    Warn,
    /// Each class of finding as the table says.
    #[default]
    Default,
    /// Block on every finding.
    Block,
}

/// Inspect what servers said at run time: results, errors, prompts.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    warden inspect --jsonl results.jsonl > actions.jsonl\n  \
    some-command | warden inspect --jsonl -\n\n\
    A line is {\"id\": …, \"text\": \"…\"} or {\"id\": …, \"result\": {…}}, where result is the result\n\
    of a tools/call, resources/read or prompts/get, an error, or the params of a request or\n\
    notification of a server. The answer is {\"id\", \"action\", \"findings\"}; action is pass, warn,\n\
    edit or block.")]
pub(crate) struct InspectArgs {
    /// A file of texts and results, one a line (`-` for stdin).
    #[arg(long, value_name = "FILE", required = true)]
    pub(crate) jsonl: PathBuf,
    /// How strictly to treat what is found.
    #[arg(long, value_name = "MODE", value_enum, default_value_t = ResultsMode::Default)]
    pub(crate) results: ResultsMode,
}
