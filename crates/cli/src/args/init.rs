//! `warden init`.

use std::path::PathBuf;

use clap::Args;

/// Write the files that make a repository use Warden.
///
/// Without a switch: a policy, and the files for what the directory uses
/// already. A file that is there is never changed; what would have to be added
/// to it is printed.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    warden init\n  \
    warden init --github --pre-commit\n  \
    warden init --gitlab --print")]
pub(crate) struct InitArgs {
    /// `warden.toml`, the policy.
    #[arg(long)]
    pub(crate) policy: bool,
    /// A GitHub workflow.
    #[arg(long)]
    pub(crate) github: bool,
    /// A GitLab job.
    #[arg(long)]
    pub(crate) gitlab: bool,
    /// A pre-commit hook.
    #[arg(long)]
    pub(crate) pre_commit: bool,
    /// Print the files and write nothing.
    #[arg(long)]
    pub(crate) print: bool,
    /// The repository [default: the current directory].
    #[arg(value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
}
