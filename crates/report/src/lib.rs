//! Renderers: pure functions from a report to bytes.
//!
//! Whatever a server, a config or a file name contributes is hostile. It
//! leaves only through an escape for the sink, see [`warden_core::Untrusted`];
//! our own sentences take the same way, since they can quote it.

mod github;
mod html;
mod json;
mod markdown;
mod sarif;
mod show;
mod table;
mod view;

pub use github::github;
pub use html::html;
pub use json::{json, jsonl_action, jsonl_error, jsonl_verdict, pretty as to_safe_json};
pub use markdown::markdown;
pub use sarif::sarif;
pub use table::{TableOptions, table};
