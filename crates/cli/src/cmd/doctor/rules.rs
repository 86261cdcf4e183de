//! The rules of `warden doctor` itself.

use std::borrow::Cow;

use warden_core::{Confidence, RuleMeta, Severity};
use warden_engine::rule::Meta;

/// One name, two servers.
pub(super) static AMBIGUOUS: Meta = Meta {
    id: "WRD-DOCTOR-AMBIGUOUS-SERVER",
    title: "One file has two servers of one name",
    severity: Severity::Medium,
    confidence: Confidence::High,
    advisory: true,
    aka: &[],
    doc: "Advisory, in `warden doctor` only. A file holds two entries with the same name that start \
          or reach different things, for instance under `mcpServers` and under `servers`. Which \
          one a client takes is not written anywhere. Rename or remove one of them.",
};

/// No lock has the server.
pub(super) static NO_LOCK: Meta = Meta {
    id: "WRD-DOCTOR-NO-LOCK",
    title: "No lock covers the server",
    severity: Severity::Low,
    confidence: Confidence::High,
    advisory: true,
    aka: &[],
    doc: "Advisory, in `warden doctor` only. No `warden.lock` or `*.warden.lock` below the directory \
          has a server that is started or reached like this one, so that nobody would notice if it \
          said something else tomorrow. `warden pin -- COMMAND` makes one.",
};

/// The lock has it, and nobody looked.
pub(super) static UNAPPROVED: Meta = Meta {
    id: "WRD-DOCTOR-LOCK-UNAPPROVED",
    title: "A lock covers the server, and nobody has approved it",
    severity: Severity::Medium,
    confidence: Confidence::High,
    advisory: true,
    aka: &[],
    doc: "Advisory, in `warden doctor` only. The lock was written and not reviewed: it keeps the \
          server as it was, whatever that is. Read `warden diff` or the lock, then \
          `warden lock rotate --approver YOU`.",
};

/// Every rule with what it fires on and what it does not.
pub(crate) fn catalogue() -> Vec<RuleMeta> {
    vec![
        with_cases(
            &AMBIGUOUS,
            "`a` under `mcpServers` starts `x`, `a` under `servers` starts `y`",
            "`a` under `mcpServers` starts `x`, `b` under `servers` starts `y`",
        ),
        with_cases(&NO_LOCK, "a server and no `warden.lock`", "`warden pin` was run for it"),
        with_cases(
            &UNAPPROVED,
            "`warden pin -- node server.js`",
            "`warden pin --approve --approver you -- node server.js`",
        ),
    ]
}

fn with_cases(meta: &Meta, example: &'static str, counter_example: &'static str) -> RuleMeta {
    let mut rule = meta.to_rule_meta(&[]);
    rule.examples = vec![Cow::Borrowed(example)];
    rule.counter_examples = vec![Cow::Borrowed(counter_example)];
    rule
}
