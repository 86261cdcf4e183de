//! `warden pin`, `check`, `diff` and `lock`: what was approved, and whether it
//! is still that.

mod ask;
mod changes;
mod check;
mod diff;
mod keygen;
mod keyless;
mod pin;
mod rotate;
pub(crate) mod scan;
mod sign;
mod signable;
mod signature;
pub(crate) mod store;
mod verify;

pub(crate) use check::run as check;
pub(crate) use diff::run as diff;
pub(crate) use pin::run as pin;
pub(crate) use store::load;

use std::path::Path;

use warden_core::{Exit, Untrusted};

use crate::args::{LockArgs, LockCommand};
use crate::failure::Failure;

/// Runs `warden lock …`.
pub(crate) fn maintain(args: &LockArgs) -> Result<Exit, Failure> {
    match &args.command {
        LockCommand::Verify(args) => verify::run(args),
        LockCommand::Keygen(args) => keygen::run(args),
        LockCommand::Sign(args) => sign::run(args),
        LockCommand::Rotate(args) => rotate::run(args),
        LockCommand::Update(args) => pin::update(args),
    }
}

/// A path as it may be shown.
fn shown(path: &Path) -> String {
    Untrusted::from(path.to_string_lossy().as_ref()).term()
}
