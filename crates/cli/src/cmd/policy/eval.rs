//! `warden policy eval`: what becomes of one call.

use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use warden_core::json::{Doc, Limits, Mode, Val, read};
use warden_core::{Exit, Untrusted};
use warden_policy::{Call, Decision, Outcome, Shape, infer};

use crate::args::PolicyEvalArgs;
use crate::failure::Failure;
use crate::plan::read_small;

#[derive(Serialize)]
struct DecisionV1<'a> {
    outcome: &'static str,
    reasons: Vec<ReasonV1<'a>>,
}

#[derive(Serialize)]
struct ReasonV1<'a> {
    rule: &'static str,
    at: &'a str,
    message: &'a str,
}

/// Runs the command.
pub(super) fn run(args: &PolicyEvalArgs) -> Result<Exit, Failure> {
    let (_, policy) = super::compiled(&args.policy)?;
    let sample = sample(&args.sample)?;
    let root = sample.root();
    let wrong = |what: &str| Failure::Config(format!("{}: {what}", args.sample.display()));
    let tool = root.get_text("tool").ok_or_else(|| wrong("`tool` must be a text"))?;
    let arguments = root.get("arguments").ok_or_else(|| wrong("`arguments` is missing"))?;
    let server = root.get_text("server").unwrap_or_default();
    let shapes = shapes(root, &tool, arguments);
    let call = Call { server: &server, tool: &tool, arguments, shapes: &shapes };
    let decision = policy.judge(&call);
    super::super::print(&if args.json { json(&decision) } else { human(&decision) })?;
    Ok(if decision.outcome == Outcome::Deny { Exit::Gate } else { Exit::Clean })
}

fn sample(path: &Path) -> Result<Doc, Failure> {
    let text = if path == Path::new("-") {
        std::io::read_to_string(std::io::stdin())
            .map_err(|source| Failure::Read { path: path.into(), source })?
    } else {
        read_small(path)?
    };
    read(Arc::from(text.into_bytes()), Mode::AsClientsRead, &Limits::default())
        .map_err(|e| Failure::Config(format!("{}: {e}", path.display())))
}

fn shapes(root: Val<'_>, tool: &str, arguments: Val<'_>) -> Vec<Shape> {
    match root.get("capabilities") {
        Some(list) => {
            let named = list.items().filter_map(|c| Shape::of_capability(&c.text()?));
            named.collect()
        }
        None => infer(tool, arguments),
    }
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Allow => "allow",
        Outcome::Ask => "ask",
        Outcome::Deny => "deny",
    }
}

fn json(decision: &Decision) -> String {
    let reasons = decision.reasons.iter().map(|r| ReasonV1 {
        rule: r.code.id(),
        at: &r.at,
        message: &r.message,
    });
    let shown = DecisionV1 { outcome: word(decision.outcome), reasons: reasons.collect() };
    serde_json::to_string_pretty(&shown).unwrap_or_default() + "\n"
}

fn human(decision: &Decision) -> String {
    let mut out = format!("{}\n", word(decision.outcome));
    for reason in &decision.reasons {
        let at = Untrusted::from(reason.at.as_str()).term_limited(80);
        let message = Untrusted::from(reason.message.as_str()).term_limited(200);
        out.push_str(&format!("  {} {at}: {message}\n", reason.code.id()));
    }
    out
}
