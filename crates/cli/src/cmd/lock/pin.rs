//! `warden pin` and `warden lock update`.

use std::sync::Arc;

use warden_core::report::ServerReport;
use warden_core::{Exit, Finding, Gate, ServerSpec, Subject, Untrusted};
use warden_lock::{Choice, ChoiceError, Document, LockFile, Shape, Stamp, drift};
use warden_wire::Redactor;

use super::ask::{self, Asked};
use super::changes;
use super::sign::{Compat, Hand};
use super::signable::Signable;
use super::store::Stored;
use crate::args::PinArgs;
use crate::failure::Failure;
use crate::outputs::Outputs;
use crate::plan::{Judge, Reach, now};
use crate::signals;

/// Changes that are listed when an entry is replaced.
const MOST_SHOWN: usize = 30;

/// Runs `warden pin`.
pub(crate) fn run(args: &PinArgs) -> Result<Exit, Failure> {
    pin(args, "pin")
}

/// Runs `warden lock update`: as `pin`, for a lock that is there.
pub(crate) fn update(args: &PinArgs) -> Result<Exit, Failure> {
    super::store::load(&args.file.lock)?;
    pin(args, "update")
}

fn pin(args: &PinArgs, command: &'static str) -> Result<Exit, Failure> {
    signals::watch()?;
    let approver = approver(args)?;
    if args.reason.as_deref().is_some_and(|r| r.trim().is_empty()) {
        return Err(Failure::Usage("--reason must say why it is recorded all the same".into()));
    }
    let outputs = Outputs::open(&args.output)?;
    let mut judge = Judge::for_lock(&args.engine)?;
    let reach = Reach::new(&args.reach)?;
    // Read before anything is started: a broken lock is not written over.
    let stored = Stored::open(&args.file.lock)?;
    let mut lock = stored.lock()?;
    check_shape(args, lock.as_ref())?;
    let hand = hand(args)?;
    let mut asked = ask::ask(&args.server, &judge, &reach, args.force)?;
    let (exit, bytes) = record(args, approver, &mut judge, &mut asked, &stored, &mut lock)?;
    let written = asked.report.lock.as_ref().is_some_and(|l| l.written);
    let signed = match (hand.filter(|_| exit == Exit::Clean), bytes) {
        (Some(hand), Some(bytes)) => sign(args, &hand, bytes, &mut judge),
        _ => {
            remind(args, written, &mut judge);
            Ok(())
        }
    };
    let report = judge.report(command, Vec::new(), vec![asked.report], Vec::new());
    let written = outputs.write(&report, &crate::cmd::catalogue(&judge.engine), &crate::cmd::cwd());
    // The lock stays, unsigned: what was asked for all the same failed.
    signed?;
    written.map_or_else(|f| f.after(exit), |()| Ok(exit))
}

/// With what it is to be signed, if it is; before anything is started.
fn hand(args: &PinArgs) -> Result<Option<Hand>, Failure> {
    match args.sign {
        true => Hand::new(&args.signer).map(Some),
        false if args.signer.any() => {
            Err(Failure::Usage("nothing is signed without --sign".into()))
        }
        false => Ok(None),
    }
}

/// Signs what was written, whatever lies there by now.
fn sign(args: &PinArgs, hand: &Hand, bytes: Arc<[u8]>, judge: &mut Judge) -> Result<(), Failure> {
    let compat = args.compat && args.signer.key.is_none();
    let compat = compat.then_some(Compat { coordinate: None });
    let written = hand.sign(&Signable::written(&args.file.lock, bytes)?, compat)?;
    judge.notes.push(format!("signed by {} in {}", written.signer, written.files.join(", ")));
    Ok(())
}

/// A signature of what stood there before no longer holds.
fn remind(args: &PinArgs, written: bool, judge: &mut Judge) {
    let present = super::sign::present(&args.file.lock).join(", ");
    if written && !present.is_empty() {
        let lock = super::shown(&args.file.lock);
        judge
            .notes
            .push(format!("{present} no longer fits; to sign again: warden lock sign {lock}"));
    }
}

fn approver(args: &PinArgs) -> Result<Option<&str>, Failure> {
    let named = args.who.approver.as_deref().filter(|a| !a.trim().is_empty());
    match (args.approve, named) {
        (false, _) => Ok(None),
        (true, Some(approver)) => Ok(Some(approver)),
        (true, None) => {
            Err(Failure::Usage("--approve needs --approver WHO (or WARDEN_APPROVER)".into()))
        }
    }
}

fn check_shape(args: &PinArgs, lock: Option<&LockFile>) -> Result<(), Failure> {
    let file = args.file.lock.display();
    // It is typed and read by people; an empty one is what a missing variable gives.
    let fine = |id: &String| !id.trim().is_empty() && !id.contains(char::is_control);
    if args.file.id.as_ref().is_some_and(|id| !fine(id)) {
        return Err(Failure::Usage("--id needs a name, without control characters".into()));
    }
    match (lock.map(|l| l.shape), &args.file.id) {
        (Some(Shape::One), Some(_)) => Err(Failure::Usage(format!(
            "{file} holds one server without a name; leave out --id, or name another file"
        ))),
        (Some(Shape::Many), _) if args.compat => Err(Failure::Usage(format!(
            "{file} holds several servers, which mcp-warden does not read; name another file"
        ))),
        _ => Ok(()),
    }
}

