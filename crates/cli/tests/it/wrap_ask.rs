//! Calls before which a person is asked, as a client sees it.

use serde_json::{Value, json};

use crate::harness::World;
use crate::wrap::{Wrapped, evil};

const POLICY: &str =
    "sensitive = [\"add\"]\n[[request]]\nmethod = \"sampling/*\"\naction = \"deny\"\n";

fn start(world: &World, more: &[&str], capabilities: &Value) -> Option<Wrapped> {
    let server = evil("honest")?;
    world.write("policy.toml", POLICY);
    let options = [&["--id", "shop", "--policy", "policy.toml"], more].concat();
    let mut s = Wrapped::start(world, &options, &server);
    let hello = json!({"protocolVersion": "2025-11-25", "capabilities": capabilities});
    assert!(s.ask(0, "initialize", &hello)["result"].is_object());
    Some(s)
}

/// Calls `add`, which asks; the id and parameters of the question.
fn question(s: &mut Wrapped, id: u32) -> (Value, Value) {
    let call = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call",
        "params": {"name": "add", "arguments": {"text": "one"}}});
    s.send(&call.to_string());
    let asked = s.recv();
    assert_eq!(asked["method"], "elicitation/create", "{asked}");
    (asked["id"].clone(), asked["params"].clone())
}

fn say(s: &mut Wrapped, id: &Value, content: &Value) -> Value {
    let result = json!({"action": "accept", "content": content});
    s.send(&json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string());
    s.recv()
}

#[test]
fn a_person_is_asked_through_the_client() {
    let world = World::new();
    let Some(mut s) = start(&world, &[], &json!({"elicitation": {}})) else { return };
    let (id, form) = question(&mut s, 1);
    let message = form["message"].as_str().expect("a message");
    for part in ["\"add\"", "\"shop\"", "/text: one"] {
        assert!(message.contains(part), "{part} is not in {message}");
    }
    assert_eq!(form["requestedSchema"]["properties"]["approve"]["default"], false);
    let answer = say(&mut s, &id, &json!({"approve": true}));
    assert_eq!(answer["id"], 1);
    assert!(answer["result"].is_object(), "{answer}");
    let (id, _) = question(&mut s, 2);
    assert_eq!(say(&mut s, &id, &json!({"approve": false}))["error"]["code"], -32001);
    // The other tool asks nobody.
    assert!(s.call(3, "echo", "x")["result"].is_object());
    let (_, stderr) = s.end();
    assert!(stderr.contains("approved tools/call add"), "{stderr}");
}

#[test]
fn an_approval_until_a_day_outlasts_the_session_and_a_revocation_ends_it() {
    let world = World::new();
    let forms = json!({"elicitation": {"form": {}}});
    let Some(mut s) = start(&world, &[], &forms) else { return };
    let (id, _) = question(&mut s, 1);
    let tomorrow = std::time::SystemTime::now() + std::time::Duration::from_secs(86_400);
    let day: String = humantime::format_rfc3339(tomorrow).to_string().chars().take(10).collect();
    let said = json!({"approve": true, "scope": "until", "until": day});
    assert!(say(&mut s, &id, &said)["result"].is_object());
    s.end();
    let Some(mut s) = start(&world, &[], &json!({})) else { return };
    assert!(s.call(1, "add", "other")["result"].is_object(), "no question any more");
    s.end();
    let kept = world.home().join(".local/state/warden/v1/approvals");
    let file = std::fs::read_dir(kept).expect("the approvals").flatten();
    let file = file.map(|e| e.path()).find(|p| p.extension().is_some_and(|e| e == "json"));
    let text = std::fs::read_to_string(file.expect("a file")).expect("readable");
    assert!(text.contains(&day) && !text.contains("other"), "{text}");
}

#[test]
fn a_client_that_cannot_ask_is_refused() {
    let world = World::new();
    for (more, capabilities) in [
        (&[][..], json!({})),
        (&[][..], json!({"elicitation": {"url": {}}})),
        (&["--ask", "refuse"][..], json!({"elicitation": {}})),
    ] {
        let Some(mut s) = start(&world, more, &capabilities) else { return };
        let refused = s.call(1, "add", "x");
        assert_eq!(refused["error"]["code"], -32001, "{refused}");
        let rules = &refused["error"]["data"]["warden"]["rules"];
        assert_eq!(*rules, json!(["WRD-POL-ASK"]));
        s.end();
    }
}
