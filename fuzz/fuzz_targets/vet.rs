//! See `checks/vet.rs`.
#![no_main]

#[path = "../checks/vet.rs"]
mod check;

libfuzzer_sys::fuzz_target!(|data: &[u8]| check::check(data));
