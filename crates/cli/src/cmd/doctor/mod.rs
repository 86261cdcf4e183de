//! `warden doctor`: how the servers of a machine or a repository are set up.
//! It reads configs and locks; it starts and contacts nothing.

mod coverage;
pub(crate) mod rules;
mod twice;

use std::path::Path;

use warden_clients::Entry;
use warden_core::report::{Report, ServerReport};
use warden_core::views::{NoFeed, NoPins};
use warden_core::{Endpoint, Exit, Finding};

use coverage::Locks;

use super::server::Who;
use crate::args::{DoctorArgs, EngineArgs};
use crate::failure::Failure;
use crate::outputs::Outputs;
use crate::plan::{Judge, discover, project_dir};

/// Runs the command.
pub(crate) fn run(args: &DoctorArgs) -> Result<Exit, Failure> {
    let outputs = Outputs::open(&args.output)?;
    let cwd = project_dir(args.cwd.as_deref())?;
    let mut discovery = discover(&args.client, args.project, &args.configs, &cwd)?;
    let mut judge = judge(args, &cwd)?;
    let locks = Locks::find(&cwd);
    let all = &discovery.entries;
    let servers = all.iter().map(|e| review(&judge, &locks, all, e)).collect();
    advise(&mut judge, &locks, all);
    discovery.sources.extend(locks.broken);
    judge.notes.push("nothing was started or contacted; `warden scan` reads the servers".into());
    let report = judge.report("doctor", discovery.sources, servers, discovery.findings);
    let exit = exit(args, &report);
    let written = outputs.write(&report, &super::catalogue(&judge.engine), &cwd);
    written.map_or_else(|f| f.after(exit), |()| Ok(exit))
}

fn judge(args: &DoctorArgs, cwd: &Path) -> Result<Judge, Failure> {
    let has_say = args.project || !args.configs.is_empty();
    let engine = EngineArgs { policy: args.policy.clone(), ..EngineArgs::default() };
    Judge::new(&engine, has_say.then_some(cwd))
}

/// One entry of a config.
fn review(judge: &Judge, locks: &Locks, all: &[Entry], entry: &Entry) -> ServerReport {
    let mut who = Who::entry(entry);
    let mut found: Vec<Finding> = entry.findings.clone();
    found.extend(twice::finding(all, entry));
    match &entry.endpoint {
        Err(reason) => who.skipped(reason.clone(), found),
        Ok(endpoint) => {
            who.launch = warden_engine::redact_launch(endpoint);
            found.extend(judge.engine.review_launch(endpoint));
            found.extend(locks.finding(endpoint));
            let verdict = judge.engine.vet_launch(&entry.name, endpoint, &found, &NoPins, &NoFeed);
            who.launch_only(verdict)
        }
    }
}

/// The command that would pin each server which no lock has.
fn advise(judge: &mut Judge, locks: &Locks, entries: &[Entry]) {
    const SHOWN: usize = 5;
    let bare = entries.iter().filter_map(|e| {
        let endpoint = e.endpoint.as_ref().ok()?;
        let finding = locks.finding(endpoint)?;
        (finding.rule.as_str() == rules::NO_LOCK.id).then_some((e, endpoint))
    });
    let many = entries.len() > 1;
    for (entry, endpoint) in bare.take(SHOWN) {
        let launch = warden_engine::redact_launch(endpoint).term_limited(400);
        let how = match endpoint {
            Endpoint::Stdio(_) => format!("-- {launch}"),
            Endpoint::Http(_) => format!("--url {launch}"),
        };
        let id = match many {
            true => format!("--id {} ", entry.name.term_limited(60)),
            false => String::new(),
        };
        judge.notes.push(format!("to pin it: warden pin {id}{how}"));
    }
}

/// Advisory findings count as well: to be told of them is what one came for.
fn exit(args: &DoctorArgs, report: &Report) -> Exit {
    let servers = report.servers.iter().flat_map(|s| &s.findings);
    if servers.chain(&report.findings).any(|f| f.severity >= args.fail_on) {
        return Exit::Gate;
    }
    match report.sources.iter().any(|s| s.error.is_some()) {
        true if !args.configs.is_empty() => Exit::Config,
        true => Exit::NotEvaluated,
        false => Exit::Clean,
    }
}
