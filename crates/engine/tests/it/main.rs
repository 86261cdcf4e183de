//! Integration tests of the engine.

mod catalogue;
mod frames;
mod support;
mod weaknesses;
