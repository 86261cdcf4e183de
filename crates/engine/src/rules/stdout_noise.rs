//! Lines on stdout that are no messages.

use warden_core::capture::CaptureFacts;
use warden_core::{Confidence, Gate, Severity, Subject};

use crate::rule::{Case, CaseInput, Cx, Meta, Rule, Sink};

pub(crate) struct StdoutNoise;

static META: Meta = Meta {
    id: "WRD-WIRE-STDOUT-NOISE",
    title: "Writes to stdout what is no message",
    severity: Severity::Low,
    confidence: Confidence::High,
    advisory: true,
    aka: &[],
    doc: "A server that speaks over stdio may write only JSON-RPC messages to stdout; logs belong \
          on stderr. Strict clients close the connection at the first other line.",
};

fn noisy() -> CaptureFacts {
    CaptureFacts {
        stdout_noise: 2,
        noise_samples: vec!["starting…".into()],
        ..CaptureFacts::default()
    }
}

impl Rule for StdoutNoise {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case { input: CaseInput::Facts("two log lines on stdout", noisy), fires: true },
                Case {
                    input: CaseInput::Facts("messages only", CaptureFacts::default),
                    fires: false,
                },
            ]
        }
    }

    fn capture(&self, facts: &CaptureFacts, _: &Cx<'_>, sink: &mut Sink) {
        if facts.stdout_noise == 0 {
            return;
        }
        let message = format!("{} lines on stdout were no messages", facts.stdout_noise);
        let sample = facts.noise_samples.first().map(|s| s.expose()).unwrap_or_default();
        sink.push_with(META.finding(Gate::Wire, Subject::Server, message), sample);
    }
}
