//! `warden policy`.

mod convert;
mod eval;

use std::path::Path;

use warden_core::policy::Policy;
use warden_core::{Exit, Untrusted};
use warden_policy::CallPolicy;

use crate::args::{PolicyArgs, PolicyCommand};
use crate::failure::Failure;
use crate::plan::{parse_policy, read_small};
use crate::tty;

/// Runs the command.
pub(crate) fn run(args: &PolicyArgs) -> Result<Exit, Failure> {
    match &args.command {
        PolicyCommand::Lint(args) => lint(&args.file),
        PolicyCommand::Eval(args) => eval::run(args),
        PolicyCommand::Convert(args) => convert::run(&args.file),
    }
}

/// Reads a policy and compiles what it says of calls.
fn compiled(path: &Path) -> Result<(Policy, CallPolicy), Failure> {
    let policy = parse_policy(path, &read_small(path)?)?;
    let calls = CallPolicy::new(&policy).map_err(|e| {
        let why = Untrusted::from(e.to_string()).term_limited(400);
        Failure::Config(format!("{}: {why}", path.display()))
    })?;
    Ok((policy, calls))
}

fn lint(path: &Path) -> Result<Exit, Failure> {
    let (policy, _) = compiled(path)?;
    let warnings = warden_policy::lint(&policy);
    for warning in &warnings {
        let message = Untrusted::from(warning.message.as_str()).term_limited(400);
        super::print(&format!("{}: {}: {message}\n", path.display(), warning.place))?;
    }
    tty::say(&format!(
        "{}: {} call entries, {} ignore entries, {} warnings",
        path.display(),
        policy.call.len(),
        policy.ignore.len(),
        warnings.len()
    ));
    Ok(if warnings.is_empty() { Exit::Clean } else { Exit::Gate })
}