/// How it ended, and the bytes of the file as it is then.
type Recorded = (Exit, Option<Arc<[u8]>>);

/// Builds the document and writes it, or says why not.
fn record(
    args: &PinArgs,
    approver: Option<&str>,
    judge: &mut Judge,
    asked: &mut Asked,
    stored: &Stored,
    lock: &mut Option<LockFile>,
) -> Result<Recorded, Failure> {
    let mut document = match asked.document(&judge.engine) {
        None if asked.report.allow == Some(false) => {
            judge.notes.push(blocked_note(args));
            return Ok((Exit::Gate, None));
        }
        None => return Ok((Exit::NotEvaluated, None)),
        Some(Ok(document)) => document,
        Some(Err(e)) => {
            refuse(&mut asked.report, format!("It cannot be pinned: {e}"), "WRD-LOCK-UNSTABLE");
            crate::cmd::redact::redact(&mut asked.report, &asked.redactor);
            return Ok((Exit::Gate, None));
        }
    };
    if asked.report.allow == Some(false) && !args.force {
        judge.notes.push(blocked_note(args));
        return Ok((Exit::Gate, None));
    }
    let secret = holds_secret(&asked.report.findings, &asked.spec, &asked.redactor, &document);
    if let Some(why) = secret.filter(|_| !args.force) {
        let message = format!("It is not recorded, since {why}");
        refuse(&mut asked.report, message, "WRD-LOCK-SECRET");
        judge.notes.push("to record it all the same: --force --reason TEXT".into());
        return Ok((Exit::Gate, None));
    }
    let file = args.file.lock.clone();
    let identity = document.own.as_ref().map(|o| o.identity.clone()).unwrap_or_default();
    let id = name_of(args, lock.as_ref(), &identity)?;
    let earlier = lock.as_ref().and_then(|l| l.servers.iter().find(|(n, _)| *n == id));
    let earlier = earlier.map(|(_, d)| d.clone());
    if let Some(earlier) = &earlier {
        document.adopt(earlier);
    }
    finish(args, &mut document);
    if let Some(earlier) = &earlier
        && earlier.pins_same(&document)
        && approver.is_none()
    {
        judge.notes.push(format!("{}: it pins this already; nothing was written", file.display()));
        asked.report.lock = Some(changes::facts(&file, Some(&id), earlier, false));
        accepted(&mut asked.report);
        return Ok((Exit::Clean, stored.bytes()));
    }
    if let Some(earlier) = &earlier {
        review(args, judge, asked, earlier, &document);
        if earlier.pin.approved && approver.is_none() {
            let by = shown(earlier.pin.approver.as_deref().unwrap_or("somebody"));
            let message = format!(
                "It is not what {by} approved; to replace that approval: \
                 --approve --approver YOU"
            );
            refuse(&mut asked.report, message, "WRD-LOCK-APPROVED");
            return Ok((Exit::Gate, None));
        }
    }
    let time = now();
    let environment = std::env::var("WARDEN_ENV").ok().filter(|e| !e.is_empty());
    let stamp = Stamp {
        actor: args.who.actor.as_deref(),
        environment: environment.as_deref(),
        now: &time,
        version: env!("CARGO_PKG_VERSION"),
        note: None,
    };
    document.pinned_by(&stamp);
    if let Some(approver) = approver {
        document.approve(approver, &stamp);
    }
    asked.report.lock = Some(changes::facts(&file, Some(&id), &document, true));
    let one = args.file.id.is_none() && lock.as_ref().is_none_or(|l| l.shape == Shape::One);
    let mut now = lock.take().unwrap_or_else(|| LockFile {
        shape: if one { Shape::One } else { Shape::Many },
        servers: Vec::new(),
    });
    put(&mut now, id, document);
    let bytes = stored.write(&now)?;
    tell(args, judge, &asked.report, approver);
    accepted(&mut asked.report);
    Ok((Exit::Clean, Some(bytes)))
}

/// The last touches before two documents are compared.
fn finish(args: &PinArgs, document: &mut Document) {
    if args.compat {
        *document = document.clone().without_own();
    } else if let Some(own) = &mut document.own {
        own.forced = args.reason.clone();
    }
}

fn blocked_note(args: &PinArgs) -> String {
    format!(
        "{} was not written: the engine blocks this server; to record it all the same: \
         --force --reason TEXT",
        args.file.lock.display()
    )
}

/// The name of the entry: as typed, else that of the same launch.
fn name_of(args: &PinArgs, lock: Option<&LockFile>, identity: &str) -> Result<String, Failure> {
    if let Some(id) = &args.file.id {
        return Ok(id.clone());
    }
    let Some(lock) = lock.filter(|l| l.shape == Shape::Many) else { return Ok(String::new()) };
    match lock.choose(Choice { id: None, identity: Some(identity) }) {
        Ok(found) => {
            let name = lock.servers.iter().find(|(_, d)| std::ptr::eq(d, found));
            Ok(name.map(|(n, _)| n.clone()).unwrap_or_default())
        }
        Err(e @ ChoiceError::NoMatch { .. }) => Err(Failure::Usage(format!(
            "{}: {e}; to add an entry: --id NAME",
            args.file.lock.display()
        ))),
        Err(e) => Err(Failure::Usage(format!("{}: {e}", args.file.lock.display()))),
    }
}

