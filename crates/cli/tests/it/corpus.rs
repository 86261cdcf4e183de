//! The labelled corpus of the repository bounds what a change may cost.

use crate::harness::{World, root};

/// Honest look-alikes that may be blocked, of 562.
const FALSE_ALARMS: u64 = 1;
/// Honest look-alikes that one rule alone may block, of 562.
const FALSE_ALARMS_OF_A_RULE: u64 = 1;
/// Honest look-alikes on which one rule alone may remark at medium or higher.
const REMARKS_OF_A_RULE: u64 = 3;
/// Attacks that must be blocked, of 596. They are soft on purpose and most are
/// missed (see `docs/limits.md`); this keeps a change from losing more.
const CAUGHT: u64 = 152;

#[test]
fn false_alarms_and_misses_stay_within_their_bounds() {
    let corpus = root().join("tests/corpus");
    let file = |name: &str| corpus.join(name).display().to_string();
    let m = World::new()
        .run(&[
            "rules",
            "test",
            "--json",
            "--attacks",
            &file("attacks.jsonl"),
            "--honest",
            &file("honest.jsonl"),
        ])
        .expect(0)
        .json();
    let count = |set: &str, key: &str| m[set][key].as_u64().expect("a number");
    assert_eq!((count("attacks", "of"), count("honest", "of")), (596, 562));
    assert!(count("honest", "blocked") <= FALSE_ALARMS, "{:#}", m["falseAlarms"]);
    assert!(count("attacks", "blocked") >= CAUGHT, "{}", m["attacks"]);
    let rules = m["rules"].as_object().expect("rules by id");
    for (id, rule) in rules {
        let count = |key: &str| rule[key].as_u64().expect("a number");
        assert!(count("honestBlocked") <= FALSE_ALARMS_OF_A_RULE, "{id}: {rule}");
        assert!(count("honestFlagged") <= REMARKS_OF_A_RULE, "{id}: {rule}");
    }
}
