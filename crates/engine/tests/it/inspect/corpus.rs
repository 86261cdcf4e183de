//! Recall and false alarms on the results of the corpus in the repository.

use std::path::Path;

use warden_engine::Action;

use super::inspect;

struct Record {
    id: String,
    text: String,
    quotes: bool,
}

fn records(name: &str) -> Vec<Record> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus").join(name);
    let text = std::fs::read_to_string(path).expect("the corpus");
    let record = |line: &str| {
        let v: serde_json::Value = serde_json::from_str(line).expect("a record");
        Record {
            id: v["id"].as_str().expect("an id").into(),
            text: v["text"].as_str().expect("a text").into(),
            quotes: v["quotes_attack"] == true,
        }
    };
    text.lines().map(record).collect()
}

fn flagged(records: &[Record]) -> Vec<&str> {
    let flagged = records.iter().filter(|r| inspect(&r.text).action > Action::Pass);
    flagged.map(|r| r.id.as_str()).collect()
}

#[test]
fn most_attacks_are_flagged() {
    let records = records("results_attacks.jsonl");
    let caught = flagged(&records);
    let missed: Vec<_> =
        records.iter().map(|r| r.id.as_str()).filter(|id| !caught.contains(id)).collect();
    let share = caught.len() as f64 / records.len() as f64;
    assert!(share >= 0.75, "{} of {}; missed: {missed:?}", caught.len(), records.len());
}

#[test]
fn honest_results_keep_the_budget() {
    let (quoting, plain): (Vec<_>, Vec<_>) =
        records("results_honest.jsonl").into_iter().partition(|r| r.quotes);
    let wrong = flagged(&plain);
    assert!(wrong.len() * 200 <= plain.len() * 3, "{wrong:?}");
    let wrong = flagged(&quoting);
    assert!(wrong.len() * 100 <= quoting.len() * 12, "{wrong:?}");
}
