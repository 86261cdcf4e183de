//! `warden pins`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Look at what `wrap` has pinned, approve it, or take approval back.
#[derive(Args, Clone, Debug)]
pub(crate) struct PinsArgs {
    #[command(subcommand)]
    pub(crate) command: PinsCommand,
}

/// What is done with them. All of it only on a terminal: a decision is a
/// person's.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum PinsCommand {
    /// Show what is pinned and what has changed; without a server, name all.
    Status(WhichArgs),
    /// Approve what the server listed last.
    Approve(WhichArgs),
    /// Take the approval back: nothing of the server is shown until it is approved.
    Revoke(WhichArgs),
}

/// Which server.
#[derive(Args, Clone, Debug)]
pub(crate) struct WhichArgs {
    /// The id under which it is pinned.
    #[arg(long, value_name = "ID", value_parser = super::wrap::id, conflicts_with = "command")]
    pub(crate) id: Option<String>,
    /// The server, as `wrap` starts it, after `--`.
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
    /// Where pins are kept [default: WARDEN_STATE_DIR, or warden in the state directory].
    #[arg(long, value_name = "DIR")]
    pub(crate) state_dir: Option<PathBuf>,
}
