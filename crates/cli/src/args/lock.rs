//! `warden pin`, `check`, `diff` and `lock`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use warden_lock::Class;

use super::{
    EngineArgs, KeygenArgs, LockSignArgs, OutputArgs, ReachArgs, SignerArgs, VerifyArgs, WhoseArgs,
};

/// The server to ask: a command or a URL.
#[derive(Args, Clone, Debug, Default)]
#[group(required = true, multiple = false)]
pub(crate) struct ServerArgs {
    /// The server to start, after `--`.
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
    /// The remote server to ask.
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,
}

/// Which lock file, and which entry of it.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct LockFileArgs {
    /// The lock file.
    #[arg(long, value_name = "FILE", default_value = "warden.lock")]
    pub(crate) lock: PathBuf,
    /// The entry of a file with several servers [default: the one with this launch].
    #[arg(long, value_name = "NAME")]
    pub(crate) id: Option<String>,
}

/// Who does it.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ActorArgs {
    /// Who approves: a name or an address.
    #[arg(long, value_name = "WHO", env = "WARDEN_APPROVER", hide_env_values = true)]
    pub(crate) approver: Option<String>,
    /// Who runs this: a name or an address.
    #[arg(long, value_name = "WHO", env = "WARDEN_ACTOR", hide_env_values = true)]
    pub(crate) actor: Option<String>,
}

/// Ask one server and write down what it says.
///
/// The engine judges it first: a server that it blocks is not recorded without
/// --force and --reason. A lock that is there already is compared, and what is
/// accepted by replacing it is shown.
#[derive(Args, Clone, Debug, Default)]
#[command(after_help = "Examples:\n  \
    warden pin -- npx -y @modelcontextprotocol/server-filesystem@2026.8.31 /tmp\n  \
    warden pin --approve --approver you@example.com -- uvx mcp-server-time==2026.10.19\n  \
    warden pin --url https://mcp.example.com/mcp\n  \
    warden pin --id files -- node server.js          one entry of several\n\n\
    Then commit warden.lock and run `warden check` with the same command in CI.")]
pub(crate) struct PinArgs {
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    #[command(flatten)]
    pub(crate) file: LockFileArgs,
    /// Record that a person has read and approved it; needs --approver.
    #[arg(long)]
    pub(crate) approve: bool,
    #[command(flatten)]
    pub(crate) who: ActorArgs,
    /// Record it although the engine blocks it, or although it holds a secret; needs --reason.
    #[arg(long, requires = "reason")]
    pub(crate) force: bool,
    /// Why it is recorded all the same.
    #[arg(long, value_name = "TEXT", requires = "force")]
    pub(crate) reason: Option<String>,
    /// Leave out the member `warden`: only what mcp-warden's own format holds.
    #[arg(long, conflicts_with = "id")]
    pub(crate) compat: bool,
    /// Sign it when it is written; with --key, or as the CI job or --identity-token.
    /// With --compat also as mcp-warden does.
    #[arg(long, help_heading = "Signing")]
    pub(crate) sign: bool,
    #[command(flatten)]
    pub(crate) signer: SignerArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) reach: ReachArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Ask one server and compare what it says with the lock.
///
/// Any difference is exit 1, unless --fail-on or --fail-on-class say which
/// differences fail. The lock is never written, and its own digests are
/// verified first.
#[derive(Args, Clone, Debug, Default)]
#[command(after_help = "Examples:\n  \
    warden check -- npx -y @modelcontextprotocol/server-filesystem@2026.8.31 /tmp\n  \
    warden check --lock ci/warden.lock --id files -- node server.js\n  \
    warden check --fail-on medium -- node server.js\n  \
    warden check --fail-on-class new-instruction --fail-on-class new-sink -- node server.js\n  \
    warden check --sarif drift.sarif --url https://mcp.example.com/mcp\n\n\
    Exit codes: 0 as pinned, 1 drift, 3 the server could not be asked, 4 the lock is missing,\n\
    invalid, inconsistent or tampered with.")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    #[command(flatten)]
    pub(crate) file: LockFileArgs,
    /// Fail on changes of this class: cosmetic, narrower, removed, wider,
    /// identity, new-sink or new-instruction. Repeatable.
    #[arg(long, value_name = "CLASS")]
    pub(crate) fail_on_class: Vec<Class>,
    #[command(flatten)]
    pub(crate) signature: VerifyArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) reach: ReachArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Compare two lock files. Nothing is started, and no launch line is shown.
#[derive(Args, Clone, Debug, Default)]
#[command(after_help = "Examples:\n  \
    warden diff old.lock new.lock\n  \
    git show HEAD~1:warden.lock > /tmp/old.lock && warden diff --exit-code /tmp/old.lock warden.lock\n  \
    warden diff a.lock b.lock --json")]
pub(crate) struct DiffArgs {
    /// The older one.
    #[arg(value_name = "A")]
    pub(crate) old: PathBuf,
    /// The newer one.
    #[arg(value_name = "B")]
    pub(crate) new: PathBuf,
    /// Only this entry of files with several servers.
    #[arg(long, value_name = "NAME")]
    pub(crate) id: Option<String>,
    /// Exit 1 if what is pinned differs.
    #[arg(long)]
    pub(crate) exit_code: bool,
    /// Say nothing of who pinned and approved, and when.
    #[arg(long)]
    pub(crate) no_provenance: bool,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Look after a lock file.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    warden lock verify\n  \
    warden lock rotate --approver you@example.com --note 'read again for 2027'\n  \
    warden lock update -- node server.js")]
pub(crate) struct LockArgs {
    #[command(subcommand)]
    pub(crate) command: LockCommand,
}

/// What to do with it.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum LockCommand {
    /// Check that content and digests of a lock agree, without asking any server.
    Verify(LockVerifyArgs),
    /// Make a key pair to sign locks with.
    Keygen(KeygenArgs),
    /// Sign a lock, with a key of your own or as an identity.
    Sign(LockSignArgs),
    /// Record that somebody looked at a lock again; what it pins stays.
    Rotate(LockRotateArgs),
    /// Ask the server again and bring its entry up to date.
    Update(Box<PinArgs>),
}

/// Check that content and digests agree, and who signed it.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    warden lock verify\n  \
    warden lock verify ci/warden.lock --json\n  \
    warden lock verify --key warden.key.pub\n  \
    warden lock verify --certificate-identity you@example.com \\\n      \
    --certificate-oidc-issuer https://accounts.google.com")]
pub(crate) struct LockVerifyArgs {
    /// The lock file.
    #[arg(value_name = "FILE", default_value = "warden.lock")]
    pub(crate) lock: PathBuf,
    #[command(flatten)]
    pub(crate) whose: WhoseArgs,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Record that somebody looked at it again.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    warden lock rotate --actor ci@example.com\n  \
    warden lock rotate warden.lock --approver you@example.com --note 'release 2.1'\n\n\
    A lock that was signed has to be signed again.")]
pub(crate) struct LockRotateArgs {
    /// The lock file.
    #[arg(value_name = "FILE", default_value = "warden.lock")]
    pub(crate) lock: PathBuf,
    /// Only this entry of a file with several servers.
    #[arg(long, value_name = "NAME")]
    pub(crate) id: Option<String>,
    #[command(flatten)]
    pub(crate) who: ActorArgs,
    /// Why, in up to 1000 characters.
    #[arg(long, value_name = "TEXT")]
    pub(crate) note: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
