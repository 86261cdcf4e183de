//! Parts of a surface that could not be read.

use warden_core::capture::{CaptureFacts, Unreachable};
use warden_core::{Confidence, Gate, Severity, Subject};

use crate::rule::{Case, CaseInput, Cx, Meta, Rule, Sink};

pub(crate) struct Unread;

static META: Meta = Meta {
    id: "WRD-WIRE-UNREAD",
    title: "Part of what the server says could not be read",
    severity: Severity::Medium,
    confidence: Confidence::Medium,
    advisory: false,
    aka: &[],
    doc: "A session ended early or a list was refused, so there are definitions that a client may \
          see and nobody has judged. A server can do this on purpose: it answers a client that \
          declares nothing and falls silent for one that declares capabilities. Look at the \
          reason in the report and try again; `--timeout` gives it more time.",
};

fn silent_session() -> CaptureFacts {
    unread("session B")
}

fn one_prompt() -> CaptureFacts {
    unread("prompt summary")
}

fn unread(what: &str) -> CaptureFacts {
    let why = "no answer".to_owned();
    CaptureFacts { unreachable: vec![Unreachable { what: what.into(), why }], ..Default::default() }
}

impl Rule for Unread {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case {
                    input: CaseInput::Facts("session B got no answer", silent_session),
                    fires: true,
                },
                Case {
                    input: CaseInput::Facts("one prompt was not rendered", one_prompt),
                    fires: false,
                },
            ]
        }
    }

    fn capture(&self, facts: &CaptureFacts, _: &Cx<'_>, sink: &mut Sink) {
        for unread in facts.unreachable.iter().filter(|u| hides_tools(u)) {
            let what = unread.what.term_limited(40);
            let why = warden_core::Untrusted::from(unread.why.as_str()).term_limited(120);
            let message = format!("Not read: {what} ({why})");
            sink.push(META.finding(Gate::Wire, Subject::Server, message));
        }
    }
}

/// Whether tools may be among what was not read, and not only one prompt.
fn hides_tools(unread: &Unreachable) -> bool {
    let what = unread.what.expose();
    what.starts_with("session ") || what == "the rest" || what == "tools/list"
}
