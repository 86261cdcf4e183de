//! See `checks/surface.rs`.
#![no_main]

#[path = "../checks/surface.rs"]
mod check;

libfuzzer_sys::fuzz_target!(|data: &[u8]| check::check(data));
