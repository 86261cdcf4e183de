//! One test over all rules: shape, documentation, examples and counter-examples.

use std::collections::HashSet;

use warden_core::Verdict;

use crate::support::{engine, every_voice, has, rules, tool_dump, vet_with};

/// Rules of the gates and of the engine: tests of their own elsewhere.
const WITHOUT_CASES: &[&str] = &[
    "WRD-INTERNAL-RULE-FAILURE",
    "WRD-RT-CUT",
    "WRD-FEED-MATCH",
    "WRD-PIN-DRIFT",
    "WRD-PIN-IDENTITY",
    "WRD-PIN-APPROVAL-REQUIRED",
    "WRD-PIN-UNPINNED",
];

fn judge(example: &str) -> Verdict {
    let dump = if example.starts_with('{') { example.to_owned() } else { tool_dump(example) };
    vet_with(every_voice(), dump.as_bytes())
}

#[test]
fn every_rule_is_documented_and_named_once() {
    let mut seen = HashSet::new();
    for meta in engine().catalogue() {
        let id = meta.id.as_str();
        assert!(id.starts_with("WRD-"), "{id}");
        assert!(id.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-'));
        assert!(seen.insert(id.to_owned()), "{id} occurs twice");
        assert!(meta.doc.len() >= 60, "{id} needs documentation");
        assert!(!meta.title.ends_with('.') && meta.title.len() > 8, "{id}");
        let tested = !meta.examples.is_empty() && !meta.counter_examples.is_empty();
        assert!(tested || WITHOUT_CASES.contains(&id), "{id} needs examples and counter-examples");
    }
}

#[test]
fn lexical_rules_fire_on_their_examples_and_not_on_the_others() {
    let structural: HashSet<String> =
        warden_engine::structural_cases().map(|(id, _)| id.to_owned()).collect();
    let mut wrong = Vec::new();
    for meta in engine().catalogue() {
        let id = meta.id.as_str();
        // Gates look at no single text; their examples are told in words and
        // tried in `weaknesses/gates.rs`.
        let gate = ["WRD-FEED-", "WRD-PIN-", "WRD-INTERNAL-"].iter().any(|p| id.starts_with(p));
        // Rules for run-time texts have their cases run in `inspect`.
        if gate || id.starts_with("WRD-RT-") || structural.contains(id) {
            continue;
        }
        for text in &meta.examples {
            let v = judge(text);
            if !has(&v, id) {
                wrong.push(format!("{id} misses {text:?}, found {:?}", rules(&v)));
            }
        }
        for text in &meta.counter_examples {
            if has(&judge(text), id) {
                wrong.push(format!("{id} fires on {text:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn structural_rules_fire_on_their_cases_and_not_on_the_others() {
    let mut wrong = Vec::new();
    for (id, case) in warden_engine::structural_cases() {
        let v = crate::support::vet_case(case);
        if has(&v, id) != case.fires {
            let what = if case.fires { "misses" } else { "fires on" };
            wrong.push(format!("{id} {what} {:?}, found {:?}", case.input, rules(&v)));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
