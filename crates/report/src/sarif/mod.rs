//! SARIF 2.1.0 (OASIS, with errata 01).

mod build;
mod model;
mod place;
mod rules;

use std::io::{self, Write};
use std::path::Path;

use warden_core::RuleMeta;
use warden_core::report::Report;

/// SARIF 2.1.0. Paths below `root` become relative to it.
///
/// Advisory findings are counted in the run's properties and are no results:
/// a code scanning page that lists every unpinned package is read by nobody.
pub fn sarif(
    report: &Report,
    rules: &[RuleMeta],
    root: &Path,
    out: &mut dyn Write,
) -> io::Result<()> {
    crate::json::pretty(&build::log(report, rules, root), out)
}
