//! JSON: the report as one document, and the lines of `vet --jsonl`.

mod format;
mod line;

use std::io::{self, Write};

use serde::Serialize;
use warden_core::report::Report;

pub(crate) use format::Safe;
pub use line::{jsonl_action, jsonl_error, jsonl_verdict};

/// One JSON document, `warden.report/1`.
pub fn json(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    pretty(report, out)
}

/// Any document as indented JSON that is safe to print to a terminal, with a final newline.
pub fn pretty<T: Serialize>(value: &T, out: &mut dyn Write) -> io::Result<()> {
    let mut buffer = io::BufWriter::with_capacity(64 * 1024, out);
    let mut ser = serde_json::Serializer::with_formatter(&mut buffer, Safe::pretty());
    value.serialize(&mut ser)?;
    buffer.write_all(b"\n")?;
    buffer.flush()
}
