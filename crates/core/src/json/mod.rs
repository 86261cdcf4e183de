//! A lossless, tolerant JSON reader and its canonical form.
//!
//! MCP clients are written in many languages and their parsers disagree:
//! some take a byte order mark, `NaN`, a lone surrogate or a repeated key,
//! some do not. A scanner that refuses what a client accepts is blind exactly
//! where a payload is put, so this reader accepts the union, keeps every byte
//! and records each departure from RFC 8259 as an [`Anomaly`] with its place.

mod anomaly;
mod canonical;
mod doc;
mod keys;
mod number;
mod odd;
mod parse;
mod pointer;
mod read;
mod scalar;
mod sort;
mod string;

pub use anomaly::{Anomaly, AnomalyKind};
pub use canonical::{JcsError, NumberPolicy, item_digest, jcs, lossless, write_string};
pub use doc::{Doc, Kind, NodeId, Span, Val};
pub use number::Num;
pub use pointer::push_token;
pub use read::{Limits, Mode, ReadError, ReadErrorKind, read};
pub use sort::utf16_order;
pub use string::unescape;
