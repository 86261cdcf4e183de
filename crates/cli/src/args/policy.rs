//! `warden policy`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Check a policy, try it on a call, or carry another tool's policy over.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    warden policy lint\n  \
    warden policy eval call.json\n  \
    warden policy convert mcp-warden.yaml > warden.toml")]
pub(crate) struct PolicyArgs {
    #[command(subcommand)]
    pub(crate) command: PolicyCommand,
}

/// What to do with the policy.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum PolicyCommand {
    /// Find mistakes, and entries that can never match.
    Lint(PolicyLintArgs),
    /// Say what becomes of a call.
    Eval(PolicyEvalArgs),
    /// Print another tool's policy in the form of `warden.toml`.
    Convert(PolicyConvertArgs),
}

/// Exit 4 for a policy that cannot be used, 1 if something in it does not do
/// what it looks like.
#[derive(Args, Clone, Debug)]
pub(crate) struct PolicyLintArgs {
    /// The policy file.
    #[arg(default_value = "warden.toml")]
    pub(crate) file: PathBuf,
}

/// The sample is an object with `tool`, `arguments` and, if wanted, `server`
/// and `capabilities` (`fs-write`, `shell-exec`, `http-request`, `sql-query`),
/// which are taken from the names otherwise. Exit 1 if the call is refused.
#[derive(Args, Clone, Debug)]
pub(crate) struct PolicyEvalArgs {
    /// A file with the call, `-` for standard input.
    pub(crate) sample: PathBuf,
    /// The policy file.
    #[arg(long, value_name = "FILE", default_value = "warden.toml")]
    pub(crate) policy: PathBuf,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads mcp-warden's YAML and the JSON of WARDEN (npm). What has no
/// counterpart is named on stderr.
#[derive(Args, Clone, Debug)]
pub(crate) struct PolicyConvertArgs {
    /// The other tool's policy.
    pub(crate) file: PathBuf,
}
