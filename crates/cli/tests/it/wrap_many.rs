//! Many calls at once.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::harness::World;
use crate::wrap::{Wrapped, evil};

const MANY: u32 = 10_000;

/// A server that follows a script.
fn scripted(world: &World, script: &str) -> Option<Vec<String>> {
    let server = evil("honest")?;
    let path = world.write("script.txt", script);
    Some(vec![server[0].clone(), "--script".into(), path.display().to_string()])
}

fn call(id: u32) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call",
        "params": {"name": "add", "arguments": {}}})
    .to_string()
}

/// Takes the answers to all calls; each comes once.
fn answers(s: &mut Wrapped, kind: &dyn Fn(&Value) -> bool) {
    let mut open: HashSet<u64> = (1..=u64::from(MANY)).collect();
    while !open.is_empty() {
        let answer = s.recv();
        let id = answer["id"].as_u64().expect("a number");
        assert!(open.remove(&id), "{id} is answered twice");
        assert!(kind(&answer), "{answer}");
    }
}

#[test]
fn ten_thousand_calls_are_answered_when_the_server_ends() {
    let world = World::new();
    let script = "on tools/call: !nothing\non \"ping\": !exit\n";
    let Some(server) = scripted(&world, script) else { return };
    let mut s = Wrapped::start(&world, &["--quiet"], &server);
    assert!(s.ask(0, "tools/list", &json!({}))["result"].is_object());
    (1..=MANY).for_each(|id| s.send(&call(id)));
    s.send(r#"{"jsonrpc":"2.0","method":"ping"}"#);
    answers(&mut s, &|a| a["error"]["code"] == -32002);
    assert!(s.is_over(), "nothing more comes");
    assert_eq!(s.wait().0, Some(0));
}

#[test]
fn ten_thousand_calls_are_all_answered() {
    let Some(server) = evil("honest") else { return };
    let world = World::new();
    let mut s = Wrapped::start(&world, &["--quiet"], &server);
    assert!(s.ask(0, "tools/list", &json!({}))["result"].is_object());
    (1..=MANY).for_each(|id| s.send(&call(id)));
    answers(&mut s, &|a| a["result"].is_object());
    assert_eq!(s.end().0, Some(0));
}

#[test]
fn calls_beyond_the_bound_are_refused_and_the_session_goes_on() {
    let world = World::new();
    let script = "on tools/call: !nothing\n";
    let Some(server) = scripted(&world, script) else { return };
    let mut s = Wrapped::start(&world, &["--quiet"], &server);
    assert!(s.ask(0, "tools/list", &json!({}))["result"].is_object());
    (1..=16_384).for_each(|id| s.send(&call(id)));
    s.send(&call(20_000));
    let refused = s.recv();
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!(20_000), &json!(-32002)));
    s.signal("TERM");
    assert!(s.wait().0.is_some(), "it ends with all of them open");
}
