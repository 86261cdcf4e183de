//! One server on the page, and its findings inside the text they came from.

use maud::{Markup, html as markup};
use warden_core::Untrusted;
use warden_core::finding::{Evidence, Finding};
use warden_core::report::{Report, ServerReport};

use super::{anchor, cut, text};
use crate::show::{count, gaps, location, transport};
use crate::view::{Outcome, Sorted, causes};

/// A server; what needs no attention is folded up.
pub(super) fn card(server: &ServerReport, outcome: Outcome, report: &Report) -> Markup {
    let tone = match outcome {
        Outcome::Blocked => "bad",
        Outcome::Error => "warn",
        Outcome::Skipped | Outcome::LaunchOnly => "quiet",
        Outcome::Allowed => "good",
    };
    let open = matches!(outcome, Outcome::Blocked | Outcome::Error);
    let sorted = Sorted::new(&server.findings, report.fail_on);
    markup! {
        section class=(format!("card server {tone}")) {
            details open[open] {
                summary {
                    span class=(format!("badge {tone}")) { (outcome.word()) }
                    " " span.name { (cut(server.name.expose(), 120)) }
                    " " span.quiet { (facts(server, &sorted)) }
                }
                (identity(server))
                (error(server))
                @if let Some(reason) = &server.skipped { p { "Skipped: " (text(reason)) } }
                (findings(&sorted))
                (remarks(server))
                (tools(server))
            }
        }
    }
}

fn facts(server: &ServerReport, sorted: &Sorted<'_>) -> String {
    let mut facts = Vec::new();
    facts.extend(server.tool_count.map(|n| count(n, "tool")));
    let real = sorted.blocking.len() + sorted.below.len();
    if real > 0 {
        facts.push(count(real, "finding"));
    }
    if !sorted.advisory.is_empty() {
        facts.push(count(sorted.advisory.len(), "advisory"));
    }
    facts.join(" · ")
}

fn identity(server: &ServerReport) -> Markup {
    let info = server.server_info.as_ref().map(|i| {
        let parts = [i.name.as_ref(), i.version.as_ref()];
        parts.into_iter().flatten().map(Untrusted::expose).collect::<Vec<_>>().join(" ")
    });
    markup! {
        dl {
            @if let Some(client) = &server.client { dt { "Client" } dd { (text(client)) } }
            @if let Some(source) = &server.source { dt { "Entry" } dd { code { (text(&location(source))) } } }
            dt { "Launch" }
            dd {
                (transport(server.transport)) @if server.wrapped { ", through warden wrap" }
                " " code { (cut(server.launch.expose(), 400)) }
            }
            @if let Some(info) = info.filter(|i| !i.is_empty()) {
                dt { "Calls itself" } dd { (cut(&info, 200)) }
            }
            @if let Some(score) = server.score { dt { "Score" } dd { (format!("{score:.2}")) } }
            @if let Some(gate) = server.decided_by { dt { "Decided by" } dd { (gate.name()) " gate" } }
            @if let Some(c) = &server.completeness {
                dt { "Read" }
                dd { (c.inspected) " of " (c.texts) " texts, " (count(c.pages as usize, "page")) }
            }
        }
    }
}

fn error(server: &ServerReport) -> Markup {
    markup! {
        @if let Some(e) = &server.error {
            p.error { b { (text(&e.phase)) } ": " (cut(&e.message, 600)) }
            @if let Some(stderr) = &e.stderr {
                pre.excerpt {
                    @for line in stderr.expose().lines().take(12) { (cut(line, 300)) "\n" }
                }
            }
            @if let Some(hint) = &e.hint { p.fix { "Next: " (text(hint)) } }
        }
    }
}

/// All findings of one server, worst first.
pub(super) fn findings(sorted: &Sorted<'_>) -> Markup {
    markup! {
        (group(&sorted.blocking, "blocking"))
        (group(&sorted.below, "below the threshold"))
        (group(&sorted.advisory, "advisory"))
    }
}

fn group(findings: &[&Finding], word: &str) -> Markup {
    const LIMIT: usize = 200;
    let all = causes(findings);
    markup! {
        @for cause in all.iter().take(LIMIT) { (one(cause.first, &cause.also, word)) }
        @if all.len() > LIMIT {
            p.quiet { (all.len() - LIMIT) " more, " (word) "; the JSON report has all of them" }
        }
    }
}

fn one(f: &Finding, also: &[&Finding], word: &str) -> Markup {
    let class =
        format!("finding sev-{}{}", f.severity.name(), if f.advisory { " advisory" } else { "" });
    markup! {
        article class=(class) {
            p.head {
                span.sev { (f.severity.name()) }
                " " a.rule href=(format!("#{}", anchor(f.rule.as_str()))) { (text(f.rule.as_str())) }
                " " span.quiet { (word) }
            }
            p.place { (place(f)) }
            p { (cut(&f.message, 600)) }
            @if let Some(evidence) = &f.evidence { (quote(evidence)) }
            @if !also.is_empty() {
                details.also {
                    summary { "The same words in " (count(also.len(), "other place")) }
                    ul { @for other in also.iter().take(50) { li { (place(other)) } } }
                }
            }
            @if let Some(source) = &f.source { p.quiet { "At " code { (text(&location(source))) } } }
            @if let Some(fix) = &f.fix { p.fix { "Fix: " (text(fix)) } }
        }
    }
}

fn place(f: &Finding) -> Markup {
    markup! {
        (f.subject.kind())
        @if let Some(name) = f.subject.name() { " " code { (cut(name.expose(), 120)) } }
        @if let Some(path) = f.path.as_deref().filter(|p| !p.is_empty()) {
            " at " code.pointer { (cut(path, 300)) }
        }
    }
}

/// The matched words inside the text they came from.
fn quote(e: &Evidence) -> Markup {
    markup! {
        blockquote {
            (cut(e.before.expose(), 200))
            mark { (cut(e.matched.expose(), 400)) }
            (cut(e.after.expose(), 200))
        }
        @if let Some(reads) = &e.reads_as {
            p.reads { "reads as " code { (cut(reads.expose(), 400)) } }
        }
    }
}

fn remarks(server: &ServerReport) -> Markup {
    let gaps: Vec<String> = server.completeness.iter().flat_map(gaps).collect();
    markup! {
        @if !gaps.is_empty() {
            p.error.apart { "Not everything could be looked at:" }
            ul { @for gap in &gaps { li { (text(gap)) } } }
        }
        @if !server.ignored.is_empty() {
            p.quiet.apart { "Excused by a person:" }
            ul {
                @for i in server.ignored.iter().take(50) {
                    li {
                        (text(i.finding.rule.as_str())) " in " (place(&i.finding)) ": " (cut(&i.reason, 400))
                        @if let Some(until) = &i.until { ", until " (text(until)) }
                    }
                }
            }
        }
    }
}

fn tools(server: &ServerReport) -> Markup {
    markup! {
        (names("Tools named by a blocking finding", &server.blocked_tools))
        (names("Other tools", &server.allowed_tools))
    }
}

fn names(title: &str, names: &[Untrusted]) -> Markup {
    const LIMIT: usize = 200;
    markup! {
        @if !names.is_empty() {
            details.tools {
                summary { (title) " (" (names.len()) ")" }
                p {
                    @for name in names.iter().take(LIMIT) { code { (cut(name.expose(), 80)) } " " }
                    @if names.len() > LIMIT { "and " (names.len() - LIMIT) " more" }
                }
            }
        }
    }
}
