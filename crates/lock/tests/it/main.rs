//! Tests of the lock crate through its public face.

mod defects;
mod hostile;
mod interop;
mod odd;
mod properties;
mod seeds;
mod support;
