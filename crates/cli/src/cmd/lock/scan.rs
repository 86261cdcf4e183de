//! `warden scan --lock`: the servers of a project against one file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use warden_core::report::ServerReport;
use warden_core::{Finding, Gate, ServerSpec, Subject, Surface, Untrusted};
use warden_engine::Engine;
use warden_lock::{Document, LockFile, Shape, Stamp, drift, launch_drift};
use warden_wire::{Captured, Redactor};

use super::store::Stored;
use super::{ask, changes, pin};
use crate::args::ScanArgs;
use crate::failure::Failure;
use crate::plan::now;

/// Entries that a note names one by one.
const MOST_NAMED: usize = 20;

/// The lock of a scan, and what becomes of its entries.
pub(crate) struct ScanLock {
    file: PathBuf,
    stored: Stored,
    before: BTreeMap<String, Document>,
    /// Entries to be written, where the file is to be updated.
    after: Option<BTreeMap<String, Document>>,
    /// Entries whose server was met, with its launch identity.
    met: BTreeMap<String, String>,
    /// Names of servers that were not asked: their entries stay.
    unasked: BTreeSet<String>,
    /// Why blocked servers are recorded.
    forced: Option<String>,
    /// Every server of the file was looked for.
    whole: bool,
    /// Entries must be approved.
    approval: bool,
}

/// A server that was asked and judged.
pub(crate) struct Met<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) client: Option<&'a str>,
    pub(crate) spec: &'a ServerSpec,
    pub(crate) surface: &'a Surface,
    pub(crate) captured: &'a Captured,
    pub(crate) redactor: &'a Redactor,
}

impl ScanLock {
    /// Reads and verifies the file, if one is named.
    pub(crate) fn open(args: &ScanArgs) -> Result<Option<Self>, Failure> {
        let Some(file) = args.lock.clone() else { return Ok(None) };
        let stored = Stored::open(&file)?;
        let lock = match stored.lock()? {
            Some(lock) => lock,
            None if args.update_lock => LockFile { shape: Shape::Many, servers: Vec::new() },
            None => {
                let file = file.display();
                return Err(Failure::Config(format!(
                    "{file}: there is no such lock; to make one: --update-lock"
                )));
            }
        };
        if lock.shape == Shape::One {
            return Err(Failure::Config(format!(
                "{}: it holds one server without a name (use warden check); a scan needs a file \
                 of several, which --update-lock makes under another name",
                file.display()
            )));
        }
        let before: BTreeMap<_, _> = lock.servers.into_iter().collect();
        Ok(Some(Self {
            file,
            stored,
            after: args.update_lock.then(|| before.clone()),
            before,
            met: BTreeMap::new(),
            unasked: BTreeSet::new(),
            forced: args.reason.clone().filter(|_| args.force),
            whole: args.client.is_empty(),
            approval: args.engine.require_approval,
        }))
    }

    /// A server of which not even the launch line is known.
    pub(crate) fn pass_over(&mut self, report: &ServerReport) {
        self.unasked.insert(report.name.expose().to_owned());
    }

    /// A server that was not asked, or did not answer: its entry stays, and how
    /// it would be started or reached is compared all the same.
    pub(crate) fn look_at_launch(&mut self, spec: &ServerSpec, report: &mut ServerReport) {
        self.pass_over(report);
        let identity = warden_engine::launch_identity(&spec.endpoint);
        let id = self.name(spec, report.client.as_deref(), &identity);
        let Some(earlier) = self.before.get(&id) else {
            if self.after.is_none() {
                self.missing(report);
            }
            return;
        };
        report.lock = Some(changes::facts(&self.file, Some(&id), earlier, false));
        let changes = launch_drift(earlier, &spec.endpoint, &identity);
        if !changes.is_empty() {
            let found = changes.iter().map(|c| changes::finding(c, true)).collect();
            drifted(report, found);
        }
    }

