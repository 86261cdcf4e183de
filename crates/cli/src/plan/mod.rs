//! From what was typed to what will be done: everything that can be wrong is
//! found here, before any server is started.

mod judge;
mod reach;

pub(crate) use judge::Judge;
pub(crate) use reach::Reach;
