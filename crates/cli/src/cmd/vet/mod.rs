//! `warden vet`: one server, one dump, or a stream of dumps.

mod jsonl;

use std::io::Read;
use std::path::Path;

use warden_core::json::Limits;
use warden_core::report::{Report, ServerReport, ServerStatus};
use warden_core::surface::Dump;
use warden_core::views::{NoFeed, NoPins};
use warden_core::{Endpoint, Exit, Surface, Transport, Untrusted, Verdict};
use warden_engine::{VetInput, redact_launch};

use super::server::{self, Who};
use crate::args::VetArgs;
use crate::failure::Failure;
use crate::outputs::Outputs;
use crate::plan::{Judge, Reach, typed_server};
use crate::signals;

/// Runs the command.
pub(crate) fn run(args: &VetArgs) -> Result<Exit, Failure> {
    if let Some(path) = &args.jsonl {
        let judge = Judge::new(&args.engine, Some(Path::new(".")))?;
        return jsonl::run(&judge.engine, path);
    }
    signals::watch()?;
    let outputs = Outputs::open(&args.output)?;
    let judge = Judge::new(&args.engine, Some(Path::new(".")))?;
    let server = match &args.dump {
        Some(path) => vet_dump(&judge, path)?,
        None => vet_live(args, &judge, &Reach::new(&args.reach)?)?,
    };
    let report = judge.report("vet", Vec::new(), vec![server], Vec::new());
    let exit = exit(&report);
    let written = outputs.write(&report, &super::catalogue(&judge.engine), &super::cwd());
    written.map_or_else(|f| f.after(exit), |()| Ok(exit))
}

fn exit(report: &Report) -> Exit {
    match report.servers[0].allow {
        Some(true) => Exit::Clean,
        Some(false) => Exit::Gate,
        None => Exit::NotEvaluated,
    }
}

fn vet_live(args: &VetArgs, judge: &Judge, reach: &Reach) -> Result<ServerReport, Failure> {
    let mut spec = typed_server(&args.command, args.url.as_deref())?;
    reach.apply(&mut spec.endpoint);
    Ok(server::ask(judge, reach, &spec, false)?.report)
}

fn vet_dump(judge: &Judge, path: &Path) -> Result<ServerReport, Failure> {
    let fail = |source| Failure::Read { path: path.into(), source };
    let limits = Limits::default();
    // The length is no bound: a pipe or a device has none.
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(fail)?;
    file.take(limits.bytes as u64 + 1).read_to_end(&mut bytes).map_err(fail)?;
    if bytes.len() > limits.bytes {
        return Err(Failure::NotEvaluated(format!("{}: larger than 16 MiB", path.display())));
    }
    let dump = Dump::read(bytes.into(), &limits)
        .map_err(|e| Failure::NotEvaluated(format!("{}: {e}", path.display())))?;
    let verdict = verdict(&judge.engine, &dump);
    let who = Who {
        name: dump.surface.name.clone(),
        client: None,
        source: None,
        transport: dump.endpoint.as_ref().map_or(Transport::Stdio, Endpoint::transport),
        launch: dump.endpoint.as_ref().map(redact_launch).unwrap_or_default(),
        wrapped: false,
    };
    let count = dump.surface.tool_names().len();
    Ok(who.judged(ServerStatus::Scanned, verdict, Some(count)))
}

/// Judges one dump.
pub(crate) fn verdict(engine: &warden_engine::Engine, dump: &Dump) -> Verdict {
    let peers: Vec<&Surface> = dump.peers.iter().collect();
    let name: &Untrusted = &dump.surface.name;
    engine.vet(&VetInput {
        server: name,
        surface: &dump.surface,
        endpoint: dump.endpoint.as_ref(),
        facts: None,
        peers: &peers,
        earlier: &[],
        pins: &NoPins,
        feed: &NoFeed,
    })
}
