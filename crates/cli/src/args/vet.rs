//! `warden vet`.

use std::path::PathBuf;

use clap::Args;

use super::{EngineArgs, OutputArgs, ReachArgs};

/// Vet one server, one saved dump, or a stream of dumps.
#[derive(Args, Clone, Debug, Default)]
#[command(after_help = "Examples:\n  \
    warden vet -- npx -y @modelcontextprotocol/server-filesystem@2026.8.31 /tmp\n  \
    warden vet --url https://mcp.example.com/mcp --header 'Authorization: Bearer …'\n  \
    warden vet --dump tools.json\n  \
    warden vet --jsonl servers.jsonl > verdicts.jsonl\n\n\
    A dump is {\"server\": {\"name\": …}, \"tools\": […]}, optionally with prompts, resources,\n\
    resourceTemplates and peers; the result of a tools/list is accepted too.")]
#[command(group(clap::ArgGroup::new("input").required(true).multiple(false)))]
pub(crate) struct VetArgs {
    /// The server to start, after `--`.
    #[arg(last = true, value_name = "COMMAND", group = "input")]
    pub(crate) command: Vec<String>,
    /// The remote server to ask.
    #[arg(long, value_name = "URL", group = "input")]
    pub(crate) url: Option<String>,
    /// A saved surface.
    #[arg(long, value_name = "FILE", group = "input")]
    pub(crate) dump: Option<PathBuf>,
    /// A file of saved surfaces, one a line (`-` for stdin); prints one verdict a line.
    #[arg(
        long,
        value_name = "FILE",
        group = "input",
        conflicts_with_all = ["json_file", "sarif", "markdown", "html"]
    )]
    pub(crate) jsonl: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) reach: ReachArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
