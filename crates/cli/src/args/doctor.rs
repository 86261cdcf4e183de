//! `warden doctor`.

use std::path::PathBuf;

use clap::Args;
use warden_core::Severity;

use super::OutputArgs;

/// Review how MCP servers are set up on this machine or in this repository.
///
/// Reads configs and locks only: nothing is started or contacted. Launch lines,
/// credentials, approvals and locks are looked at.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    warden doctor                            every client of this machine\n  \
    warden doctor --project --sarif out.sarif\n  \
    warden doctor .mcp.json --fail-on medium")]
pub(crate) struct DoctorArgs {
    /// Config files to read instead of the known clients'.
    #[arg(value_name = "CONFIG")]
    pub(crate) configs: Vec<PathBuf>,
    /// Only what the current directory (or --cwd) brings along.
    #[arg(long, conflicts_with = "configs")]
    pub(crate) project: bool,
    /// Only this client; repeatable. `warden clients --list` names them.
    #[arg(long, value_name = "NAME", conflicts_with = "configs")]
    pub(crate) client: Vec<String>,
    /// The project directory [default: the current one].
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<PathBuf>,
    /// Exit 1 from this severity on: info, low, medium, high or critical.
    #[arg(long, value_name = "SEVERITY", default_value = "low")]
    pub(crate) fail_on: Severity,
    /// Policy file with ignore entries [default: ./warden.toml for --project and
    /// for files that are named].
    #[arg(long, value_name = "FILE")]
    pub(crate) policy: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
