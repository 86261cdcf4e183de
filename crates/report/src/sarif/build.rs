//! From the report to SARIF.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use warden_core::finding::Finding;
use warden_core::report::{Ignored, Report, ServerReport};
use warden_core::spec::SourceRef;
use warden_core::{RuleMeta, Untrusted};

use super::model::{
    ArtifactLocation, Driver, Invocation, Location, Log, Notification, ResultProperties, Run,
    RunProperties, SarifResult, Suppression, Text, Tool,
};
use super::place::{BASE, file_uri, logical, physical, whole_file};
use super::rules::{descriptor, level};
use crate::show::{head, term, term_cut};
use crate::view::place;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Where the tool is at home, once the manifest says so.
const HOME: &str = env!("CARGO_PKG_REPOSITORY");

/// One finding with what is around it.
struct Entry<'a> {
    finding: &'a Finding,
    server: Option<&'a ServerReport>,
    excused: Option<&'a Ignored>,
}

pub(super) fn log(report: &Report, catalogue: &[RuleMeta], root: &Path) -> Log {
    let entries: Vec<Entry<'_>> = entries(report).filter(|e| !e.finding.advisory).collect();
    let mut rules = Vec::new();
    let mut index: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in &entries {
        index.entry(entry.finding.rule.as_str()).or_default();
    }
    let by_id: HashMap<&str, &Finding> =
        entries.iter().map(|e| (e.finding.rule.as_str(), e.finding)).collect();
    for (n, (id, at)) in index.iter_mut().enumerate() {
        *at = n;
        rules.push(descriptor(by_id[id], catalogue));
    }
    let results = entries.iter().map(|e| result(e, &index, report, root)).collect();
    Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: "Warden",
                    version: report.version,
                    semantic_version: report.version,
                    information_uri: Some(HOME).filter(|home| !home.is_empty()),
                    rules,
                },
            },
            invocations: [invocation(report, root)],
            original_uri_base_ids: base(root),
            column_kind: "unicodeCodePoints",
            results,
            properties: run_properties(report),
        }],
    }
}

/// Every finding of the report, with its server.
fn entries(report: &Report) -> impl Iterator<Item = Entry<'_>> {
    let of_servers = report.servers.iter().flat_map(|server| {
        let found = server.findings.iter().map(move |finding| Entry {
            finding,
            server: Some(server),
            excused: None,
        });
        let ignored = server.ignored.iter().map(move |i| Entry {
            finding: &i.finding,
            server: Some(server),
            excused: Some(i),
        });
        found.chain(ignored)
    });
    let across =
        report.findings.iter().map(|finding| Entry { finding, server: None, excused: None });
    of_servers.chain(across)
}

/// The checkout, where it is known; a relative root says nothing.
fn base(root: &Path) -> BTreeMap<&'static str, ArtifactLocation> {
    let uri = root.is_absolute().then(|| file_uri(root, true));
    BTreeMap::from([(BASE, ArtifactLocation { uri, uri_base_id: None })])
}

fn result(
    entry: &Entry<'_>,
    index: &BTreeMap<&str, usize>,
    report: &Report,
    root: &Path,
) -> SarifResult {
    let f = entry.finding;
    let server = entry.server;
    let place = server.and_then(place);
    let source = f.source.as_ref().or(place.as_deref());
    SarifResult {
        rule_id: term(f.rule.as_str()),
        rule_index: index.get(f.rule.as_str()).copied().unwrap_or_default(),
        level: level(f.severity),
        message: Text { text: message(f, server) },
        locations: [location(f, server, source, root)],
        partial_fingerprints: BTreeMap::from([("wardenFinding/v1", fingerprint(f, server))]),
        suppressions: entry.excused.iter().map(|i| suppression(i)).collect(),
        properties: ResultProperties {
            server: server.map(|s| s.name.term_limited(200)),
            client: server.and_then(|s| s.client.as_deref()).map(term),
            tool: f.tool().map(|t| t.term_limited(200)),
            pointer: f.path.as_deref().map(|p| term_cut(p, 400)),
            gate: f.gate.name(),
            severity: f.severity.name(),
            blocking: entry.excused.is_none() && f.blocks_at(report.fail_on),
        },
    }
}