    fn missing(&self, report: &mut ServerReport) {
        report.lock = None;
        let message = format!("{} has no entry for it", self.file.display());
        refuse(report, "WRD-LOCK-MISSING", message);
    }

    /// Compares or records a server.
    pub(crate) fn look(&mut self, met: &Met<'_>, report: &mut ServerReport) {
        let made = ask::document(met.engine, met.spec, met.surface, met.captured, &report.findings);
        let mut document = match made {
            Ok(document) => document,
            Err(e) => {
                self.pass_over(report);
                refuse(report, "WRD-LOCK-UNSTABLE", format!("It cannot be pinned: {e}"));
                return crate::cmd::redact::redact(report, met.redactor);
            }
        };
        let identity = document.own.as_ref().map(|o| o.identity.clone()).unwrap_or_default();
        let id = self.name(met.spec, met.client, &identity);
        let earlier = self.before.get(&id).cloned();
        if let Some(earlier) = &earlier {
            document.adopt(earlier);
        }
        let same = earlier.as_ref().is_some_and(|e| e.pins_same(&document));
        report.lock = Some(changes::facts(
            &self.file,
            Some(&id),
            earlier.as_ref().unwrap_or(&document),
            false,
        ));
        let unread = earlier.as_ref().map_or(Vec::new(), |e| ask::newly_unread(e, met.captured));
        if !unread.is_empty() {
            let message = format!(
                "It cannot be compared: {} could not be read now and could when it was pinned",
                unread.join(", ")
            );
            refuse(report, "WRD-LOCK-UNSTABLE", message);
            return crate::cmd::redact::redact(report, met.redactor);
        }
        if self.approval
            && self.after.is_none()
            && earlier.as_ref().is_some_and(|e| !e.pin.approved)
        {
            let message = "Nobody has approved this entry of the lock";
            refuse(report, "WRD-LOCK-UNAPPROVED", message.into());
        }
        if same {
            return;
        }
        match (self.after.is_some(), &earlier) {
            (true, Some(earlier)) if earlier.pin.approved => {
                let comparison = drift(earlier, &document, met.engine);
                drifted(
                    report,
                    comparison.changes.iter().map(|c| changes::finding(c, true)).collect(),
                );
                let message = format!(
                    "It was not recorded: it is not what {} approved; to replace that approval: \
                     warden pin --lock {} --id {} --approve --approver YOU -- COMMAND",
                    Untrusted::from(earlier.pin.approver.as_deref().unwrap_or("somebody"))
                        .term_limited(80),
                    self.file.display(),
                    Untrusted::from(id.as_str()).term_limited(80),
                );
                refuse(report, "WRD-LOCK-APPROVED", message);
                crate::cmd::redact::redact(report, met.redactor);
            }
            (true, _) => self.record(met, report, id, document),
            (false, None) => self.missing(report),
            (false, Some(earlier)) => {
                let comparison = drift(earlier, &document, met.engine);
                let changes = comparison.changes.iter();
                drifted(report, changes.map(|c| changes::finding(c, true)).collect());
                crate::cmd::redact::redact(report, met.redactor);
            }
        }
    }

    /// The name of its entry: the config's key, with the client where another
    /// server has the key already.
    fn name(&mut self, spec: &ServerSpec, client: Option<&str>, identity: &str) -> String {
        let key = spec.name.expose().to_owned();
        let other = self.met.get(&key).is_some_and(|i| i != identity);
        let id = match client {
            Some(client) if other => format!("{key}@{client}"),
            _ => key,
        };
        self.met.insert(id.clone(), identity.to_owned());
        id
    }

