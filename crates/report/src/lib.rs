//! Renderers: pure functions from a report to bytes.

use std::io::{self, Write};
use std::path::Path;

use warden_core::report::{Report, Ruleset};
use warden_core::{RuleMeta, Verdict};

/// How the table is drawn.
#[derive(Clone, Copy, Debug)]
pub struct TableOptions {
    /// With ANSI colours.
    pub color: bool,
    /// Columns of the terminal.
    pub width: usize,
    /// Also advisory findings and allowed servers' details.
    pub verbose: bool,
}

/// One JSON document, `warden.report/1`.
pub fn json(_report: &Report, _out: &mut dyn Write) -> io::Result<()> {
    unimplemented!()
}

/// One line of `vet --jsonl`: a verdict. `id` is the record's id as written.
pub fn jsonl_verdict(
    _id: Option<&[u8]>,
    _verdict: &Verdict,
    _ruleset: &Ruleset,
    _out: &mut dyn Write,
) -> io::Result<()> {
    unimplemented!()
}

/// One line of `vet --jsonl`: a record that could not be read.
pub fn jsonl_error(
    _id: Option<&[u8]>,
    _line: u64,
    _error: &str,
    _out: &mut dyn Write,
) -> io::Result<()> {
    unimplemented!()
}

/// The table for a person.
pub fn table(_report: &Report, _options: &TableOptions, _out: &mut dyn Write) -> io::Result<()> {
    unimplemented!()
}

/// SARIF 2.1.0. Paths below `root` become relative to it.
pub fn sarif(
    _report: &Report,
    _rules: &[RuleMeta],
    _root: &Path,
    _out: &mut dyn Write,
) -> io::Result<()> {
    unimplemented!()
}

/// Markdown for a job summary.
pub fn markdown(_report: &Report, _out: &mut dyn Write) -> io::Result<()> {
    unimplemented!()
}

/// One self-contained page.
pub fn html(_report: &Report, _rules: &[RuleMeta], _out: &mut dyn Write) -> io::Result<()> {
    unimplemented!()
}

/// Any document as pretty JSON in which characters that could deceive a reader
/// are escaped.
pub fn to_safe_json(_doc: &impl serde::Serialize, _out: &mut dyn Write) -> io::Result<()> {
    unimplemented!()
}
