//! What is written down of a session: one JSON object a line in the verdict
//! log, and a line on stderr for what a person should know.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use serde::Serialize;
use warden_core::Untrusted;
use warden_guard::{Event, What};

use super::sarif::Sarif;
use crate::failure::Failure;
use crate::plan::now;
use crate::tty;

/// Lines on stderr of one kind of trifle.
const TRIFLES: u32 = 20;

/// Where events go.
pub(crate) struct Journal {
    log: Option<File>,
    /// A report that is written at the end.
    pub(super) sarif: Option<Sarif>,
    server: String,
    audit_only: bool,
    quiet: bool,
    trifles: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line<'a> {
    time: String,
    server: &'a str,
    mode: &'static str,
    #[serde(flatten)]
    event: &'a Event,
}

impl Journal {
    /// Opens the log before anything is started.
    pub(crate) fn open(
        path: Option<&Path>,
        server: &str,
        audit_only: bool,
        quiet: bool,
    ) -> Result<Self, Failure> {
        let log = path.map(open).transpose()?;
        Ok(Self { log, sarif: None, server: server.to_owned(), audit_only, quiet, trifles: 0 })
    }

    /// Writes an event down. A log that takes no more must not end a session:
    /// it is given up, and said so.
    pub(crate) fn note(&mut self, event: &Event) {
        if let Some(log) = &mut self.log {
            let mode = if self.audit_only { "audit-only" } else { "enforce" };
            let line = Line { time: now(), server: &self.server, mode, event };
            let written = serde_json::to_vec(&line).map_err(std::io::Error::other);
            let written = written.and_then(|mut text| {
                text.push(b'\n');
                log.write_all(&text)
            });
            if let Err(e) = written {
                tty::say(&format!("warden: the verdict log is given up: {e}"));
                self.log = None;
            }
        }
        if let Some(sarif) = &mut self.sarif {
            sarif.note(event);
        }
        self.say(event);
    }

    /// Writes the report, if one is wanted.
    pub(crate) fn finish(&mut self) {
        if let Some(Err(e)) = self.sarif.take().map(|s| s.finish("wrap")) {
            tty::say(&format!("warden: {e}"));
        }
    }

    fn say(&mut self, event: &Event) {
        let trifle = matches!(event.what, What::Malformed | What::Unsolicited);
        if self.quiet || (event.what == What::Admitted && event.findings.is_empty()) {
            return;
        }
        if trifle {
            self.trifles += 1;
            if self.trifles > TRIFLES {
                return;
            }
        }
        let audit = if self.audit_only { " (audit only)" } else { "" };
        let mut line = format!("warden{audit}: {}", verb(event.what));
        if let Some(method) = &event.method {
            line.push_str(&format!(" {}", method.term_limited(60)));
        }
        if let Some(tool) = &event.tool {
            line.push_str(&format!(" {}", tool.term_limited(80)));
        }
        let mut rules: Vec<String> = event
            .findings
            .iter()
            .filter(|f| event.what != What::Admitted || !f.advisory)
            .map(|f| match f.tool().filter(|_| event.tool.is_none()) {
                Some(tool) => format!("{} ({})", f.rule, tool.term_limited(60)),
                None => f.rule.to_string(),
            })
            .collect();
        rules.dedup();
        if event.what == What::Admitted && rules.is_empty() {
            return;
        }
        rules.truncate(10);
        let note = Untrusted::from(event.note.as_str()).term_limited(300);
        for part in [note, rules.join(", ")].iter().filter(|p| !p.is_empty()) {
            line.push_str(": ");
            line.push_str(part);
        }
        tty::say(&line);
        if trifle && self.trifles == TRIFLES {
            tty::say("warden: further frames that are dropped are only counted in the verdict log");
        }
    }
}

fn verb(what: What) -> &'static str {
    match what {
        What::Admitted => "admitted",
        What::Refused => "refused",
        What::Asked => "asked",
        What::Approved => "approved",
        What::RequestRefused => "request refused",
        What::CallRefused => "call refused",
        What::Blocked => "held back",
        What::Edited => "edited",
        What::Warned => "warned of",
        What::Malformed => "not passed on, malformed",
        What::Unsolicited => "answer dropped",
        What::Bound => "a bound was reached",
        What::Pins => "the pins could not be used",
        What::Internal => "internal failure",
        What::Lost => "requests were lost",
    }
}

/// Appends to a file that nobody else can read.
fn open(path: &Path) -> Result<File, Failure> {
    let fail = |source| Failure::Write { path: path.into(), source };
    let mut options = std::fs::OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map_err(fail)
}
