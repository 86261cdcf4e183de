//! `warden precommit`.

use clap::Args;

use super::CheckArgs;

/// `warden check` for a hook: works from the top of the repository, and lets a
/// commit pass when the server could not be asked, unless --strict.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    warden precommit -- node server.js\n  \
    warden precommit --strict --lock ci/warden.lock --id files -- node server.js\n\n\
    Exit codes: 0 as pinned, or the server could not be asked; 1 drift; 3 could not be asked\n\
    with --strict; 4 the lock is missing or wrong.")]
pub(crate) struct PrecommitArgs {
    /// Fail when the server could not be asked.
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) check: CheckArgs,
}
