//! `warden scan` and `warden clients`.

use std::path::PathBuf;

use clap::Args;

use super::{EngineArgs, OutputArgs, ReachArgs};

/// Vet every MCP server that the clients on this machine start.
///
/// Without arguments the configs of every known client are read. Servers of
/// user-level configs are started; servers that the current directory brings
/// along are started only after a yes on the terminal or with
/// --launch-project, since starting a program is running code.
#[derive(Args, Clone, Debug, Default)]
#[command(after_help = "Examples:\n  \
    warden scan --demo                       try it on built-in servers\n  \
    warden scan                              every server of every client\n  \
    warden scan --client cursor              one client\n  \
    warden scan .mcp.json --json             one file, for a machine\n  \
    warden scan --project --launch-project --lock warden.lock --update-lock\n  \
    warden scan --project --launch-project --lock warden.lock\n  \
    warden scan --project --launch-project --sarif warden.sarif")]
pub(crate) struct ScanArgs {
    /// Config files to read instead of the known clients'.
    #[arg(value_name = "CONFIG")]
    pub(crate) configs: Vec<PathBuf>,
    /// Scan built-in demo servers: one honest, one poisoned, one that cannot start.
    #[arg(long, conflicts_with_all = ["configs", "project", "client", "no_launch"])]
    pub(crate) demo: bool,
    /// Only what the current directory (or --cwd) brings along.
    #[arg(long, conflicts_with = "configs")]
    pub(crate) project: bool,
    /// Only this client; repeatable. `warden clients --list` names them.
    #[arg(long, value_name = "NAME", conflicts_with = "configs")]
    pub(crate) client: Vec<String>,
    /// Start no programs: judge their launch lines only. Remote servers are still asked.
    #[arg(long)]
    pub(crate) no_launch: bool,
    /// Start nothing and contact nothing: judge launch lines and addresses only.
    #[arg(long, conflicts_with_all = ["demo", "launch_project"])]
    pub(crate) offline: bool,
    /// Start servers that the project directory brings along without asking.
    #[arg(long, conflicts_with = "no_launch")]
    pub(crate) launch_project: bool,
    /// Servers that are read at the same time.
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(crate) concurrency: u8,
    /// Exit 3 when a server or a config could not be read, or a project's server
    /// was not started for want of a yes.
    #[arg(long)]
    pub(crate) fail_on_error: bool,
    /// Compare every server with its entry in this lock file; of one that is not
    /// started, its launch.
    #[arg(long, value_name = "FILE", conflicts_with = "demo")]
    pub(crate) lock: Option<PathBuf>,
    /// Record what the servers say now in the lock file.
    #[arg(long, requires = "lock", conflicts_with = "offline")]
    pub(crate) update_lock: bool,
    /// Record servers although the engine blocks them; needs --reason.
    #[arg(long, requires_all = ["update_lock", "reason"])]
    pub(crate) force: bool,
    /// Why they are recorded all the same.
    #[arg(long, value_name = "TEXT", requires = "force")]
    pub(crate) reason: Option<String>,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) reach: ReachArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Show where configs were looked for and what was found.
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Examples:\n  warden clients\n  warden clients --all\n  warden clients --json"
)]
pub(crate) struct ClientsArgs {
    /// Config files to read instead of the known clients'.
    #[arg(value_name = "CONFIG")]
    pub(crate) configs: Vec<PathBuf>,
    /// Also the paths where nothing was found.
    #[arg(long)]
    pub(crate) all: bool,
    /// Only the names of the clients that are known.
    #[arg(long)]
    pub(crate) list: bool,
    /// Only this client; repeatable.
    #[arg(long, value_name = "NAME", conflicts_with = "configs")]
    pub(crate) client: Vec<String>,
    /// The project directory [default: the current one].
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
