//! One self-contained page: no script, no external resource, one style sheet
//! that the content security policy allows by its digest.

mod doc;
mod server;

use std::io::{self, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html as markup};
use sha2::{Digest, Sha256};
use warden_core::report::{Report, SourceReport};
use warden_core::{RuleMeta, Untrusted};

use crate::show::count;
use crate::view::{Outcome, Sorted, with_outcome};

const STYLE: &str = include_str!("page.css");

/// Any text, ours or a stranger's, escaped for an element or an attribute;
/// unlike maud's own escape this one also shows what would deceive.
pub(crate) fn text(text: &str) -> PreEscaped<String> {
    PreEscaped(Untrusted::from(text).html())
}

/// As [`text`], cut after `max` characters.
pub(crate) fn cut(s: &str, max: usize) -> PreEscaped<String> {
    text(&Untrusted::from(s).term_limited(max))
}

/// The anchor of a rule's documentation.
pub(crate) fn anchor(rule: &str) -> String {
    let safe: String =
        rule.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(80).collect();
    format!("rule-{safe}")
}

/// One self-contained page.
pub fn html(report: &Report, rules: &[RuleMeta], out: &mut dyn Write) -> io::Result<()> {
    out.write_all(page(report, rules).into_string().as_bytes())
}

fn page(report: &Report, rules: &[RuleMeta]) -> Markup {
    let digest = STANDARD.encode(Sha256::digest(STYLE));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    );
    markup! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                title { "Warden report: " (headline(report)) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                (top(report))
                (filter())
                main {
                    @for outcome in Outcome::ALL {
                        @for s in with_outcome(report, outcome) { (server::card(s, outcome, report)) }
                    }
                    (across(report))
                    (sources(&report.sources))
                    (notes(&report.notes))
                    (doc::catalogue(report, rules))
                }
                (footer(report))
            }
        }
    }
}

fn headline(report: &Report) -> String {
    let s = &report.summary;
    match (s.blocked, s.errors, s.servers) {
        (_, _, 0) => "no servers found".into(),
        (0, 0, _) => "nothing blocked".into(),
        (0, n, _) => format!("nothing blocked, {} not checked", count(n, "server")),
        (n, ..) => format!("{} blocked", count(n, "server")),
    }
}

fn top(report: &Report) -> Markup {
    let s = &report.summary;
    let tone = if s.blocked > 0 {
        "bad"
    } else if s.errors > 0 || s.servers == 0 {
        "warn"
    } else {
        "good"
    };
    let tiles = [
        (s.blocked, "blocked", "bad"),
        (s.errors, "not checked", "warn"),
        (s.skipped, "skipped", "quiet"),
        (s.launch_only, "launch line only", "quiet"),
        (s.allowed, "allowed", "good"),
    ];
    markup! {
        header.top {
            p.brand { "Warden" }
            h1 class=(tone) { (headline(report)) }
            p.meta {
                (count(s.servers, "server")) " · " time { (text(&report.generated_at)) }
                " · blocks from " (report.fail_on.name())
            }
            ul.tiles {
                @for (n, word, tone) in tiles {
                    li class=(if n > 0 { tone } else { "quiet" }) { b { (n) } " " (word) }
                }
            }
        }
    }
}

/// Radio buttons that the style sheet reads with `:has`; without support for
/// that everything is shown.
fn filter() -> Markup {
    let choices = [
        ("f-all", "everything"),
        ("f-medium", "medium and worse"),
        ("f-high", "high and worse"),
        ("f-critical", "critical"),
    ];
    markup! {
        fieldset.filter {
            legend { "Show findings" }
            @for (id, label) in choices {
                label { input type="radio" name="severity" id=(id) checked[id == "f-all"]; " " (label) }
            }
            label { input type="checkbox" id="f-advisory" checked; " advisory" }
        }
    }
}

fn across(report: &Report) -> Markup {
    let sorted = Sorted::new(&report.findings, report.fail_on);
    markup! {
        @if !report.findings.is_empty() {
            section.card {
                h2 { "Across files and servers" }
                (server::findings(&sorted))
            }
        }
    }
}

fn sources(sources: &[SourceReport]) -> Markup {
    markup! {
        @if !sources.is_empty() {
            section.card {
                h2 { "Config files" }
                ul.plain {
                    @for s in sources {
                        li {
                            code { (text(&s.path.display().to_string())) }
                            " " span.quiet {
                                (text(&s.client)) ", " (text(&s.scope)) ", " (count(s.servers, "server"))
                            }
                            @if let Some(error) = &s.error {
                                " " span class="badge warn" { "could not be read" }
                                pre.excerpt {
                                    @for line in error.lines().take(12) { (cut(line, 300)) "\n" }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn notes(notes: &[String]) -> Markup {
    markup! {
        @if !notes.is_empty() {
            section.card {
                h2 { "Notes" }
                ul { @for note in notes { li { (text(note)) } } }
            }
        }
    }
}

fn footer(report: &Report) -> Markup {
    markup! {
        footer {
            "Warden " (report.version) " · " (report.command) " · ruleset "
            (text(&report.ruleset.version)) " " code { (cut(&report.ruleset.digest, 16)) }
        }
    }
}
