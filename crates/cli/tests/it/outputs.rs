//! Reports in every format, and where they go.

use serde_json::Value;

use crate::harness::{World, root};

fn schema() -> Value {
    let text = std::fs::read_to_string(root().join("schemas/report-v1.json")).expect("the schema");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn every_format_is_written_in_one_run() {
    let world = World::new();
    let run = world
        .run(&[
            "scan",
            "--demo",
            "--json",
            "--json-file",
            "r.json",
            "--sarif",
            "r.sarif",
            "--markdown",
            "r.md",
            "--html",
            "r.html",
        ])
        .expect(1);
    let file = |name: &str| std::fs::read_to_string(world.project().join(name)).expect("written");
    let report: Value = serde_json::from_str(&file("r.json")).expect("JSON");
    assert_eq!(report, run.json());
    let validator = jsonschema::validator_for(&schema()).expect("a schema");
    let errors: Vec<String> = validator.iter_errors(&report).map(|e| e.to_string()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let sarif: Value = serde_json::from_str(&file("r.sarif")).expect("JSON");
    assert_eq!(sarif["version"], "2.1.0");
    assert!(sarif["runs"][0]["results"].as_array().is_some_and(|r| !r.is_empty()));
    assert!(file("r.md").contains("calculator"));
    assert!(file("r.html").contains("calculator"));
    let left: Vec<_> = std::fs::read_dir(world.project())
        .expect("the directory")
        .filter_map(|e| e.ok()?.file_name().into_string().ok())
        .filter(|n| n.starts_with(".warden"))
        .collect();
    assert!(left.is_empty(), "temporary files are left: {left:?}");
}

#[test]
fn a_path_that_cannot_be_written_fails_before_any_work() {
    let world = World::new();
    let run = world.run(&["scan", "--demo", "--sarif", "no/such/dir/r.sarif"]).expect(4);
    assert!(run.stderr.contains("no/such/dir"), "{}", run.stderr);
    assert!(run.stdout.is_empty(), "{}", run.stdout);
}

#[test]
fn an_old_report_stays_when_the_run_fails() {
    let world = World::new();
    world.write("r.json", "old");
    world
        .run(&["scan", "--demo", "--json-file", "r.json", "--sarif", "no/such/dir/r.sarif"])
        .expect(4);
    assert_eq!(std::fs::read_to_string(world.project().join("r.json")).expect("kept"), "old");
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let mut child = Command::new(crate::harness::warden_bin())
        .arg("rules")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    drop(child.stdout.take());
    let mut stderr = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut stderr).expect("reads");
    assert_eq!(child.wait().expect("ends").code(), Some(0), "{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
}
