//! Policies as people write them, and calls that try to get around them.

mod calls;
mod shapes;

use std::sync::Arc;

use warden_core::json::{Doc, Limits, Mode, read};
use warden_core::policy::Policy;
use warden_policy::{Call, CallPolicy, Decision, Shape, infer};

pub(crate) fn policy(text: &str) -> CallPolicy {
    let policy: Policy = toml::from_str(text).expect("a policy");
    CallPolicy::new(&policy).expect("a sound policy")
}

pub(crate) fn document(json: &str) -> Doc {
    read(Arc::from(json.as_bytes()), Mode::AsClientsRead, &Limits::default()).expect("JSON")
}

/// Judges a call, with the shapes that its names show.
pub(crate) fn judge(policy: &CallPolicy, tool: &str, arguments: &str) -> Decision {
    let document = document(arguments);
    let shapes = infer(tool, document.root());
    judge_as(policy, tool, &document, &shapes)
}

pub(crate) fn judge_as(
    policy: &CallPolicy,
    tool: &str,
    arguments: &Doc,
    shapes: &[Shape],
) -> Decision {
    policy.judge(&Call { server: "files", tool, arguments: arguments.root(), shapes })
}

/// The ids of the reasons.
pub(crate) fn codes(decision: &Decision) -> Vec<&'static str> {
    decision.reasons.iter().map(|r| r.code.id()).collect()
}
