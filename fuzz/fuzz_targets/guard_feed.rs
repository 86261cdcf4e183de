//! See `checks/guard_feed.rs`.
#![no_main]

#[path = "../checks/guard_feed.rs"]
mod check;

libfuzzer_sys::fuzz_target!(|data: &[u8]| check::check(data));
