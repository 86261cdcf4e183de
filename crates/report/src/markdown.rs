//! Markdown for a job summary (`GITHUB_STEP_SUMMARY`, at most 1 MiB).

use std::io::{self, Write};

use warden_core::Untrusted;
use warden_core::finding::{Evidence, Finding};
use warden_core::report::{Report, ServerReport};

use crate::show::{count, gaps, head, location, tail};
use crate::view::{Cause, Outcome, Sorted, causes, with_outcome};

/// GitHub drops a summary of more than 1 MiB as a whole, so some is kept free
/// for what else the step writes.
const BUDGET: usize = 900_000;

/// Markdown for a job summary.
pub fn markdown(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut doc = Doc { text: header(report), left_out: 0 };
    overview(report, &mut doc);
    for server in with_outcome(report, Outcome::Blocked) {
        doc.push(&blocked(server, report));
    }
    doc.push(&across(report));
    doc.push(&not_checked(report));
    for note in &report.notes {
        doc.push(&format!("> {}\n\n", ours(note)));
    }
    if doc.left_out > 0 {
        doc.text.push_str(&format!(
            "\n*{} left out here for their size; the JSON report has all of them.*\n\n",
            count(doc.left_out, "part")
        ));
    }
    doc.text.push_str(&footer(report));
    out.write_all(doc.text.as_bytes())
}

/// The document so far; a part that does not fit is counted, not cut.
struct Doc {
    text: String,
    left_out: usize,
}

impl Doc {
    fn push(&mut self, part: &str) {
        self.push_within(BUDGET, part);
    }

    fn push_within(&mut self, budget: usize, part: &str) {
        if self.text.len() + part.len() <= budget {
            self.text.push_str(part);
        } else {
            self.left_out += 1;
        }
    }
}

/// A stranger's words as inline code, cut.
fn code(text: &str, max: usize) -> String {
    Untrusted::from(Untrusted::from(text).term_limited(max)).md()
}

