//! `warden diff`: two lock files, offline. No launch line is ever shown.

use warden_core::report::{ServerReport, ServerStatus};
use warden_core::{Exit, Severity, Transport, Untrusted};
use warden_lock::{Document, LockFile, drift};

use super::changes::{self, Bar};
use super::store;
use crate::args::DiffArgs;
use crate::cmd::server::Who;
use crate::failure::Failure;
use crate::outputs::Outputs;
use crate::plan::Judge;

/// Runs the command.
pub(crate) fn run(args: &DiffArgs) -> Result<Exit, Failure> {
    let outputs = Outputs::open(&args.output)?;
    let mut judge = Judge::for_lock(&args.engine)?;
    let (old, new) = (store::look_at(&args.old)?, store::look_at(&args.new)?);
    let mut servers = Vec::new();
    let mut drifted = false;
    for (name, a, b) in pairs(args, &old, &new)? {
        let report = match (a, b) {
            (Some(a), Some(b)) => both(args, &mut judge, &name, a, b),
            (Some(_), None) => only(args, &name, "it is in the older file only"),
            _ => only(args, &name, "it is in the newer file only"),
        };
        drifted |= report.allow == Some(false);
        servers.push(report);
    }
    judge.fail_on = Severity::Info;
    let report = judge.report("diff", Vec::new(), servers, Vec::new());
    let exit = if drifted && args.exit_code { Exit::Gate } else { Exit::Clean };
    let written = outputs.write(&report, &crate::cmd::catalogue(&judge.engine), &crate::cmd::cwd());
    written.map_or_else(|f| f.after(exit), |()| Ok(exit))
}

type Pairs<'l> = Vec<(String, Option<&'l Document>, Option<&'l Document>)>;

/// What is compared with what: by name, and one server with one server.
fn pairs<'l>(args: &DiffArgs, old: &'l LockFile, new: &'l LockFile) -> Result<Pairs<'l>, Failure> {
    let find =
        |l: &'l LockFile, name: &str| l.servers.iter().find(|(n, _)| n == name).map(|(_, d)| d);
    if let ([(_, a)], [(name, b)]) = (old.servers.as_slice(), new.servers.as_slice())
        && args.id.is_none()
    {
        return Ok(vec![(name.clone(), Some(a), Some(b))]);
    }
    let names = old.servers.iter().chain(&new.servers).map(|(n, _)| n.as_str());
    let mut names: Vec<&str> =
        names.filter(|n| args.id.as_deref().is_none_or(|i| i == *n)).collect();
    names.sort_unstable();
    names.dedup();
    if let Some(id) = args.id.as_deref().filter(|_| names.is_empty()) {
        let id = Untrusted::from(id).term_limited(80);
        return Err(Failure::Config(format!("neither file has an entry {id}")));
    }
    Ok(names.into_iter().map(|n| (n.to_owned(), find(old, n), find(new, n))).collect())
}

fn who(args: &DiffArgs, name: &str, transport: Transport) -> Who {
    let shown = if name.is_empty() {
        args.new.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default()
    } else {
        name.to_owned()
    };
    Who {
        name: shown.into(),
        client: None,
        source: None,
        transport,
        launch: "not shown".into(),
        wrapped: false,
    }
}

fn transport(d: &Document) -> Transport {
    if d.server.url.as_deref().is_some_and(|u| !u.is_empty()) {
        Transport::Http
    } else {
        Transport::Stdio
    }
}

fn both(
    args: &DiffArgs,
    judge: &mut Judge,
    name: &str,
    old: &Document,
    new: &Document,
) -> ServerReport {
    let comparison = drift(old, new, &judge.engine);
    let mut report = who(args, name, transport(new)).compared(new.tools.len());
    changes::decide(&mut report, &comparison.changes, &Bar::default());
    report.lock = Some(changes::facts(&args.new, Some(name), new, false));
    if !args.no_provenance {
        judge.notes.extend(provenance(name, old, new));
    }
    report
}

/// An entry that only one file has is a difference.
fn only(args: &DiffArgs, name: &str, message: &str) -> ServerReport {
    let mut report = who(args, name, Transport::Stdio).compared(0);
    report.status = ServerStatus::Scanned;
    let f = changes::other("WRD-LOCK-ENTRY", warden_core::Subject::Server, message);
    report.findings = vec![f];
    report.allow = Some(false);
    report.decided_by = Some(warden_core::Gate::Lock);
    report
}

/// Who pinned and approved, where that differs.
fn provenance(name: &str, old: &Document, new: &Document) -> Vec<String> {
    let (a, b) = (&old.pin, &new.pin);
    let text = |v: &Option<String>| v.clone().unwrap_or_else(|| "none".into());
    let fields = [
        ("approved", a.approved.to_string(), b.approved.to_string()),
        ("approver", text(&a.approver), text(&b.approver)),
        ("approved_at", text(&a.approved_at), text(&b.approved_at)),
        ("rotated_at", text(&a.rotated_at), text(&b.rotated_at)),
        ("rotation_count", a.rotation_count.to_string(), b.rotation_count.to_string()),
        ("attestations", a.attestations.len().to_string(), b.attestations.len().to_string()),
        ("written by", old.written_by.clone(), new.written_by.clone()),
    ];
    let shown = |t: &str| Untrusted::from(t).term_limited(80);
    let of = if name.is_empty() { String::new() } else { format!("{}: ", shown(name)) };
    fields
        .iter()
        .filter(|(_, a, b)| a != b)
        .map(|(field, a, b)| format!("{of}{field}: {} → {}", shown(a), shown(b)))
        .collect()
}