    fn record(
        &mut self,
        met: &Met<'_>,
        report: &mut ServerReport,
        id: String,
        mut document: Document,
    ) {
        let secret = pin::holds_secret(&report.findings, met.spec, met.redactor, &document);
        let why = match (report.allow, secret) {
            (Some(true), None) => None,
            (Some(true), Some(secret)) => Some(secret),
            _ => Some("the engine blocks it".to_owned()),
        };
        if let Some(why) = why
            && self.forced.is_none()
        {
            let message =
                format!("It was not recorded, since {why}; to do so: --force --reason TEXT");
            let f = changes::other("WRD-LOCK-REFUSED", Subject::Server, message);
            report.findings.push(f);
            return;
        }
        if let Some(own) = &mut document.own {
            own.forced = self.forced.clone().filter(|_| report.allow != Some(true));
        }
        let time = now();
        document.pinned_by(&Stamp {
            now: &time,
            version: env!("CARGO_PKG_VERSION"),
            ..Stamp::default()
        });
        report.lock = Some(changes::facts(&self.file, Some(&id), &document, true));
        if let Some(after) = &mut self.after {
            after.insert(id, document);
        }
    }

    /// Lists stale entries and writes the file, where it is to be updated and
    /// anything in it is new.
    /// A config that could not be read may have held any server: then no entry
    /// is one too many.
    pub(crate) fn finish(
        self,
        all_read: bool,
        notes: &mut Vec<String>,
    ) -> Result<Vec<Finding>, Failure> {
        let gone = |id: &&String| {
            let name = id.rsplit_once('@').map_or(id.as_str(), |(name, _)| name);
            !self.met.contains_key(*id)
                && !self.unasked.contains(*id)
                && !self.unasked.contains(name)
        };
        let stale: Vec<String> = self.before.keys().filter(gone).cloned().collect();
        let file = self.file.display();
        let Some(mut after) = self.after else {
            return Ok(stale.iter().map(|id| stale_finding(id)).collect());
        };
        if self.whole && all_read {
            stale.iter().for_each(|id| drop(after.remove(id)));
        } else if !stale.is_empty() {
            notes.push(format!("{file}: no entry was removed, since not every config was read"));
        }
        if after == self.before {
            notes.push(match after.is_empty() {
                true => format!("{file}: no lock was made, since no server was recorded"),
                false => format!("{file}: nothing in it has changed; it was not written"),
            });
            return Ok(Vec::new());
        }
        let changed = after.iter().filter(|(id, d)| self.before.get(*id) != Some(d));
        let changed = names(changed.map(|(id, _)| id));
        let removed = names(self.before.keys().filter(|id| !after.contains_key(*id)));
        let servers = after.into_iter().collect();
        self.stored.write(&LockFile { shape: Shape::Many, servers })?;
        notes.push(format!("{file}: recorded {changed}; removed {removed}"));
        let present = super::sign::present(&self.file).join(", ");
        if !present.is_empty() {
            notes.push(format!("{present} no longer fits; sign the lock again"));
        }
        Ok(Vec::new())
    }
}

/// Names of entries for a note.
fn names<'a>(ids: impl Iterator<Item = &'a String>) -> String {
    let shown: Vec<String> =
        ids.map(|id| Untrusted::from(id.as_str()).term_limited(80).to_string()).collect();
    match shown.len() {
        0 => "nothing".to_owned(),
        n if n > MOST_NAMED => format!("{n} entries"),
        _ => shown.join(", "),
    }
}

fn stale_finding(id: &str) -> Finding {
    let shown = Untrusted::from(id).term_limited(80);
    let message = format!("The entry {shown} is for a server that was not found");
    changes::other("WRD-LOCK-STALE", Subject::Config, message)
}

fn refuse(report: &mut ServerReport, rule: &str, message: String) {
    let f = changes::other(rule, Subject::Server, message);
    report.findings.insert(0, f);
    block(report);
}

/// Changes first, then what the engine says.
fn drifted(report: &mut ServerReport, mut changes: Vec<Finding>) {
    changes.append(&mut report.findings);
    report.findings = changes;
    block(report);
}

fn block(report: &mut ServerReport) {
    if report.allow != Some(false) {
        report.decided_by = Some(Gate::Lock);
    }
    report.allow = Some(false);
    report.score = None;
}
