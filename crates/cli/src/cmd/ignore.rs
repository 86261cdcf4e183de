//! `warden ignore`: from a finding in a report to an entry in `warden.toml`.

use std::path::Path;

use serde::Deserialize;
use warden_core::policy::IgnoreEntry;
use warden_core::report::REPORT_SCHEMA;
use warden_core::{Exit, Untrusted};

use crate::args::IgnoreArgs;
use crate::failure::Failure;
use crate::plan::{is_date, parse_policy, read_small};
use crate::target::Target;
use crate::tty;

/// A report of a thousand servers has a few MiB; more is a mistake.
const MAX_REPORT: u64 = 64 << 20;

/// The part of a report that is read.
#[derive(Deserialize)]
struct Report {
    schema: String,
    #[serde(default)]
    servers: Vec<Server>,
}

#[derive(Deserialize)]
struct Server {
    name: String,
    #[serde(default)]
    findings: Vec<Found>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Found {
    rule: String,
    tool: Option<String>,
    message: String,
    fingerprint: String,
    text_digest: Option<String>,
}

/// Runs the command.
pub(crate) fn run(args: &IgnoreArgs) -> Result<Exit, Failure> {
    if args.reason.trim().is_empty() {
        return Err(Failure::Usage("--reason must say why the finding may stand".into()));
    }
    if let Some(until) = args.until.as_deref().filter(|d| !is_date(d)) {
        let shown = Untrusted::from(until).term_limited(40);
        return Err(Failure::Usage(format!("--until {shown}: expected a date, YYYY-MM-DD")));
    }
    let report = read_report(&args.report)?;
    let (server, found) = the_one(&report, args)?;
    let entry = IgnoreEntry {
        rule: found.rule.clone(),
        server: Some(server.name.clone()),
        tool: found.tool.clone(),
        digest: found.text_digest.clone(),
        reason: args.reason.clone(),
        until: args.until.clone(),
    };
    append(&args.policy, &entry)?;
    tty::say(&format!(
        "{}: excused {} of \"{}\": {}",
        args.policy.display(),
        Untrusted::from(found.rule.as_str()).term_limited(60),
        Untrusted::from(server.name.as_str()).term_limited(60),
        Untrusted::from(found.message.as_str()).term_limited(200),
    ));
    if found.text_digest.is_none() {
        tty::say("the finding is about no single text, so the entry holds for any");
    }
    Ok(Exit::Clean)
}

fn read_report(path: &Path) -> Result<Report, Failure> {
    let bytes = warden_files::read_or_pipe(path, MAX_REPORT).map_err(|e| Failure::file(path, e))?;
    let wrong = |why: &dyn std::fmt::Display| {
        Failure::Config(format!(
            "{}: not a report of Warden ({why}); `warden scan --json-file FILE` writes one",
            path.display()
        ))
    };
    let report: Report = serde_json::from_slice(&bytes).map_err(|e| wrong(&e))?;
    if report.schema == REPORT_SCHEMA {
        Ok(report)
    } else {
        Err(wrong(&format_args!("its schema is not {REPORT_SCHEMA}")))
    }
}

/// The only finding that is meant; two are one too many to excuse unseen.
fn the_one<'r>(report: &'r Report, args: &IgnoreArgs) -> Result<(&'r Server, &'r Found), Failure> {
    let meant = |s: &&Server| args.server.as_ref().is_none_or(|name| *name == s.name);
    let all =
        report.servers.iter().filter(meant).flat_map(|s| s.findings.iter().map(move |f| (s, f)));
    let mut named: Vec<_> = all
        .filter(|(_, f)| {
            f.fingerprint == args.finding || f.rule.eq_ignore_ascii_case(&args.finding)
        })
        .collect();
    let shown = Untrusted::from(args.finding.as_str()).term_limited(60);
    match named.len() {
        0 => Err(Failure::Usage(format!(
            "no finding {shown} in {}; its `fingerprint` is in the report",
            args.report.display()
        ))),
        1 => Ok(named.remove(0)),
        n => {
            let list: Vec<String> = named.iter().take(10).map(|(s, f)| line(s, f)).collect();
            Err(Failure::Usage(format!(
                "{n} findings are called {shown}; take one by its fingerprint or with --server:\n{}",
                list.join("\n")
            )))
        }
    }
}

fn line(server: &Server, found: &Found) -> String {
    let short = |text: &str| Untrusted::from(text).term_limited(60).to_string();
    format!(
        "  {}  {} \"{}\" {}",
        short(&found.fingerprint),
        short(&found.rule),
        short(&server.name),
        short(found.tool.as_deref().unwrap_or_default())
    )
}

/// Adds the entry at the end; what stands in the file stays as it was written.
fn append(path: &Path, entry: &IgnoreEntry) -> Result<(), Failure> {
    let old = if path.exists() { read_small(path)? } else { String::new() };
    let policy = parse_policy(path, &old)?;
    if policy.ignore.contains(entry) {
        return Err(Failure::Usage(format!("{}: has this entry already", path.display())));
    }
    let new = format!("{old}{}{}", gap(&old), block(entry));
    // What is written must mean what was asked for, whatever the file held.
    if parse_policy(path, &new)?.ignore.last() != Some(entry) {
        return Err(Failure::Config(format!("{}: cannot add an entry to it", path.display())));
    }
    Target::open(path)?.write(|out| out.write_all(new.as_bytes()))
}

fn gap(old: &str) -> &'static str {
    match old {
        "" => "",
        _ if old.ends_with('\n') => "\n",
        _ => "\n\n",
    }
}

fn block(entry: &IgnoreEntry) -> String {
    let mut out = String::from("[[ignore]]\n");
    let members = [
        ("rule", Some(&entry.rule)),
        ("server", entry.server.as_ref()),
        ("tool", entry.tool.as_ref()),
        ("digest", entry.digest.as_ref()),
        ("reason", Some(&entry.reason)),
        ("until", entry.until.as_ref()),
    ];
    for (key, value) in members {
        if let Some(value) = value {
            out.push_str(&format!("{key} = {}\n", toml::Value::String(value.clone())));
        }
    }
    out
}
