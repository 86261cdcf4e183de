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

/// Every rule with what it fires on and what it does not.
pub(crate) fn catalogue() -> Vec<RuleMeta> {
    vec![with_cases(
        &AMBIGUOUS,
        "`a` under `mcpServers` starts `x`, `a` under `servers` starts `y`",
        "`a` under `mcpServers` starts `x`, `b` under `servers` starts `y`",
    )]
}

fn with_cases(meta: &Meta, example: &'static str, counter_example: &'static str) -> RuleMeta {
    let mut rule = meta.to_rule_meta(&[]);
    rule.examples = vec![Cow::Borrowed(example)];
    rule.counter_examples = vec![Cow::Borrowed(counter_example)];
    rule
}
