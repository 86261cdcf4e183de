//! See `checks/wire.rs`.
#![no_main]

#[path = "../checks/wire.rs"]
mod check;

libfuzzer_sys::fuzz_target!(|data: &[u8]| check::check(data));