/// A sentence of ours, which may quote a name: with every character escaped
/// that could mean something (CommonMark 2.4), and as code where it could
/// mention a person, since no escape stops that.
fn ours(text: &str) -> String {
    let shown = Untrusted::from(text).term_limited(600);
    if shown.contains('@') {
        return Untrusted::from(shown).md();
    }
    let mut out = String::with_capacity(shown.len() + 16);
    for c in shown.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '|' => out.push('¦'),
            ' ' | ',' | ';' | '\'' | '"' | '(' | ')' => out.push(c),
            c if c.is_ascii_punctuation() => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

fn header(report: &Report) -> String {
    let s = &report.summary;
    let status = if s.blocked > 0 {
        format!("❌ **{} blocked**", count(s.blocked, "server"))
    } else if s.errors > 0 {
        format!("⚠️ **nothing blocked, {} not checked**", count(s.errors, "server"))
    } else if s.servers == 0 {
        "⚠️ **no servers found**".to_string()
    } else {
        "✅ **nothing blocked**".to_string()
    };
    let launch = match s.launch_only {
        0 => String::new(),
        n => format!(", {n} by launch line only"),
    };
    format!(
        "## Warden: MCP servers\n\n{status}: {}, {} allowed, {} blocked, {} not checked, {} skipped{launch}\n\n",
        count(s.servers, "server"),
        s.allowed,
        s.blocked,
        s.errors,
        s.skipped
    )
}

fn overview(report: &Report, doc: &mut Doc) {
    if report.servers.is_empty() {
        return;
    }
    doc.push("|  | Server | Config | Tools | Findings |\n|---|---|---|---|---|\n");
    for outcome in Outcome::ALL {
        for server in with_outcome(report, outcome) {
            // A long table must leave room for the reasons.
            doc.push_within(BUDGET / 2, &row(server, outcome, report));
        }
    }
    doc.push("\n");
}

fn row(server: &ServerReport, outcome: Outcome, report: &Report) -> String {
    let mark = match outcome {
        Outcome::Blocked => "❌",
        Outcome::Error => "⚠️",
        Outcome::Skipped => "⏭️",
        Outcome::LaunchOnly => "🔸",
        Outcome::Allowed => "✅",
    };
    let place = server.source.as_ref().map(|s| code(&location(s), 160)).unwrap_or_default();
    let tools = server.tool_count.map(|n| n.to_string()).unwrap_or_default();
    let name = code(server.name.expose(), 60);
    format!(
        "| {mark} {} | {name} | {place} | {tools} | {} |\n",
        outcome.word(),
        findings_cell(server, report)
    )
}

fn findings_cell(server: &ServerReport, report: &Report) -> String {
    const SHOWN: usize = 5;
    let sorted = Sorted::new(&server.findings, report.fail_on);
    let mut rules: Vec<&str> = Vec::new();
    for f in sorted.blocking.iter().chain(&sorted.below) {
        if !rules.contains(&f.rule.as_str()) {
            rules.push(f.rule.as_str());
        }
    }
    let mut parts: Vec<String> = rules.iter().take(SHOWN).map(|r| code(r, 60)).collect();
    if rules.len() > SHOWN {
        parts.push(format!("{} more", rules.len() - SHOWN));
    }
    if !sorted.advisory.is_empty() {
        parts.push(count(sorted.advisory.len(), "advisory"));
    }
    if !server.ignored.is_empty() {
        parts.push(format!("{} excused", server.ignored.len()));
    }
    if let Some(error) = &server.error {
        parts.push(ours(&error.message));
    }
    if let Some(reason) = &server.skipped {
        parts.push(ours(reason));
    }
    if server.completeness.as_ref().is_some_and(|c| !gaps(c).is_empty()) {
        parts.push("read incompletely".into());
    }
    parts.join(", ")
}

fn details(summary: &str, body: &str) -> String {
    // The line of `summary` is an HTML block (CommonMark 4.6) up to the empty
    // line, so its text takes the escape for HTML.
    format!("<details><summary>{summary}</summary>\n\n{body}\n</details>\n\n")
}

fn blocked(server: &ServerReport, report: &Report) -> String {
    let sorted = Sorted::new(&server.findings, report.fail_on);
    let name = Untrusted::from(server.name.term_limited(60)).html();
    let mut body = format!("Started by {}\n\n", code(server.launch.expose(), 300));
    body.push_str(&list(sorted.reasons()));
    for gap in server.completeness.iter().flat_map(gaps) {
        body.push_str(&format!("- incomplete: {}\n", ours(&gap)));
    }
    details(&format!("Why <code>{name}</code> is blocked"), &body)
}

fn list(findings: &[&Finding]) -> String {
    const LIMIT: usize = 40;
    let all = causes(findings);
    let mut out: String = all.iter().take(LIMIT).map(item).collect();
    if all.len() > LIMIT {
        out.push_str(&format!("- {} more\n", all.len() - LIMIT));
    }
    out
}

fn item(cause: &Cause<'_>) -> String {
    let f = cause.first;
    let mut out = format!("- **{}** {} ", f.severity.name(), code(f.rule.as_str(), 80));
    match f.subject.name() {
        Some(name) => out.push_str(&format!("{} {}", f.subject.kind(), code(name.expose(), 60))),
        None => out.push_str(f.subject.kind()),
    }
    if let Some(path) = f.path.as_deref().filter(|p| !p.is_empty()) {
        out.push_str(&format!(" at {}", code(path, 120)));
    }
    out.push_str(&format!("  \n  {}\n", ours(&f.message)));
    if let Some(evidence) = &f.evidence {
        out.push_str(&format!("  > {}\n", quote(evidence)));
    }
    if !cause.also.is_empty() {
        out.push_str(&format!("\n  Also in {}\n", count(cause.also.len(), "other place")));
    }
    if let Some(fix) = &f.fix {
        out.push_str(&format!("\n  Fix: {}\n", ours(fix)));
    }
    out
}

/// Before and behind as code, the match as bold code.
fn quote(evidence: &Evidence) -> String {
    let mut out = String::new();
    if !evidence.before.is_empty() {
        out.push_str(&format!("{} ", tail(&evidence.before, 60).md()));
    }
    out.push_str(&format!("**{}**", head(&evidence.matched, 200).md()));
    if !evidence.after.is_empty() {
        out.push_str(&format!(" {}", head(&evidence.after, 60).md()));
    }
    if let Some(reads) = &evidence.reads_as {
        out.push_str(&format!(", reads as {}", head(reads, 200).md()));
    }
    out
}

fn across(report: &Report) -> String {
    let sorted = Sorted::new(&report.findings, report.fail_on);
    let told: Vec<_> = sorted.blocking.iter().chain(&sorted.below).copied().collect();
    if told.is_empty() {
        return String::new();
    }
    details(&format!("Across files and servers: {}", count(told.len(), "finding")), &list(&told))
}

fn not_checked(report: &Report) -> String {
    let mut body = String::new();
    for source in &report.sources {
        if let Some(error) = &source.error {
            let path = code(&source.path.display().to_string(), 200);
            let first = error.lines().find(|l| !l.trim().is_empty()).unwrap_or_default();
            body.push_str(&format!("- config {path} could not be read: {}\n", ours(first)));
        }
    }
    for server in with_outcome(report, Outcome::Error) {
        let name = code(server.name.expose(), 60);
        let Some(error) = &server.error else { continue };
        let (phase, message) = (ours(&error.phase), ours(&error.message));
        body.push_str(&format!("- {name}: {phase}: {message}\n"));
        if let Some(stderr) = &error.stderr {
            body.push_str(&format!("  \n  stderr: {}\n", head(stderr, 300).md()));
        }
        if let Some(hint) = &error.hint {
            body.push_str(&format!("  \n  {}\n", ours(hint)));
        }
    }
    if body.is_empty() { body } else { details("What could not be checked", &body) }
}

fn footer(report: &Report) -> String {
    let digest: String = report.ruleset.digest.chars().take(16).collect();
    format!(
        "<sub>Warden {} · ruleset {} ({}) · blocks from {} · {}</sub>\n",
        report.version,
        Untrusted::from(report.ruleset.version.as_str()).html(),
        Untrusted::from(digest).html(),
        report.fail_on.name(),
        Untrusted::from(report.generated_at.as_str()).html()
    )
}
