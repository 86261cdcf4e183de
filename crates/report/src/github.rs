//! Workflow commands that make GitHub show findings beside the config line.
//! Escapes as in `actions/toolkit`: `%`, CR and LF in the text, and `:` and `,`
//! in properties too.

use std::io::{self, Write};
use std::path::Path;

use warden_core::finding::{Finding, Severity};
use warden_core::report::Report;
use warden_core::spec::SourceRef;

use crate::show::{about, head, location, term, term_cut};
use crate::view::{Outcome, Sorted, causes, place};

/// GitHub shows ten annotations of a kind per step; more only fill the log.
const LIMIT: usize = 50;

/// One annotation per cause, at the server's line in its config: errors for
/// what blocks, warnings for what could not be checked. `root` is the checkout,
/// to which GitHub wants file names to be relative.
pub fn github(report: &Report, root: &Path, out: &mut dyn Write) -> io::Result<()> {
    let mut lines: Vec<String> = Vec::new();
    for server in &report.servers {
        let name = server.name.term_limited(60);
        let place = place(server);
        let sorted = Sorted::new(&server.findings, report.fail_on);
        if Outcome::of(server) == Outcome::Blocked {
            for cause in causes(sorted.reasons()) {
                let source = cause.first.source.as_ref().or(place.as_deref());
                lines.push(finding_line(&name, cause.first, source, root));
            }
        }
        if let Some(error) = &server.error {
            let text = format!("{name}: not checked, {}: {}", error.phase, error.message);
            let source = place.as_deref();
            lines.push(command("warning", source, root, "MCP server not checked", &text));
        }
    }
    for cause in causes(&Sorted::new(&report.findings, report.fail_on).blocking) {
        let source = cause.first.source.as_ref();
        lines.push(finding_line("across servers", cause.first, source, root));
    }
    for line in lines.iter().take(LIMIT) {
        writeln!(out, "{line}")?;
    }
    if lines.len() > LIMIT {
        writeln!(out, "::notice::{} more findings are in the report", lines.len() - LIMIT)?;
    }
    Ok(())
}

fn finding_line(
    server: &str,
    finding: &Finding,
    source: Option<&SourceRef>,
    root: &Path,
) -> String {
    let mut text = format!("{server}: {}: {}", about(finding), term_cut(&finding.message, 400));
    if let Some(evidence) = &finding.evidence {
        text.push_str(&format!(" Words: \"{}\"", head(&evidence.matched, 160).term()));
    }
    let level = if finding.severity >= Severity::High { "error" } else { "warning" };
    command(level, source, root, finding.rule.as_str(), &text)
}

fn command(
    level: &str,
    source: Option<&SourceRef>,
    root: &Path,
    title: &str,
    text: &str,
) -> String {
    let mut properties = Vec::new();
    if let Some(source) = source {
        let file = source.file.strip_prefix(root).unwrap_or(&source.file);
        properties.push(format!("file={}", property(&file.display().to_string())));
        properties.push(format!("line={}", source.line));
        properties.extend(source.column.map(|c| format!("col={c}")));
    }
    properties.push(format!("title={}", property(title)));
    let place = source.map(|s| format!(" ({})", location(s))).unwrap_or_default();
    format!("::{level} {}::{}", properties.join(","), data(&format!("{text}{place}")))
}

fn data(text: &str) -> String {
    term(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_can_start_another_command_or_property() {
        assert_eq!(data("a\n::error::b%"), "a\\n::error::b%25");
        assert_eq!(property("a,line=9::b"), "a%2Cline=9%3A%3Ab");
    }
}
