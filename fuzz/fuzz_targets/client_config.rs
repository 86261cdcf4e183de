//! See `checks/client_config.rs`.
#![no_main]

#[path = "../checks/client_config.rs"]
mod check;

libfuzzer_sys::fuzz_target!(|data: &[u8]| check::check(data));
