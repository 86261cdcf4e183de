//! The wire against a hostile server, process by process.

mod common;
mod eras;
mod http;
mod http_odd;
mod stdio_ends;
mod stdio_odd;
mod stdio_reads;
