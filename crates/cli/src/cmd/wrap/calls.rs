//! The person's policy for calls, as the core asks for it.

use std::sync::Arc;

use warden_core::json::{Doc, Limits, Mode, read};
use warden_core::policy::Policy;
use warden_core::{Finding, Gate, Subject, Untrusted};
use warden_guard::{Call, CallJudge, Denied, Judgement};
use warden_policy::{CallPolicy, Decision, Outcome, Reason, infer};

use crate::failure::Failure;

/// A compiled policy.
pub(crate) struct PolicyJudge {
    policy: CallPolicy,
    server: String,
    nothing: Doc,
}

impl PolicyJudge {
    pub(crate) fn new(policy: &Policy, server: &str) -> Result<Self, Failure> {
        let policy = CallPolicy::new(policy)
            .map_err(|e| Failure::Config(Untrusted::from(e.to_string()).term_limited(400)))?;
        let nothing = read(Arc::from(&b"{}"[..]), Mode::Strict, &Limits::default())
            .map_err(|e| Failure::Config(e.to_string()))?;
        Ok(Self { policy, server: server.to_owned(), nothing })
    }
}

impl CallJudge for PolicyJudge {
    fn judge(&mut self, call: &Call<'_>) -> Judgement {
        let arguments = call.arguments.unwrap_or_else(|| self.nothing.root());
        let shapes = infer(call.tool, arguments);
        let decision = self.policy.judge(&warden_policy::Call {
            server: &self.server,
            tool: call.tool,
            arguments,
            shapes: &shapes,
        });
        let findings = findings(&decision, &Subject::Tool(call.tool.into()));
        match decision.outcome {
            Outcome::Allow => Judgement::Allow,
            Outcome::Ask => Judgement::Ask(Denied {
                message: "the policy wants a person to be asked before this call".into(),
                findings,
            }),
            Outcome::Deny => Judgement::Deny(Denied {
                message: "the policy does not allow this call".into(),
                findings,
            }),
        }
    }

    fn judge_request(&mut self, method: &str, mode: Option<&str>) -> Result<(), Denied> {
        let decision = self.policy.judge_request(&self.server, method, mode);
        if decision.outcome == Outcome::Allow {
            return Ok(());
        }
        let message = "the policy does not let the server ask this".into();
        Err(Denied { message, findings: findings(&decision, &Subject::Server) })
    }
}

fn findings(decision: &Decision, subject: &Subject) -> Vec<Finding> {
    let finding = |r: &Reason| {
        let mut f = Finding::new(&r.code.meta(), Gate::Config, subject.clone(), r.message.clone());
        f.path = (!r.at.is_empty()).then(|| r.at.clone());
        f
    };
    decision.reasons.iter().map(finding).collect()
}
