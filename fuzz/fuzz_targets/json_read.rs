//! See `checks/json_read.rs`.
#![no_main]

#[path = "../checks/json_read.rs"]
mod check;

libfuzzer_sys::fuzz_target!(|data: &[u8]| check::check(data));
