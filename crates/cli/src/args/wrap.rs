//! `warden wrap`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use warden_engine::{Action, Class};

use super::{EngineArgs, ResultsMode};

/// When a call costs a new listing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RelistMode {
    /// When the tools were said to have changed, or were not listed yet.
    #[default]
    Changed,
    /// Before every call.
    Always,
}

/// What becomes of a call before which a person is to be asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum AskMode {
    /// The client asks, with a form of the guard's (MCP elicitation).
    #[default]
    Elicit,
    /// It is refused.
    Refuse,
}

/// Stand between a client and a server: start the server and guard what passes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    warden wrap -- npx -y @modelcontextprotocol/server-filesystem@2026.8.31 /tmp\n  \
    warden wrap --id files --require-approval -- my-server\n  \
    warden wrap --install\n  \
    warden wrap --install --client cursor --policy ~/warden.toml files\n\n\
    `--install` writes the guard into the clients' configs (JSON and TOML; for others it prints\n\
    what to write), keeps everything else in them, and a copy of the file beside it; `--uninstall`\n\
    takes it out. By hand, put `warden` in place of the server's command and\n\
    `wrap --` in front of it in the arguments. What the client and the server say\n\
    passes unchanged, unless it is refused, edited or warned of; docs/guard.md has the\n\
    rules. The exit code is the server's; 3 when it was not started.")]
pub(crate) struct WrapArgs {
    /// With --install and --uninstall: names of servers.
    #[arg(value_name = "SERVER", requires = "change", help_heading = "Configs")]
    pub(crate) servers: Vec<String>,
    /// The server to start, after `--`.
    #[arg(last = true, value_name = "COMMAND",
        required_unless_present_any = ["install", "uninstall", "url"])]
    pub(crate) command: Vec<String>,
    /// The remote server to reach (Streamable HTTP), in place of a command.
    #[arg(long, value_name = "URL", conflicts_with_all = ["command", "install", "uninstall"],
        help_heading = "Remote servers")]
    pub(crate) url: Option<String>,
    /// Send this header to the remote server. Repeatable.
    #[arg(long, value_name = "'NAME: VALUE'", requires = "url", help_heading = "Remote servers")]
    pub(crate) header: Vec<String>,
    /// Serve as a Streamable HTTP server at this address, such as 127.0.0.1:8080, in
    /// place of stdio.
    #[arg(
        long,
        value_name = "ADDRESS",
        requires = "url",
        conflicts_with = "record",
        help_heading = "Remote servers"
    )]
    pub(crate) listen: Option<std::net::SocketAddr>,
    /// The variable with the token that clients of --listen must send (`Authorization:
    /// Bearer`); needed where others can reach the address.
    #[arg(long, value_name = "NAME", requires = "listen", help_heading = "Remote servers")]
    pub(crate) token_env: Option<String>,
    /// Pages of this origin may use --listen. Repeatable.
    #[arg(long, value_name = "ORIGIN", requires = "listen", help_heading = "Remote servers")]
    pub(crate) allow_origin: Vec<String>,
    /// PEM file with additional certificate authorities.
    #[arg(long, value_name = "FILE", requires = "url", help_heading = "Remote servers")]
    pub(crate) ca_file: Option<PathBuf>,
    /// Refuse a remote server whose address is not public.
    #[arg(long, requires = "url", help_heading = "Remote servers")]
    pub(crate) public_only: bool,
    /// Put the guard in front of the servers in the configs of the clients on this
    /// machine, or of these SERVERs; the other switches go into the configs as well.
    #[arg(long, group = "change", conflicts_with = "command", help_heading = "Configs")]
    pub(crate) install: bool,
    /// Take the guard out of the configs again.
    #[arg(long, group = "change", conflicts_with = "command", help_heading = "Configs")]
    pub(crate) uninstall: bool,
    /// Show what would be changed and change nothing.
    #[arg(long, requires = "change", help_heading = "Configs")]
    pub(crate) dry_run: bool,
    /// Only this client's configs; `warden clients --list` names them. Repeatable.
    #[arg(long, value_name = "NAME", requires = "change", help_heading = "Configs")]
    pub(crate) client: Vec<String>,
    /// The name under which the server is pinned [default: made from its launch line].
    #[arg(long, value_name = "ID", value_parser = id)]
    pub(crate) id: Option<String>,
    /// What is approved stands in this lock file, in place of the pins.
    #[arg(long, value_name = "FILE")]
    pub(crate) lock: Option<PathBuf>,
    /// Leave out single tools that are refused, instead of refusing the list.
    #[arg(long)]
    pub(crate) partial: bool,
    /// How strictly to treat the texts of results.
    #[arg(long, value_name = "MODE", value_enum, default_value_t = ResultsMode::Default)]
    pub(crate) results: ResultsMode,
    /// results.CLASS=ACTION: what one class of finding leads to. Classes: hidden,
    /// secret, exfiltration, injection, incomplete; actions: pass, warn, edit (only
    /// hidden and secret), block. Repeatable.
    #[arg(long, value_name = "SETTING", value_parser = setting)]
    pub(crate) set: Vec<(Class, Action)>,
    /// When the tools are listed and judged anew before a call: when they were said to
    /// have changed, or always.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = RelistMode::Changed)]
    pub(crate) relist: RelistMode,
    /// What becomes of a call of a sensitive tool (`sensitive` and `action = "ask"` in the
    /// policy): ask the person through the client, or refuse it.
    #[arg(long, value_name = "HOW", value_enum, default_value_t = AskMode::Elicit)]
    pub(crate) ask: AskMode,
    /// Refuse and change nothing; only say what would have been done.
    #[arg(long)]
    pub(crate) audit_only: bool,
    /// End the session, with exit code 3, when the guard itself fails.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Append what is found to FILE, one JSON object a line.
    #[arg(long, value_name = "FILE")]
    pub(crate) verdict_log: Option<PathBuf>,
    /// Write what was found to FILE at the end of the session, as SARIF 2.1.0.
    #[arg(long, value_name = "FILE", conflicts_with = "listen")]
    pub(crate) sarif: Option<PathBuf>,
    /// Write the session to a new file FILE, secrets taken out, for `warden inspect`.
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Where pins are kept [default: WARDEN_STATE_DIR, or warden in the state directory].
    #[arg(long, value_name = "DIR")]
    pub(crate) state_dir: Option<PathBuf>,
    /// Say nothing on stderr.
    #[arg(short, long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

