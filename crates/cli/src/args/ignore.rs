//! `warden ignore`.

use std::path::PathBuf;

use clap::Args;

/// Excuse a finding that you have read: writes an entry to `warden.toml`.
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "The entry names the rule, the server, the tool and the digest of the text: \
    when the\ntext changes, it is no longer excused. What is excused is still shown.\n\nExamples:\n  \
    warden scan --json-file report.json\n  \
    warden ignore 07052a2cec4d466c --report report.json --reason \"quotes an attack\"\n  \
    warden ignore WRD-LAUNCH-UNPINNED --report report.json --server notes \\\n      \
        --reason \"ours, released with us\" --until 2027-06-30"
)]
pub(crate) struct IgnoreArgs {
    /// The finding: its `fingerprint`, or its rule where only one finding has it.
    pub(crate) finding: String,
    /// A report with it, written by `--json` or `--json-file`.
    #[arg(long, value_name = "FILE")]
    pub(crate) report: PathBuf,
    /// Why it may stand.
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: String,
    /// Last day on which it may stand, `YYYY-MM-DD`.
    #[arg(long, value_name = "DATE")]
    pub(crate) until: Option<String>,
    /// Only findings of this server.
    #[arg(long, value_name = "NAME")]
    pub(crate) server: Option<String>,
    /// The policy file to write to.
    #[arg(long, value_name = "FILE", default_value = "warden.toml")]
    pub(crate) policy: PathBuf,
}
