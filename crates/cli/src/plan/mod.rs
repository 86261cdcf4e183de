//! From what was typed to what will be done: everything that can be wrong is
//! found here, before any server is started.

mod judge;
mod policy;
mod reach;

pub(crate) use judge::Judge;
pub(crate) use policy::{is_date, parse_policy, read_small};
pub(crate) use reach::Reach;
