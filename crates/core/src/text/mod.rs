//! A stranger's text and the ways to show it.

mod untrusted;

pub use untrusted::{Untrusted, is_deceptive};
