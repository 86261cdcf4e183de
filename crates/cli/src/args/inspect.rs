//! `warden inspect`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use warden_engine::{Action, Class};

use super::EngineArgs;

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

/// Inspect what servers said at run time: single texts, or a recorded session.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    warden inspect --jsonl results.jsonl > actions.jsonl\n  \
    some-command | warden inspect --jsonl -\n  \
    warden inspect session.trace --policy warden.toml\n\n\
    A TRACE is a session that `warden wrap --record` wrote, or one of mcp-warden's. It is played\n\
    through the same guard, with the settings of then unless others are given, and what is\n\
    decided now is compared with what was decided then. Exit 1 if something is refused or held\n\
    back now; 3 if the trace cannot be read or its chain is broken.\n\n\
    With --jsonl, a line is {\"id\": …, \"text\": \"…\"} or {\"id\": …, \"result\": {…}}, where result is the result\n\
    of a tools/call, resources/read or prompts/get, an error, or the params of a request or\n\
    notification of a server. The answer is {\"id\", \"action\", \"findings\"}; action is pass, warn,\n\
    edit or block.")]
pub(crate) struct InspectArgs {
    /// A file of texts and results, one a line (`-` for stdin).
    #[arg(long, value_name = "FILE", required_unless_present = "trace", conflicts_with = "trace")]
    pub(crate) jsonl: Option<PathBuf>,
    /// A recorded session (`-` for stdin).
    #[arg(value_name = "TRACE")]
    pub(crate) trace: Option<PathBuf>,
    /// How strictly to treat what is found [default: as it was recorded].
    #[arg(long, value_name = "MODE", value_enum)]
    pub(crate) results: Option<ResultsMode>,
    /// results.CLASS=ACTION: what one class of finding leads to. Repeatable.
    #[arg(long, value_name = "SETTING", value_parser = super::setting)]
    pub(crate) set: Vec<(Class, Action)>,
    /// Print one JSON document (with a TRACE).
    #[arg(long, conflicts_with = "jsonl")]
    pub(crate) json: bool,
    /// Write what is found to FILE, as SARIF 2.1.0 (with a TRACE).
    #[arg(long, value_name = "FILE", conflicts_with = "jsonl")]
    pub(crate) sarif: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}
