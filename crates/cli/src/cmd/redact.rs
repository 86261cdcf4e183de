//! Keeps the credentials that a server was given out of what the report quotes
//! from it: a server can put them into its texts, and reports are uploaded.

use warden_core::finding::{Evidence, Subject};
use warden_core::report::ServerReport;
use warden_core::{Finding, Untrusted};
use warden_wire::Redactor;

/// Goes through everything in a report that is a server's text.
pub(super) fn redact(report: &mut ServerReport, redactor: &Redactor) {
    let name = |text: &mut Untrusted| *text = redactor.text(text.expose()).into();
    report.allowed_tools.iter_mut().chain(&mut report.blocked_tools).for_each(name);
    if let Some(info) = &mut report.server_info {
        info.name.iter_mut().chain(&mut info.version).for_each(name);
    }
    let ignored = report.ignored.iter_mut().map(|i| &mut i.finding);
    report.findings.iter_mut().chain(ignored).for_each(|f| finding(f, redactor));
}

fn finding(finding: &mut Finding, redactor: &Redactor) {
    match &mut finding.subject {
        Subject::Server | Subject::Launch | Subject::Config => {}
        Subject::Tool(n) | Subject::Prompt(n) | Subject::Resource(n) | Subject::Template(n) => {
            *n = redactor.text(n.expose()).into();
        }
    }
    finding.message = redactor.text(&finding.message);
    if let Some(path) = &mut finding.path {
        *path = redactor.text(path);
    }
    if let Some(e) = &mut finding.evidence {
        evidence(e, redactor);
    }
}

fn evidence(e: &mut Evidence, redactor: &Redactor) {
    let parts = [e.before.expose(), e.matched.expose(), e.after.expose()];
    let [before, matched, after] = redactor.parts(parts).map(Untrusted::from);
    let reads_as = e.reads_as.take().map(|r| redactor.text(r.expose()).into());
    *e = Evidence { before, matched, after, reads_as };
}
