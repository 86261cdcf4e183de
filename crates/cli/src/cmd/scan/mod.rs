//! `warden scan`: find the servers, ask them, judge them, report.

mod consent;
mod fleet;

use warden_clients::{Discovery, Entry};
use warden_core::report::{Report, ServerReport};
use warden_core::views::{NoFeed, NoPins};
use warden_core::{Endpoint, Exit, Finding, ServerSpec, Verdict};
use warden_engine::redact_launch;

use super::lock::scan::ScanLock;
use super::server::Who;
use crate::args::ScanArgs;
use crate::failure::Failure;
use crate::outputs::Outputs;
use crate::plan::{Judge, Reach, discover, project_dir};
use crate::{demo, signals, tty};

/// What is to become of one entry.
enum Step {
    /// Nothing further: the report is already known, and how it would be
    /// started or reached where that could be read.
    Done(Box<ServerReport>, Option<Box<ServerSpec>>),
    /// It is to be started or reached.
    Ask(Box<Ask>),
}

impl Step {
    /// What is to be asked, if anything is.
    fn ask(&self) -> Option<&Ask> {
        match self {
            Self::Ask(ask) => Some(ask),
            Self::Done(..) => None,
        }
    }
}

/// A server that is to be started or reached.
struct Ask {
    who: Who,
    spec: ServerSpec,
    /// What was said of its launch line.
    launch: Verdict,
    /// Its entry in a config, where it has one.
    entry: Option<Entry>,
}

impl Ask {
    /// What was found in its entry.
    fn earlier(&self) -> &[Finding] {
        self.entry.as_ref().map(|e| e.findings.as_slice()).unwrap_or_default()
    }
}

/// Runs the command.
pub(crate) fn run(args: &ScanArgs) -> Result<Exit, Failure> {
    signals::watch()?;
    let outputs = Outputs::open(&args.output)?;
    let reach = Reach::new(&args.reach)?;
    let cwd = project_dir(args.reach.cwd.as_deref())?;
    let has_say = args.project || !args.configs.is_empty();
    let project = has_say.then_some(cwd.as_path());
    let mut judge = match args.lock {
        Some(_) => Judge::for_locked_scan(&args.engine, project)?,
        None => Judge::new(&args.engine, project)?,
    };
    if !has_say && args.engine.policy.is_none() && !args.demo && cwd.join("warden.toml").is_file() {
        judge.notes.push(
            "warden.toml of this directory does not apply to servers of your own configs; \
             to apply it: --policy warden.toml"
                .into(),
        );
    }
    let mut lock = ScanLock::open(args)?;
    let discovery = if args.demo {
        Discovery::default()
    } else {
        discover(&args.client, args.project, &args.configs, &cwd)?
    };
    let steps = plan(args, &judge, &reach, &discovery)?;
    let servers = super::drive(fleet::ask(
        &judge.engine,
        &reach,
        steps,
        usize::from(args.concurrency),
        outputs.talkative() && tty::interactive_stderr(),
        &mut lock,
    ))?;
    let mut findings = discovery.findings;
    if let Some(lock) = lock {
        let all_read = discovery.sources.iter().all(|s| s.error.is_none());
        findings.extend(lock.finish(all_read, &mut judge.notes)?);
    }
    let report = judge.report("scan", discovery.sources, servers, findings);
    let exit = exit(args, &report);
    let written = outputs.write(&report, &super::catalogue(&judge.engine), &cwd);
    written.map_or_else(|f| f.after(exit), |()| Ok(exit))
}

/// Judges every launch line and decides what is asked.
fn plan(
    args: &ScanArgs,
    judge: &Judge,
    reach: &Reach,
    discovery: &Discovery,
) -> Result<Vec<Step>, Failure> {
    if args.demo {
        let steps = demo::servers()?.into_iter().map(|spec| {
            let who = Who::typed(spec.name.clone(), &spec.endpoint);
            launch_step(args, judge, who, spec, None)
        });
        return Ok(steps.collect());
    }
    if reach.has_headers() {
        let remotes = |e: &&Entry| matches!(e.endpoint, Ok(Endpoint::Http(_)));
        let count = discovery.entries.iter().filter(remotes).count();
        if count != 1 {
            return Err(Failure::Usage(format!(
                "--header would be sent to {count} servers; use `warden vet --url` for one"
            )));
        }
    }
    let mut steps: Vec<Step> =
        discovery.entries.iter().map(|entry| entry_step(args, judge, reach, entry)).collect();
    consent::hold_back(args, &mut steps);
    Ok(steps)
}

fn entry_step(args: &ScanArgs, judge: &Judge, reach: &Reach, entry: &Entry) -> Step {
    let mut who = Who::entry(entry);
    match &entry.endpoint {
        Err(reason) => {
            let report = who.skipped(reason.clone(), entry.findings.clone());
            Step::Done(Box::new(report), None)
        }
        Ok(endpoint) => {
            let mut endpoint = endpoint.clone();
            reach.apply(&mut endpoint);
            who.launch = redact_launch(&endpoint);
            let spec = ServerSpec { name: entry.name.clone(), endpoint };
            launch_step(args, judge, who, spec, Some(entry.clone()))
        }
    }
}

fn launch_step(
    args: &ScanArgs,
    judge: &Judge,
    who: Who,
    spec: ServerSpec,
    entry: Option<Entry>,
) -> Step {
    let earlier = entry.as_ref().map(|e| e.findings.as_slice()).unwrap_or_default();
    let launch = judge.engine.vet_launch(&spec.name, &spec.endpoint, earlier, &NoPins, &NoFeed);
    let started = matches!(spec.endpoint, Endpoint::Stdio(_));
    if !launch.allow || args.offline || (args.no_launch && started) {
        return Step::Done(Box::new(who.launch_only(launch)), Some(Box::new(spec)));
    }
    Step::Ask(Box::new(Ask { who, spec, launch, entry }))
}

fn exit(args: &ScanArgs, report: &Report) -> Exit {
    let file_blocks = report.findings.iter().any(|f| f.blocks_at(report.fail_on));
    if report.summary.blocked > 0 || file_blocks {
        return Exit::Gate;
    }
    let broken = report.sources.iter().any(|s| s.error.is_some());
    if broken && !args.configs.is_empty() {
        // Whoever names a file wants to know of that file.
        return Exit::Config;
    }
    let held_back = |s: &ServerReport| s.skipped.as_deref() == Some(consent::HELD_BACK);
    let unread = report.summary.errors > 0 || broken || report.servers.iter().any(held_back);
    if args.fail_on_error && unread { Exit::NotEvaluated } else { Exit::Clean }
}