fn put(lock: &mut LockFile, id: String, document: Document) {
    match lock.servers.iter_mut().find(|(n, _)| *n == id) {
        Some((_, entry)) => *entry = document,
        None => {
            lock.servers.push((id, document));
            lock.servers.sort_by(|a, b| a.0.cmp(&b.0));
        }
    }
}

/// Whether a definition or the launch line holds a credential, and in words
/// which.
pub(super) fn holds_secret(
    findings: &[Finding],
    spec: &ServerSpec,
    redactor: &Redactor,
    document: &Document,
) -> Option<String> {
    if let Some(f) = findings.iter().find(|f| is_secret(f.rule.as_str())) {
        return Some(format!("it holds a credential ({})", f.rule));
    }
    if ask::launch_holds_secret(spec) {
        let why = "its launch line holds a credential; give it by --env or --header instead";
        return Some(why.into());
    }
    // Of an item that says something else each time only the name is recorded.
    let mut items = document.own.iter().flat_map(|o| &o.items);
    let repeats = items.any(|item| {
        redactor.finds(&item.name) || item.text.as_deref().is_some_and(|t| redactor.finds(t))
    });
    repeats.then(|| "it repeats a credential that it was given".to_owned())
}

/// Rules that find a credential itself, not talk about one.
fn is_secret(rule: &str) -> bool {
    matches!(
        rule,
        "WRD-SEC-OPENAI"
            | "WRD-SEC-GITHUB"
            | "WRD-SEC-AWS-AKID"
            | "WRD-SEC-SLACK"
            | "WRD-SEC-PRIVKEY"
            | "WRD-SEC-JWT"
    )
}

fn refuse(report: &mut ServerReport, message: String, rule: &'static str) {
    let f = changes::other(rule, Subject::Server, message);
    report.findings.insert(0, f);
    report.allow = Some(false);
    report.decided_by = Some(Gate::Lock);
    report.score = None;
}

/// It was recorded: what was found informs.
fn accepted(report: &mut ServerReport) {
    report.allow = Some(true);
    report.decided_by = None;
    report.score = None;
    report.findings.iter_mut().for_each(|f| f.advisory = true);
    report.allowed_tools.append(&mut report.blocked_tools);
}

/// Shows what is accepted by replacing an entry.
fn review(
    args: &PinArgs,
    judge: &mut Judge,
    asked: &mut Asked,
    earlier: &Document,
    document: &Document,
) {
    let comparison = drift(earlier, document, &judge.engine);
    let kept = comparison.changes.iter().filter(|c| !c.rule.as_str().contains("UNAPPROVED"));
    let findings: Vec<_> = kept.map(|c| changes::finding(c, false)).collect();
    judge.notes.push(format!(
        "{} held another state of this server; {} changes",
        args.file.lock.display(),
        findings.len()
    ));
    let count = findings.len();
    asked.report.findings.splice(0..0, findings);
    crate::cmd::redact::redact(&mut asked.report, &asked.redactor);
    // They only inform, and a table leaves such findings out.
    let shown = asked.report.findings.iter().take(count.min(MOST_SHOWN));
    judge.notes.extend(shown.map(accepted_change));
    if count > MOST_SHOWN {
        let left = count - MOST_SHOWN;
        judge.notes.push(format!("and {left} more changes, which --json lists"));
    }
}

/// One change in a line: what, where, and which words came and went.
fn accepted_change(f: &Finding) -> String {
    let name = f.subject.name().map(|n| format!(" {}", n.term_limited(60))).unwrap_or_default();
    let words = f.evidence.as_ref().map(|e| e.matched.term_limited(200));
    let words = words.filter(|w| !w.is_empty()).map(|w| format!(": {w}")).unwrap_or_default();
    let message = Untrusted::from(f.message.as_str()).term_limited(200);
    format!("{}{name}: {message}{words}", f.severity.name())
}

fn tell(args: &PinArgs, judge: &mut Judge, report: &ServerReport, approver: Option<&str>) {
    let file = args.file.lock.display();
    let Some(lock) = &report.lock else { return };
    judge.notes.push(format!("pinned to {file}: overall_digest {}", lock.overall_digest));
    if let Some(digest) = &lock.digest {
        judge.notes.push(format!("one number for everything: {digest}"));
    }
    judge.notes.push(match approver {
        Some(who) => format!("approved by {}", shown(who)),
        None => "nobody has approved it yet; to do so when you have read it: \
                 --approve --approver YOU"
            .into(),
    });
    judge.notes.push(format!("next: commit {file} and run warden check with the same server"));
}

fn shown(text: &str) -> String {
    Untrusted::from(text).term_limited(80)
}