/// An id: a letter or digit, then at most 127 letters, digits, `.`, `_`, `-`.
pub(crate) fn id(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let fine = text.len() <= 128
        && text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text.chars().all(plain);
    if fine {
        Ok(text.to_owned())
    } else {
        Err("an id is a letter or digit and then letters, digits, '.', '_' or '-'".into())
    }
}

/// `results.CLASS=ACTION`.
pub(crate) fn setting(text: &str) -> Result<(Class, Action), String> {
    let wrong = || "expected results.CLASS=ACTION".to_owned();
    let (class, action) =
        text.strip_prefix("results.").and_then(|t| t.split_once('=')).ok_or_else(wrong)?;
    let class = Class::ALL
        .into_iter()
        .find(|c| c.name() == class)
        .ok_or_else(|| format!("there is no class {class}"))?;
    let action = [Action::Pass, Action::Warn, Action::Edit, Action::Block]
        .into_iter()
        .find(|a| a.name() == action)
        .ok_or_else(|| format!("there is no action {action}"))?;
    if action == Action::Edit && !matches!(class, Class::Hidden | Class::Secret) {
        return Err(format!("a finding of the class {} cannot be edited", class.name()));
    }
    Ok((class, action))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_name_class_and_action() {
        assert_eq!(setting("results.secret=block"), Ok((Class::Secret, Action::Block)));
        for wrong in ["secret=block", "results.secret", "results.x=block", "results.injection=edit"]
        {
            assert!(setting(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn ids_are_plain() {
        assert!(id("files-1.0_x").is_ok());
        for wrong in ["", "-x", "a b", "a/b", "ä", &"x".repeat(129)] {
            assert!(id(wrong).is_err(), "{wrong}");
        }
    }
}
