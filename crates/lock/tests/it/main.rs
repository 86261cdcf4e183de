//! Tests of the lock crate through its public face.

mod interop;
mod support;
