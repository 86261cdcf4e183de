//! An endpoint as launch rules see it.

use warden_core::{Endpoint, Launch};

use super::shell::{self, Command};

/// The program, its arguments and every command inside them.
pub(crate) struct Line<'a> {
    pub(crate) launch: &'a Launch,
    /// The outermost command first.
    pub(crate) commands: Vec<Command>,
}

impl<'a> Line<'a> {
    /// `None` for a remote server.
    pub(crate) fn of(endpoint: &'a Endpoint) -> Option<Self> {
        let Endpoint::Stdio(launch) = endpoint else { return None };
        // A whole line in the command member is run through a shell by some
        // clients and by none as a program of that name.
        let mut words = if launch.args.is_empty() && launch.command.contains(' ') {
            shell::parse(&launch.command).into_iter().next().map(|c| c.words).unwrap_or_default()
        } else {
            vec![launch.command.clone()]
        };
        words.extend(launch.args.iter().cloned());
        let mut commands = shell::commands(&words);
        if launch.args.is_empty() && launch.command.contains(' ') {
            commands.extend(shell::parse(&launch.command).into_iter().skip(1));
        }
        Some(Self { launch, commands })
    }
}
