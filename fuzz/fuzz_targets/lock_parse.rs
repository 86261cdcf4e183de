//! See `checks/lock_parse.rs`.
#![no_main]

#[path = "../checks/lock_parse.rs"]
mod check;

libfuzzer_sys::fuzz_target!(|data: &[u8]| check::check(data));
