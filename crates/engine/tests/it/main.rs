//! Integration tests of the engine.

mod catalogue;
mod frames;
mod inspect;
mod support;
mod weaknesses;