/// A result has to point somewhere; what belongs to no server and no file
/// points at the set of servers as a whole.
fn location(
    finding: &Finding,
    server: Option<&ServerReport>,
    source: Option<&SourceRef>,
    root: &Path,
) -> Location {
    let all = Untrusted::from("all servers");
    let name = server.map(|s| &s.name).or(source.is_none().then_some(&all));
    Location {
        physical_location: source.map(|s| physical(s, root)),
        logical_locations: logical(name, Some(finding)),
    }
}

/// Plain text in which nothing is a placeholder or a link (SARIF 3.11.5 and
/// 3.11.6), however a server names its tools.
fn literal(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '{' => out.push_str("{{"),
            '}' => out.push_str("}}"),
            '[' | ']' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

fn message(f: &Finding, server: Option<&ServerReport>) -> String {
    let mut out = String::new();
    if let Some(server) = server {
        out.push_str(&format!("Server '{}'", server.name.term_limited(60)));
    }
    if let Some(name) = f.subject.name() {
        let comma = if out.is_empty() { "" } else { ", " };
        out.push_str(&format!("{comma}{} '{}'", f.subject.kind(), name.term_limited(60)));
    }
    if !out.is_empty() {
        out.push_str(": ");
    }
    out.push_str(term_cut(&f.message, 600).trim_end_matches('.'));
    if let Some(evidence) = &f.evidence {
        out.push_str(&format!(". The words: '{}'", head(&evidence.matched, 200).term()));
    }
    literal(&out) + "."
}

/// Stable over runs and lines: two servers that say the same are two alerts,
/// a server that moves inside its file is one.
fn fingerprint(f: &Finding, server: Option<&ServerReport>) -> String {
    let client = server.and_then(|s| s.client.as_deref()).unwrap_or_default();
    let name = server.map(|s| s.name.expose()).unwrap_or_default();
    let own = f.fingerprint();
    warden_core::digest::sha256_parts([client, name, &own].map(str::as_bytes))
}

fn suppression(excused: &Ignored) -> Suppression {
    let until = excused.until.as_ref().map(|d| format!(" (until {})", term(d)));
    Suppression {
        kind: "external",
        status: "accepted",
        justification: term_cut(&excused.reason, 400) + &until.unwrap_or_default(),
    }
}

fn invocation(report: &Report, root: &Path) -> Invocation {
    let mut notifications = Vec::new();
    for source in &report.sources {
        if let Some(error) = &source.error {
            let first = error.lines().find(|l| !l.trim().is_empty()).unwrap_or_default();
            notifications.push(Notification {
                level: "error",
                message: Text {
                    text: literal(&format!("Config not read: {}.", term_cut(first, 400))),
                },
                locations: vec![whole_file(&source.path, root)],
            });
        }
    }
    for server in &report.servers {
        if let Some(error) = &server.error {
            let name = server.name.term_limited(60);
            let text = format!(
                "Server '{name}' not checked, {}: {}.",
                term(&error.phase),
                term_cut(&error.message, 400)
            );
            notifications.push(Notification {
                level: "warning",
                message: Text { text: literal(&text) },
                locations: vec![Location {
                    physical_location: place(server).map(|s| physical(&s, root)),
                    logical_locations: logical(Some(&server.name), None),
                }],
            });
        }
    }
    Invocation {
        execution_successful: true,
        end_time_utc: report.generated_at.clone(),
        tool_execution_notifications: notifications,
    }
}

fn run_properties(report: &Report) -> RunProperties {
    RunProperties {
        ruleset_version: report.ruleset.version.clone(),
        ruleset_digest: report.ruleset.digest.clone(),
        fail_on: report.fail_on.name(),
        advisory_findings: entries(report).filter(|e| e.finding.advisory).count(),
        summary: report.summary,
    }
}
