//! A recorded session, played through the guard once more.

use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use serde::Serialize;
use serde_json::Value;
use warden_core::{Exit, Untrusted};
use warden_guard::{CallJudge, Core, Effect, Event, PinSet, SessionPins, Settings, What};

use crate::args::InspectArgs;
use crate::cmd::wrap::calls::PolicyJudge;
use crate::cmd::wrap::recording;
use crate::cmd::wrap::sarif::Sarif;
use crate::failure::Failure;
use crate::plan::Judge;
use crate::trace::{Entry, Header, Piece, Trace, read};
use crate::tty;

/// What came of a trace.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replayed {
    schema: &'static str,
    frames: usize,
    /// `whole`, `broken` or, for other programs' traces, `none`.
    chain: &'static str,
    /// The rules that judged when it was recorded, and now.
    #[serde(skip_serializing_if = "Option::is_none")]
    recorded_ruleset: Option<String>,
    ruleset: String,
    /// What is decided now.
    events: Vec<Noted>,
    /// Where that differs from what was decided then.
    changes: Vec<Change>,
}

#[derive(Serialize)]
struct Noted {
    /// The line of the frame.
    n: u64,
    #[serde(flatten)]
    event: Event,
}

#[derive(Serialize)]
struct Change {
    n: u64,
    was: Vec<String>,
    now: Vec<String>,
}

/// Runs the command.
pub(super) fn run(args: &InspectArgs) -> Result<Exit, Failure> {
    let path = args.trace.as_deref().unwrap_or(Path::new("-"));
    let trace = open(path)?;
    let judge = Judge::for_guard(&args.engine)?;
    let recorded = trace.header.as_ref();
    let settings = settings(args, &judge, recorded);
    let server = settings.server.expose().to_owned();
    let named = args.engine.policy.is_some();
    if !named && recorded.is_some_and(|h| h.session.policy) {
        tty::say("calls were judged by a policy then; give it with --policy");
    }
    let calls = named.then(|| PolicyJudge::new(&judge.policy, &server)).transpose()?;
    let calls = calls.map(|c| Box::new(c) as Box<dyn CallJudge>);
    let pins = recorded.map_or_else(PinSet::default, recording::pins);
    let ruleset = judge.engine.ruleset();
    let engine = Arc::new(judge.engine);
    let open = |p| Sarif::open(p, &engine, settings.fail_on, &server, None);
    let sarif = args.sarif.as_deref().map(open).transpose()?;
    let engine = Arc::clone(&engine);
    let core = Core::new(engine, settings, Box::new(SessionPins(pins)), calls);
    let (events, changes) = play(core, &trace);
    let replayed = Replayed {
        schema: "warden.inspect/1",
        frames: trace.entries.len(),
        chain: match (recorded, &trace.broken) {
            (None, _) => "none",
            (_, Some(_)) => "broken",
            _ => "whole",
        },
        recorded_ruleset: recorded.map(|h| h.ruleset.clone()),
        ruleset: format!("{} {}", ruleset.version, ruleset.digest),
        events,
        changes,
    };
    if let Some(mut sarif) = sarif {
        replayed.events.iter().for_each(|e| sarif.note(&e.event));
        sarif.finish("inspect")?;
    }
    if let Some(why) = &trace.broken {
        tty::say(&format!("{}: {why}", path.display()));
    }
    if args.json {
        let text = serde_json::to_string_pretty(&replayed);
        let text = text.map_err(|e| Failure::Runtime(std::io::Error::other(e)))?;
        crate::cmd::print(&(text + "\n"))?;
    } else {
        crate::cmd::print(&human(&replayed))?;
    }
    let refused = replayed.events.iter().any(|e| stops(e.event.what));
    Ok(match (refused, trace.broken) {
        (true, _) => Exit::Gate,
        (false, Some(_)) => Exit::NotEvaluated,
        (false, None) => Exit::Clean,
    })
}

fn open(path: &Path) -> Result<Trace, Failure> {
    let wrong = |why: String| Failure::NotEvaluated(format!("{}: {why}", path.display()));
    if path == Path::new("-") {
        return read(std::io::stdin().lock()).map_err(wrong);
    }
    let file = warden_files::open_or_pipe(path).map_err(|e| Failure::file(path, e))?;
    read(BufReader::new(file)).map_err(wrong)
}

