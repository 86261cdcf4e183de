//! The table for a person at a terminal: what is blocked, which words, what to
//! do next; then what could not be checked; then the rest, a line each.

mod findings;
mod page;
mod sections;

use std::io::{self, Write};

use warden_core::finding::Finding;
use warden_core::report::{Report, SourceReport};

use crate::show::{count, location, term};
use crate::view::{Outcome, Sorted, with_outcome};
use page::{Page, Tone};

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

/// The table for a person.
pub fn table(report: &Report, options: &TableOptions, out: &mut dyn Write) -> io::Result<()> {
    let mut page = Page::new(options);
    banner(report, &mut page);
    sources(&report.sources, options.verbose, &mut page);
    for outcome in Outcome::ALL {
        let servers = with_outcome(report, outcome);
        if !servers.is_empty() {
            sections::section(outcome, &servers, report, options.verbose, &mut page);
        }
    }
    across(report, options.verbose, &mut page);
    notes(report, &mut page);
    summary(report, &mut page);
    next_steps(report, &mut page);
    out.write_all(page.text().as_bytes())
}

fn banner(report: &Report, page: &mut Page) {
    let digest: String = report.ruleset.digest.chars().take(12).collect();
    page.line(
        0,
        &format!(
            "{} {} · ruleset {} ({}) · blocks from {}",
            page.paint(Tone::Strong, "Warden"),
            report.version,
            term(&report.ruleset.version),
            term(&digest),
            report.fail_on.name()
        ),
    );
}

fn sources(sources: &[SourceReport], verbose: bool, page: &mut Page) {
    for source in sources {
        let path = term(&source.path.display().to_string());
        let client = term(&source.client);
        match &source.error {
            Some(error) => {
                page.gap();
                let mark = page.paint(Tone::Bad, "UNREADABLE");
                page.line(0, &format!("{mark}  {path}  ({client})"));
                page.excerpt(2, error);
            }
            None if verbose => {
                let servers = count(source.servers, "server");
                page.line(0, &format!("read  {path}  ({client}, {}): {servers}", source.scope));
            }
            None => {}
        }
    }
}

fn across(report: &Report, verbose: bool, page: &mut Page) {
    let sorted = Sorted::new(&report.findings, report.fail_on);
    let told: Vec<_> = sorted.blocking.iter().chain(&sorted.below).copied().collect();
    if told.is_empty() && sorted.advisory.is_empty() {
        return;
    }
    page.heading(Tone::Warn, "ACROSS FILES AND SERVERS");
    findings::list(&told, verbose, page);
    findings::advisories(&sorted.advisory, verbose, page);
}

fn notes(report: &Report, page: &mut Page) {
    if report.notes.is_empty() {
        return;
    }
    page.heading(Tone::Strong, "NOTES");
    for note in &report.notes {
        page.line(2, &term(note));
    }
}

fn summary(report: &Report, page: &mut Page) {
    let s = &report.summary;
    page.gap();
    if s.servers == 0 {
        page.line(0, "No servers found. `warden clients` shows where configs were looked for.");
        return;
    }
    let parts = [
        (s.blocked, "blocked", Tone::Bad),
        (s.errors, "not checked", Tone::Warn),
        (s.skipped, "skipped", Tone::Dim),
        (s.launch_only, "launch line only", Tone::Dim),
        (s.allowed, "allowed", Tone::Good),
    ];
    let told: Vec<String> = parts
        .iter()
        .filter(|(n, ..)| *n > 0)
        .map(|(n, word, tone)| page.paint(*tone, &format!("{n} {word}")))
        .collect();
    let servers = page.paint(Tone::Strong, &count(s.servers, "server"));
    page.line(0, &format!("{servers}: {}", told.join(", ")));
}

/// What a person can do now: read about the rule, find the entry, excuse it.
fn next_steps(report: &Report, page: &mut Page) {
    const RULES: usize = 3;
    const PLACES: usize = 5;
    let blocked = with_outcome(report, Outcome::Blocked);
    let mut reasons: Vec<&Finding> = Vec::new();
    for server in &blocked {
        reasons.extend(Sorted::new(&server.findings, report.fail_on).reasons());
    }
    reasons.extend(Sorted::new(&report.findings, report.fail_on).blocking);
    let mut rules: Vec<&str> = Vec::new();
    for finding in reasons {
        if !rules.contains(&finding.rule.as_str()) {
            rules.push(finding.rule.as_str());
        }
    }
    if blocked.is_empty() && rules.is_empty() {
        return;
    }
    page.heading(Tone::Strong, "NEXT");
    for rule in rules.iter().take(RULES) {
        page.line(2, &format!("warden explain {}", term(rule)));
    }
    let places = blocked.iter().filter_map(|s| Some((s, s.source.as_ref()?)));
    for (server, source) in places.take(PLACES) {
        let place = location(source);
        page.line(2, &format!("remove or edit \"{}\" at {place}", server.name.term_limited(60)));
    }
    page.line(2, "warden ignore --help   (to excuse a finding that you have read)");
}
