//! Calls of rule hooks; a rule that panics becomes a finding.

use std::panic::{AssertUnwindSafe, catch_unwind};

use warden_core::capture::CaptureFacts;
use warden_core::finding::{Finding, Gate, Subject};
use warden_core::{Endpoint, Untrusted};

use crate::meta_rules::RULE_FAILURE;
use crate::registry::RULES;
use crate::rule::{Cx, Rule, Sink};

/// Runs one hook. What it found before it failed is kept.
pub(super) fn guarded(
    rule: &dyn Rule,
    sink: &mut Sink,
    subject: &Subject,
    f: impl FnOnce(&mut Sink),
) {
    if catch_unwind(AssertUnwindSafe(|| f(sink))).is_err() {
        sink.push(failure(rule.meta().id, subject.clone()));
    }
}

/// The finding for a rule that failed.
pub(super) fn failure(rule: &str, subject: Subject) -> Finding {
    let rule = Untrusted::from(rule).term();
    RULE_FAILURE.finding(
        Gate::Static,
        subject,
        format!("Rule {rule} failed with an internal error"),
    )
}

/// Judges the launch.
pub(super) fn launch(endpoint: &Endpoint, cx: &Cx<'_>) -> Vec<Finding> {
    let mut sink = Sink::default();
    for rule in RULES {
        guarded(*rule, &mut sink, &Subject::Launch, |s| rule.launch(endpoint, cx, s));
    }
    sink.findings
}

/// Reviews the launch.
pub(super) fn review(endpoint: &Endpoint) -> Vec<Finding> {
    let mut sink = Sink::default();
    for rule in RULES {
        guarded(*rule, &mut sink, &Subject::Launch, |s| rule.review(endpoint, s));
    }
    sink.findings
}

/// Judges what happened during the capture.
pub(super) fn capture(facts: &CaptureFacts, cx: &Cx<'_>) -> Vec<Finding> {
    let mut sink = Sink::default();
    for rule in RULES {
        guarded(*rule, &mut sink, &Subject::Server, |s| rule.capture(facts, cx, s));
    }
    sink.findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meta_rules::DRIFT;
    use crate::rule::{Case, Meta};

    struct Panics;

    impl Rule for Panics {
        fn meta(&self) -> &'static Meta {
            &DRIFT
        }
        fn cases(&self) -> &'static [Case] {
            &[]
        }
    }

    #[test]
    fn a_panic_becomes_a_blocking_finding() {
        let mut sink = Sink::default();
        guarded(&Panics, &mut sink, &Subject::Server, |_| panic!("on purpose"));
        assert_eq!(sink.findings[0].rule.as_str(), "WRD-INTERNAL-RULE-FAILURE");
        assert!(sink.findings[0].blocks_at(warden_core::Severity::High));
    }
}
