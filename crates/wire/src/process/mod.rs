//! Starting a server's program and ending everything it started.

mod env;
mod group;
mod launch;
mod program;
mod stderr;
mod strays;

pub(crate) use group::{Group, end_all};
pub(crate) use launch::{Started, start};
pub use program::{Pipes, Program};
