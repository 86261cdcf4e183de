//! The examples and counter-examples of every run-time rule.

use std::collections::HashSet;

use warden_core::json::{Limits, Mode, read};
use warden_engine::Actions;
use warden_engine::inspect::{RUNTIME_CASES, TextCase};

use super::{inspect, rules};

fn fired(case: &TextCase) -> Vec<String> {
    if case.rule != "WRD-RT-JSON" {
        return rules(&inspect(case.text)).into_iter().map(str::to_owned).collect();
    }
    let doc = read(case.text.as_bytes().into(), Mode::AsClientsRead, &Limits::default());
    let doc = doc.expect("a message");
    let found = crate::support::engine().inspect_result(doc.root(), None, &Actions::default());
    found.findings.iter().map(|f| f.rule.to_string()).collect()
}

#[test]
fn rules_fire_on_their_examples_and_not_on_the_others() {
    let mut wrong = Vec::new();
    for case in RUNTIME_CASES {
        let fired = fired(case);
        if fired.iter().any(|r| r == case.rule) != case.fires {
            let what = if case.fires { "misses" } else { "fires on" };
            wrong.push(format!("{} {what} {:?}, found {fired:?}", case.rule, case.text));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_rule_has_both_kinds_of_case() {
    let with = |fires| -> HashSet<&str> {
        RUNTIME_CASES.iter().filter(|c| c.fires == fires).map(|c| c.rule).collect()
    };
    let (bad, good) = (with(true), with(false));
    for meta in crate::support::engine().catalogue() {
        let id = meta.id.as_str();
        // A text of more than four megabytes has a test of its own.
        if id.starts_with("WRD-RT-") && id != "WRD-RT-CUT" {
            assert!(bad.contains(id) && good.contains(id), "{id} lacks cases");
        }
    }
}
