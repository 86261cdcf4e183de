//! What can be typed. These structs only parse; `plan` turns them into
//! validated values, and no command sees them.

mod doctor;
mod ignore;
mod init;
mod inspect;
mod lock;
mod mistake;
mod pins;
mod policy;
mod precommit;
mod rules;
mod scan;
mod shared;
mod sign;
mod vet;
mod wrap;

use clap::{Parser, Subcommand};

pub(crate) use doctor::DoctorArgs;
pub(crate) use ignore::IgnoreArgs;
pub(crate) use init::InitArgs;
pub(crate) use inspect::{InspectArgs, ResultsMode};
pub(crate) use lock::{
    CheckArgs, DiffArgs, LockArgs, LockCommand, LockRotateArgs, LockVerifyArgs, PinArgs, ServerArgs,
};
pub(crate) use mistake::explained;
pub(crate) use pins::{PinsArgs, PinsCommand, WhichArgs};
pub(crate) use policy::{PolicyArgs, PolicyCommand, PolicyEvalArgs};
pub(crate) use precommit::PrecommitArgs;
pub(crate) use rules::{ExplainArgs, RulesArgs, RulesCommand, RulesTestArgs};
pub(crate) use scan::{ClientsArgs, ScanArgs};
pub(crate) use shared::{EngineArgs, OutputArgs, ReachArgs};
pub(crate) use sign::{KeygenArgs, LockSignArgs, SignerArgs, VerifyArgs, WhoseArgs};
pub(crate) use vet::VetArgs;
pub(crate) use wrap::{AskMode, RelistMode, WrapArgs, setting};

/// Vets MCP servers before a model reads a word of them.
#[derive(Debug, Parser)]
#[command(
    name = "warden",
    version,
    propagate_version = true,
    after_help = "Exit codes: 0 clean, 1 something was blocked, 2 usage error, 3 could not evaluate,\n\
                  4 configuration error, 130 interrupted.\n\n\
                  Start with:  warden scan --demo    then:  warden scan"
)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Vet every MCP server that the clients on this machine start.
    #[command(visible_alias = "audit")]
    Scan(Box<ScanArgs>),
    /// Vet one server, one saved dump, or a stream of dumps.
    Vet(Box<VetArgs>),
    /// Inspect what servers said at run time: results, errors, prompts.
    Inspect(InspectArgs),
    /// Stand between a client and a server: start the server and guard what passes.
    #[command(visible_alias = "guard")]
    Wrap(Box<WrapArgs>),
    /// Look at what `wrap` has pinned, approve it, or take approval back.
    Pins(PinsArgs),
    /// Show where configs were looked for and what was found.
    Clients(ClientsArgs),
    /// Review how servers are set up, without starting any.
    Doctor(Box<DoctorArgs>),
    /// Ask one server and write down what it says, for others to check against.
    Pin(Box<PinArgs>),
    /// Ask one server and compare what it says with the lock.
    Check(Box<CheckArgs>),
    /// Compare two lock files.
    Diff(Box<DiffArgs>),
    /// Verify, rotate or update a lock file.
    Lock(LockArgs),
    /// List the rules, or measure them on labelled data.
    Rules(RulesArgs),
    /// Explain one rule: what it finds, why that matters, what to do.
    Explain(ExplainArgs),
    /// Excuse a finding that you have read, in `warden.toml`.
    Ignore(IgnoreArgs),
    /// Check a policy, try it on a call, or carry one over.
    Policy(PolicyArgs),
    /// Check a server before a commit.
    Precommit(Box<PrecommitArgs>),
    /// Write CI workflow, pre-commit hook and policy for a repository.
    Init(InitArgs),
    /// Write a completion script for a shell to stdout.
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
    /// One of the demo servers that `scan --demo` starts.
    #[command(hide = true)]
    DemoServer {
        /// `honest` or `poisoned`.
        kind: crate::demo::Kind,
    },
}
