//! One section of the table per outcome.

use warden_core::report::{Report, ServerError, ServerReport};

use super::findings::{advisories, list, names};
use super::page::{Page, Tone};
use crate::show::{count, gaps, location, term, term_cut, transport};
use crate::view::{Outcome, Sorted};

pub(super) fn section(
    outcome: Outcome,
    servers: &[&ServerReport],
    report: &Report,
    verbose: bool,
    page: &mut Page,
) {
    let tone = match outcome {
        Outcome::Blocked => Tone::Bad,
        Outcome::Error => Tone::Warn,
        Outcome::Allowed => Tone::Good,
        Outcome::Skipped | Outcome::LaunchOnly => Tone::Strong,
    };
    page.heading(tone, &format!("{} ({})", outcome.word().to_uppercase(), servers.len()));
    match outcome {
        Outcome::Blocked => servers.iter().for_each(|s| blocked(s, report, verbose, page)),
        Outcome::Error => servers.iter().for_each(|s| error(s, page)),
        Outcome::Skipped => page.rows(2, servers.iter().map(|s| skipped(s)).collect()),
        Outcome::LaunchOnly | Outcome::Allowed => passed(servers, report, verbose, page),
    }
}

/// `"name"  (client)  file:line`; the quotes keep a name from looking like a
/// heading of ours.
fn title(server: &ServerReport, page: &mut Page) {
    page.gap();
    let mut text = page.paint(Tone::Strong, &format!("\"{}\"", server.name.term_limited(60)));
    if let Some(client) = &server.client {
        text.push_str(&format!("  ({})", term_cut(client, 40)));
    }
    if let Some(source) = &server.source {
        text.push_str(&format!("  {}", location(source)));
    }
    page.line(0, &text);
    let launch = server.launch.term_limited(200);
    let wrapped = if server.wrapped { ", through warden wrap" } else { "" };
    page.line(2, &format!("{}{wrapped}: {launch}", transport(server.transport)));
}

fn blocked(server: &ServerReport, report: &Report, verbose: bool, page: &mut Page) {
    title(server, page);
    let mut facts = vec![match server.status {
        warden_core::report::ServerStatus::BlockedAtLaunch
            if server.decided_by == Some(warden_core::Gate::Pin) =>
        {
            "never started: nobody has approved it".to_string()
        }
        warden_core::report::ServerStatus::BlockedAtLaunch => {
            "never started: its launch line was refused".to_string()
        }
        _ => server.tool_count.map(|n| count(n, "tool")).unwrap_or_default(),
    }];
    facts.extend(server.score.map(|s| format!("score {s:.2}")));
    facts.extend(server.decided_by.map(|g| format!("decided by the {} gate", g.name())));
    facts.retain(|f| !f.is_empty());
    page.line(2, &facts.join(" · "));
    let sorted = Sorted::new(&server.findings, report.fail_on);
    list(sorted.reasons(), verbose, page);
    if !server.blocked_tools.is_empty() {
        page.line(2, &format!("blocked tools: {}", names(&server.blocked_tools, 8)));
    }
    if !sorted.blocking.is_empty() {
        if verbose {
            list(&sorted.below, verbose, page);
        } else if !sorted.below.is_empty() {
            let n = count(sorted.below.len(), "finding");
            page.line(2, &page.paint(Tone::Dim, &format!("+ {n} below the threshold (--verbose)")));
        }
        advisories(&sorted.advisory, verbose, page);
    }
    remarks(server, page);
}

/// What was not looked at, and what a person excused.
fn remarks(server: &ServerReport, page: &mut Page) {
    const SHOWN: usize = 5;
    for gap in server.completeness.iter().flat_map(gaps) {
        let mark = page.paint(Tone::Warn, "incomplete:");
        page.line(2, &format!("{mark} {gap}"));
    }
    for excused in server.ignored.iter().take(SHOWN) {
        let rule = term(excused.finding.rule.as_str());
        let until = excused.until.as_ref().map(|d| format!(", until {}", term(d)));
        page.line(
            2,
            &format!(
                "excused: {rule} ({}{})",
                term_cut(&excused.reason, 200),
                until.unwrap_or_default()
            ),
        );
    }
    if server.ignored.len() > SHOWN {
        page.line(2, &format!("excused: {} more", server.ignored.len() - SHOWN));
    }
}

fn error(server: &ServerReport, page: &mut Page) {
    title(server, page);
    match &server.error {
        Some(ServerError { phase, message, stderr, hint }) => {
            page.line(2, &format!("{}: {}", term(phase), term_cut(message, 400)));
            if let Some(stderr) = stderr {
                let lines: Vec<&str> = stderr.expose().lines().take(8).collect();
                for line in lines {
                    page.line(4, &format!("stderr | {}", term_cut(line, 200)));
                }
            }
            if let Some(hint) = hint {
                page.labelled(2, "hint:", hint);
            }
        }
        None => page.line(2, "it was not judged, and nothing says why"),
    }
    remarks(server, page);
}

fn skipped(server: &ServerReport) -> Vec<String> {
    let reason = server.skipped.as_deref().unwrap_or("no reason given");
    vec![
        server.name.term_limited(30),
        server.client.as_deref().map(|c| term_cut(c, 24)).unwrap_or_default(),
        term_cut(reason, 200),
    ]
}

fn passed(servers: &[&ServerReport], report: &Report, verbose: bool, page: &mut Page) {
    if !verbose {
        page.rows(2, servers.iter().map(|s| passed_row(s, report)).collect());
        for server in servers.iter().filter(|s| has_remarks(s)) {
            page.line(2, &format!("\"{}\":", server.name.term_limited(60)));
            remarks(server, page);
        }
        return;
    }
    for server in servers {
        title(server, page);
        let row = passed_row(server, report);
        page.line(2, &row[2..].join(" "));
        let sorted = Sorted::new(&server.findings, report.fail_on);
        let told: Vec<_> = sorted.blocking.iter().chain(&sorted.below).copied().collect();
        list(&told, verbose, page);
        advisories(&sorted.advisory, verbose, page);
        remarks(server, page);
    }
}

fn has_remarks(server: &ServerReport) -> bool {
    !server.ignored.is_empty() || server.completeness.as_ref().is_some_and(|c| !gaps(c).is_empty())
}

fn passed_row(server: &ServerReport, report: &Report) -> Vec<String> {
    let sorted = Sorted::new(&server.findings, report.fail_on);
    let below = sorted.blocking.len() + sorted.below.len();
    let mut facts = Vec::new();
    facts.extend(server.tool_count.map(|n| count(n, "tool")));
    if below > 0 {
        facts.push(format!("{} below the threshold", count(below, "finding")));
    }
    if !sorted.advisory.is_empty() {
        facts.push(count(sorted.advisory.len(), "advisory"));
    }
    vec![
        server.name.term_limited(30),
        server.client.as_deref().map(|c| term_cut(c, 24)).unwrap_or_default(),
        facts.join(" · "),
    ]
}
