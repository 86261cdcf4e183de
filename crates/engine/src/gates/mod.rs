//! The chain of gates and the verdict.

pub(crate) mod feed;
pub(crate) mod feed_builtin;
pub(crate) mod pin;
pub(crate) mod verdict;
mod wildcard;
