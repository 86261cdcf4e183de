//! Options that several commands share.

use std::path::PathBuf;

use clap::{Args, ColorChoice};
use warden_core::Severity;

/// Where results go.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// Print one JSON document to stdout; everything human goes to stderr.
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the JSON report to FILE as well.
    #[arg(long, value_name = "FILE")]
    pub(crate) json_file: Option<PathBuf>,
    /// Write SARIF 2.1.0 to FILE, for code scanning.
    #[arg(long, value_name = "FILE")]
    pub(crate) sarif: Option<PathBuf>,
    /// Write Markdown to FILE, for a job summary.
    #[arg(long, value_name = "FILE")]
    pub(crate) markdown: Option<PathBuf>,
    /// Write one self-contained HTML page to FILE.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Print annotations for GitHub (`::error file=…`) to stderr.
    #[arg(long)]
    pub(crate) github: bool,
    /// Show advisory findings and the details of allowed servers too.
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// When to use colour.
    #[arg(long, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub(crate) color: ColorChoice,
    /// No progress and no hints on stderr.
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// What judges, and how strictly.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Judgement")]
pub(crate) struct EngineArgs {
    /// Block from this severity on: info, low, medium, high or critical.
    #[arg(long, value_name = "SEVERITY", value_parser = severity)]
    pub(crate) fail_on: Option<Severity>,
    /// Policy file, with thresholds and ignore entries (default: ./warden.toml
    /// for `vet`, for `scan --project` and for files that are named).
    #[arg(long, value_name = "FILE")]
    pub(crate) policy: Option<PathBuf>,
    /// A directory with rules of your own (`*.toml`).
    #[arg(long, value_name = "DIR")]
    pub(crate) rules: Option<PathBuf>,
    /// Block servers whose tools nobody has approved.
    #[arg(long)]
    pub(crate) require_approval: bool,
}

/// How servers are started and reached.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Starting and reaching servers")]
pub(crate) struct ReachArgs {
    /// Time for one server as a whole, such as 30s, 2m or 1500ms; a bare number
    /// counts seconds [default: 3m].
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) timeout: Option<std::time::Duration>,
    /// Hold one session instead of two or three: faster, and blind for tools
    /// that a server shows only to some clients.
    #[arg(long)]
    pub(crate) quick: bool,
    /// Refuse remote servers whose address is not public.
    #[arg(long)]
    pub(crate) public_only: bool,
    /// Pass the whole environment on to servers, not only a short list.
    #[arg(long)]
    pub(crate) inherit_env: bool,
    /// Pass this variable on to servers; with =VALUE, set it. Repeatable.
    #[arg(long, value_name = "NAME[=VALUE]")]
    pub(crate) env: Vec<String>,
    /// Send this header to the remote server. Repeatable.
    #[arg(long, value_name = "'NAME: VALUE'")]
    pub(crate) header: Vec<String>,
    /// Directory to start servers in; for `scan`, also the project directory.
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<PathBuf>,
    /// PEM file with additional certificate authorities.
    #[arg(long, value_name = "FILE")]
    pub(crate) ca_file: Option<PathBuf>,
}

fn severity(s: &str) -> Result<Severity, String> {
    s.parse()
}

/// `30s`, `2m`, `1500ms`, or a bare number of seconds.
pub(crate) fn duration(s: &str) -> Result<std::time::Duration, String> {
    use std::time::Duration;
    const MAX: Duration = Duration::from_secs(3600);
    let parsed = match s.parse::<u64>() {
        Ok(n) if n > 3600 => {
            return Err(format!("a bare number counts seconds; write {n}ms for milliseconds"));
        }
        Ok(n) => Duration::from_secs(n),
        Err(_) => humantime::parse_duration(s).map_err(|e| e.to_string())?,
    };
    if parsed < Duration::from_millis(100) || parsed > MAX {
        return Err("must be between 100ms and 1h".into());
    }
    Ok(parsed)
}

#[cfg(test)]
mod tests {
    use super::duration;
    use std::time::Duration;

    #[test]
    fn durations_have_units_or_count_seconds() {
        assert_eq!(duration("30"), Ok(Duration::from_secs(30)));
        assert_eq!(duration("1500ms"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert!(duration("30000").is_err_and(|e| e.contains("30000ms")));
        assert!(duration("0").is_err());
        assert!(duration("2days").is_err());
        assert!(duration("soon").is_err());
    }
}
