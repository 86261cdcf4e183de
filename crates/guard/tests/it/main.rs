//! Sessions as texts, and what must hold of every session.

mod properties;
mod seeds;
mod sessions;
mod support;
