//! Names close to well-known ones.

use warden_core::{Confidence, Endpoint, Gate, Severity, Subject};

use crate::fold::{WordReading, word_reading};
use crate::launch::line::Line;
use crate::launch::package::packages;
use crate::rule::{Case, Cx, Meta, Rule, Sink};

pub(crate) struct Typosquat;

static META: Meta = Meta {
    id: "WRD-ORIGIN-TYPOSQUAT",
    title: "A package's name is close to that of a well-known one",
    severity: Severity::High,
    confidence: Confidence::Medium,
    advisory: false,
    aka: &["THREAT_TYPOSQUAT"],
    doc: "The launch line fetches a package whose name differs from a well-known server's by a \
          letter or two, or by letters that only look the same. Check the name against the \
          server's own documentation.",
};

/// Names that are worth imitating: the reference servers and widely used ones.
const KNOWN: &[&str] = &[
    "@modelcontextprotocol/server-filesystem",
    "@modelcontextprotocol/server-memory",
    "@modelcontextprotocol/server-everything",
    "@modelcontextprotocol/server-sequential-thinking",
    "@modelcontextprotocol/server-github",
    "@modelcontextprotocol/server-postgres",
    "@modelcontextprotocol/server-slack",
    "@modelcontextprotocol/server-puppeteer",
    "@modelcontextprotocol/server-brave-search",
    "@modelcontextprotocol/server-google-maps",
    "@modelcontextprotocol/inspector",
    "@playwright/mcp",
    "@upstash/context7-mcp",
    "@supabase/mcp-server-supabase",
    "@notionhq/notion-mcp-server",
    "@sentry/mcp-server",
    "@stripe/mcp",
    "@cloudflare/mcp-server-cloudflare",
    "chrome-devtools-mcp",
    "firecrawl-mcp",
    "figma-developer-mcp",
    "mcp-server-fetch",
    "mcp-server-git",
    "mcp-server-time",
    "mcp-server-sqlite",
    "awslabs.core-mcp-server",
    "ghcr.io/github/github-mcp-server",
];

impl Rule for Typosquat {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad_launch("npx -y @modelcontextprotocol/server-filesytem"),
                Case::bad_launch("npx -y @modelcontextprotoco1/server-memory@1.0.0"),
                Case::bad_launch("uvx mcp-server-fecth"),
                Case::good_launch("npx -y @modelcontextprotocol/server-filesystem"),
                Case::good_launch("npx -y @acme/server-filesystem"),
                Case::good_launch("uvx mcp-server-kit"),
            ]
        }
    }

    fn launch(&self, endpoint: &Endpoint, _: &Cx<'_>, sink: &mut Sink) {
        let Some(line) = Line::of(endpoint) else { return };
        for p in packages(&line) {
            if let Some(known) = imitated(&p.name) {
                let message = format!("The package's name is close to {known}");
                sink.push_with(META.finding(Gate::Origin, Subject::Launch, message), &p.name);
            }
        }
    }
}

fn imitated(name: &str) -> Option<&'static str> {
    let lower = name.to_lowercase();
    if name.len() > 128 || KNOWN.contains(&lower.as_str()) {
        return None;
    }
    if lower
        .split(|c: char| !c.is_alphanumeric())
        .any(|w| word_reading(w) == WordReading::LookAlike)
    {
        return KNOWN.iter().copied().find(|k| distance(&lower, k) <= 4);
    }
    // Short last words differ honestly by a letter or two.
    KNOWN.iter().copied().find(|k| {
        let allowed = if k.len() >= 24 { 2 } else { 1 };
        distance(&lower, k) <= allowed && differs_in_long_word(&lower, k)
    })
}

/// Names of parts that differ only in a part of five letters or fewer are
/// likelier siblings (`server-git`, `server-gif`).
fn differs_in_long_word(a: &str, b: &str) -> bool {
    let parts = |s: &str| s.split(['-', '/', '_', '.']).map(str::to_owned).collect::<Vec<_>>();
    let (a, b) = (parts(a), parts(b));
    a.len() != b.len() || a.iter().zip(&b).any(|(x, y)| x != y && y.len() >= 5)
}

/// Optimal string alignment: insertions, deletions, substitutions and swaps of
/// neighbours (Damerau 1964).
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > 4 {
        return usize::MAX;
    }
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut best =
                (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}
