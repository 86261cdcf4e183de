//! Integration tests of the engine.

mod catalogue;
mod support;
mod weaknesses;
