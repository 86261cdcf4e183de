//! `warden check`.

use warden_core::{Endpoint, Exit, ServerSpec, Severity};
use warden_lock::{Choice, Document, LockFile, drift};

use super::ask::{self, Asked};
use super::changes::{self, Bar};
use super::signable::Signable;
use super::signature;
use crate::args::CheckArgs;
use crate::failure::Failure;
use crate::outputs::Outputs;
use crate::plan::{Judge, Reach, typed_server};
use crate::signals;

/// Runs the command. The lock is verified before anything is started.
pub(crate) fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    signals::watch()?;
    let outputs = Outputs::open(&args.output)?;
    let mut judge = Judge::for_lock(&args.engine)?;
    let reach = Reach::new(&args.reach)?;
    let whose = signature::wanted(&args.signature)?;
    let signable = Signable::load(&args.file.lock)?;
    if let Some(whose) = whose {
        judge.notes.extend(signature::verify(&signable, whose)?);
    }
    let lock = signable.file;
    let spec = server(args, &reach)?;
    let (id, baseline) = entry(args, &spec, &lock)?;
    // What was pinned may be started as it was; anything else is judged first.
    let as_pinned = is_launch_of(baseline, &spec);
    let mut asked = ask::ask(&args.server, &judge, &reach, as_pinned)?;
    let bar = Bar { severity: args.engine.fail_on, classes: args.fail_on_class.clone() };
    let exit = compare(args, &mut judge, &mut asked, baseline, &bar);
    asked.report.lock = Some(changes::facts(&args.file.lock, Some(&id), baseline, false));
    judge.fail_on = bar.severity.filter(|_| bar.classes.is_empty()).unwrap_or(Severity::Info);
    let report = judge.report("check", Vec::new(), vec![asked.report], Vec::new());
    let written = outputs.write(&report, &crate::cmd::catalogue(&judge.engine), &crate::cmd::cwd());
    written.map_or_else(|f| f.after(exit), |()| Ok(exit))
}

fn server(args: &CheckArgs, reach: &Reach) -> Result<ServerSpec, Failure> {
    let mut spec = typed_server(&args.server.command, args.server.url.as_deref())?;
    reach.apply(&mut spec.endpoint);
    Ok(spec)
}

/// Whether a document is of exactly this launch.
fn is_launch_of(d: &Document, spec: &ServerSpec) -> bool {
    match &spec.endpoint {
        Endpoint::Stdio(l) => d.server.command == l.command && d.server.args == l.args,
        Endpoint::Http(r) => d.server.url.as_ref() == Some(&r.url),
    }
}

/// The entry that is meant.
fn entry<'l>(
    args: &CheckArgs,
    spec: &ServerSpec,
    lock: &'l LockFile,
) -> Result<(String, &'l Document), Failure> {
    let identity = warden_engine::launch_identity(&spec.endpoint);
    let choice = Choice { id: args.file.id.as_deref(), identity: Some(&identity) };
    let document = lock
        .choose(choice)
        .map_err(|e| Failure::Config(format!("{}: {e}", args.file.lock.display())))?;
    let name = lock.servers.iter().find(|(_, d)| std::ptr::eq(d, document));
    Ok((name.map(|(n, _)| n.clone()).unwrap_or_default(), document))
}

/// Compares, puts what came of it into the report, and says how to end.
fn compare(
    args: &CheckArgs,
    judge: &mut Judge,
    asked: &mut Asked,
    baseline: &Document,
    bar: &Bar,
) -> Exit {
    notes(args, judge, baseline);
    let current = match asked.document(&judge.engine) {
        Some(Ok(mut current)) => {
            current.adopt(baseline);
            current
        }
        Some(Err(e)) => {
            let change = changes::other(
                "WRD-LOCK-UNSTABLE",
                warden_core::Subject::Server,
                format!("It cannot be compared: {e}"),
            );
            changes::decide(&mut asked.report, &[], bar);
            asked.report.findings.insert(0, change);
            crate::cmd::redact::redact(&mut asked.report, &asked.redactor);
            asked.report.allow = Some(false);
            asked.report.decided_by = Some(warden_core::Gate::Lock);
            return Exit::Gate;
        }
        None if asked.report.allow == Some(false) => return Exit::Gate,
        None => return Exit::NotEvaluated,
    };
    let comparison = drift(baseline, &current, &judge.engine);
    changes::decide(&mut asked.report, &comparison.changes, bar);
    crate::cmd::redact::redact(&mut asked.report, &asked.redactor);
    if args.engine.require_approval && !baseline.pin.approved {
        let message = "Nobody has approved this entry of the lock";
        let f = changes::other("WRD-LOCK-UNAPPROVED", warden_core::Subject::Server, message);
        asked.report.findings.insert(0, f);
        asked.report.allow = Some(false);
        asked.report.decided_by = Some(warden_core::Gate::Lock);
    }
    let failed = asked.report.allow == Some(false);
    let unread = asked.captured.as_ref().map_or(Vec::new(), |c| ask::newly_unread(baseline, c));
    if !unread.is_empty() && !failed {
        judge.notes.push(format!(
            "not compared, since it could not be read now and could when it was pinned: {}",
            unread.join(", ")
        ));
        asked.report.allow = None;
        return Exit::NotEvaluated;
    }
    if comparison.not_compared.is_empty() {
        return if failed { Exit::Gate } else { Exit::Clean };
    }
    let some: Vec<&str> = comparison.not_compared.iter().take(5).map(String::as_str).collect();
    let quick = args.reach.quick;
    let why = if quick { "--quick holds one session only" } else { "a session could not be held" };
    judge.notes.push(format!(
        "{} pinned definitions were not compared, since {why}: {}",
        comparison.not_compared.len(),
        some.join(", ")
    ));
    match (failed, quick) {
        (true, _) => Exit::Gate,
        (false, true) => Exit::Clean,
        (false, false) => {
            asked.report.allow = None;
            Exit::NotEvaluated
        }
    }
}

fn notes(args: &CheckArgs, judge: &mut Judge, baseline: &Document) {
    let file = args.file.lock.display();
    if baseline.own.is_none() {
        judge.notes.push(format!(
            "{file} was not made by Warden and covers less: titles, instructions, prompt bodies, \
             templates and what only other clients see are not compared"
        ));
    }
    if !baseline.pin.approved {
        judge.notes.push(format!(
            "{file}: nobody has approved it; to do so: warden lock rotate {file} --approver YOU"
        ));
    }
    if let Some(reason) = baseline.own.as_ref().and_then(|o| o.forced.as_deref()) {
        judge.notes.push(format!("{file}: pinned although it is blocked: {reason}"));
    }
}
