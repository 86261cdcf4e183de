//! `warden precommit`: `check` from the top of the repository.

use std::path::{Path, PathBuf};

use warden_core::Exit;

use crate::args::PrecommitArgs;
use crate::failure::Failure;
use crate::tty;

/// Runs the command. It never writes the lock, as `check` never does.
pub(crate) fn run(args: &PrecommitArgs) -> Result<Exit, Failure> {
    if let Some(top) = super::cwd().as_path().ancestors().find(|d| is_top(d)) {
        std::env::set_current_dir(top)
            .map_err(|source| Failure::Read { path: PathBuf::from(top), source })?;
    }
    match super::lock::check(&args.check)? {
        Exit::NotEvaluated if !args.strict => {
            tty::say("warden: the server could not be asked; the commit passes (--strict to fail)");
            Ok(Exit::Clean)
        }
        exit => Ok(exit),
    }
}

/// A work tree has `.git` as a directory; linked ones and submodules as a file
/// (gitrepository-layout(5)).
fn is_top(dir: &Path) -> bool {
    dir.join(".git").exists()
}
