//! What was typed and cannot be: one mistake that is common says what to do.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};

/// Adds to an error that the command of a server stands behind `--`, where that
/// is what was forgotten: `warden pin npx -y some-server`.
pub(crate) fn explained(mut error: clap::Error, typed: &[String]) -> clap::Error {
    let Some(ContextValue::String(arg)) = error.get(ContextKind::InvalidArg) else { return error };
    if error.kind() != ErrorKind::UnknownArgument || arg.starts_with('-') {
        return error;
    }
    let arg = arg.clone();
    let root = super::Cli::command();
    let Some(verb) = verb(&root, typed) else { return error };
    let tip = format!("the server's command stands behind `--`: {verb} -- {arg} …").into();
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    error
}

/// `warden pin`, if it is a command that takes a server.
fn verb(root: &Command, typed: &[String]) -> Option<String> {
    let mut words = vec![root.get_name()];
    let mut at = root;
    for word in typed.iter().skip(1) {
        let Some(next) = at.find_subcommand(word) else { break };
        words.push(next.get_name());
        at = next;
    }
    at.get_arguments().any(clap::Arg::is_last_set).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    fn told(typed: &[&str]) -> String {
        let typed: Vec<String> = typed.iter().map(|t| (*t).to_owned()).collect();
        let error = super::super::Cli::try_parse_from(&typed).unwrap_err();
        explained(error, &typed).to_string()
    }

    #[test]
    fn a_command_without_its_dashes_is_shown_with_them() {
        let text = told(&["warden", "pin", "npx", "-y", "some-server"]);
        assert!(text.contains("warden pin -- npx …"), "{text}");
        let text = told(&["warden", "lock", "update", "--lock", "x", "uvx"]);
        assert!(text.contains("warden lock update -- uvx …"), "{text}");
        for other in [&["warden", "diff", "a", "b", "c"][..], &["warden", "pin", "--lok", "x"]] {
            assert!(!told(other).contains("behind `--`"), "{other:?}");
        }
    }
}