/// The settings of then, as far as no others are given. A trace of another
/// program holds no lists of the guard's own, so that nothing in it would be
/// admitted: there, everything is only looked at.
fn settings(args: &InspectArgs, judge: &Judge, header: Option<&Header>) -> Settings {
    let foreign = || Header {
        trace: String::new(),
        id: "trace".into(),
        server: "trace".into(),
        ruleset: String::new(),
        session: crate::trace::Session { audit_only: true, ..Default::default() },
        pins: Vec::new(),
        revoked: false,
    };
    let mut settings = match header {
        Some(header) => recording::settings(header),
        None => recording::settings(&foreign()),
    };
    if header.is_none() || args.engine.fail_on.is_some() || judge.policy.fail_on.is_some() {
        settings.fail_on = judge.fail_on;
    }
    if let Some(mode) = args.results {
        settings.actions = super::actions(mode, &[]);
    }
    let set = args.set.iter();
    settings.actions = set.fold(settings.actions, |all, (class, action)| all.with(*class, *action));
    settings.require_approval |= args.engine.require_approval || judge.policy.require_approval;
    settings
}

fn play(mut core: Core, trace: &Trace) -> (Vec<Noted>, Vec<Change>) {
    let began = Instant::now();
    let (mut events, mut changes) = (Vec::new(), Vec::new());
    for entry in &trace.entries {
        let mut out = Vec::new();
        let now = began + entry.at;
        core.tick(now, &mut out);
        match &entry.what {
            Piece::Frame(frame) => {
                core.feed(entry.from, &Arc::from(frame.as_slice()), now, &mut out);
            }
            Piece::Oversize(ends) => core.oversize(entry.from, ends, &mut out),
            Piece::End => core.eof(entry.from, &mut out),
        }
        let noted: Vec<Event> = out
            .into_iter()
            .filter_map(|e| match e {
                Effect::Record(event) => Some(event),
                _ => None,
            })
            // Another program's trace need not hold the lists of the tools.
            .filter(|e| {
                let unlisted = e.what == What::CallRefused && e.findings.is_empty();
                trace.header.is_some() || !unlisted
            })
            .collect();
        if trace.header.is_some() {
            changes.extend(compare(entry, &noted));
        }
        events.extend(noted.into_iter().map(|event| Noted { n: entry.n, event }));
    }
    (events, changes)
}

/// Whether a frame is judged otherwise now. What rests on a secret that was
/// taken out cannot be seen again and is left out.
fn compare(entry: &Entry, noted: &[Event]) -> Option<Change> {
    let now: Vec<Value> = noted.iter().filter_map(|e| serde_json::to_value(e).ok()).collect();
    let words = |all: &[Value]| {
        let mut words: Vec<String> = all.iter().filter_map(|e| word(e, &entry.redacted)).collect();
        words.sort();
        words
    };
    let (was, now) = (words(&entry.verdicts), words(&now));
    (was != now).then_some(Change { n: entry.n, was, now })
}

/// What was done and the rules it rests on.
fn word(event: &Value, redacted: &[String]) -> Option<String> {
    let what = event["what"].as_str()?;
    // These are about the state of the machine, not about frames.
    if matches!(what, "pins" | "internal") {
        return None;
    }
    let findings = event["findings"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut rules: Vec<&str> = findings.iter().filter_map(|f| f["rule"].as_str()).collect();
    rules.sort_unstable();
    rules.dedup();
    let before = rules.len();
    rules.retain(|rule| !redacted.iter().any(|r| r == rule));
    if before > 0 && rules.is_empty() {
        return None;
    }
    Some(if rules.is_empty() { what.to_owned() } else { format!("{what}: {}", rules.join(", ")) })
}

/// Whether something was not let through as it came.
fn stops(what: What) -> bool {
    matches!(what, What::Refused | What::CallRefused | What::RequestRefused | What::Blocked)
}

fn human(replayed: &Replayed) -> String {
    let mut out = format!(
        "{} frames, chain: {}, rules: {}\n",
        replayed.frames, replayed.chain, replayed.ruleset
    );
    if let Some(then) = replayed.recorded_ruleset.as_ref().filter(|r| **r != replayed.ruleset) {
        out.push_str(&format!("recorded under rules {}\n", shown(then)));
    }
    for Noted { n, event } in &replayed.events {
        let what = serde_json::to_value(event.what).unwrap_or_default();
        let mut line = format!("{n}: {}", what.as_str().unwrap_or_default());
        for text in event.method.iter().chain(&event.tool) {
            line.push_str(&format!(" {}", text.term_limited(80)));
        }
        let mut rules: Vec<String> = event.findings.iter().map(|f| f.rule.to_string()).collect();
        rules.dedup();
        for part in [shown(&event.note), rules.join(", ")].iter().filter(|p| !p.is_empty()) {
            line.push_str(&format!(": {part}"));
        }
        out.push_str(&line);
        out.push('\n');
    }
    for change in &replayed.changes {
        let list = |words: &[String]| match words {
            [] => "nothing".to_owned(),
            some => shown(&some.join("; ")),
        };
        let (was, now) = (list(&change.was), list(&change.now));
        out.push_str(&format!("CHANGED {}: was {was}; now {now}\n", change.n));
    }
    out
}

fn shown(text: &str) -> String {
    Untrusted::from(text).term_limited(300)
}
