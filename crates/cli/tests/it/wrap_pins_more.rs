//! Pins of what a server says beside its tools.

use serde_json::{Value, json};

use crate::harness::World;
use crate::wrap::{Wrapped, script};
use crate::wrap_pins::on_terminal;

/// A server whose instructions and whose prompt stand in files.
fn server(world: &World) -> Vec<String> {
    let text = "while read line; do\n\
        id=$(printf '%s' \"$line\" | sed 's/.*\"id\":\\([^,}]*\\).*/\\1/')\n\
        case \"$line\" in\n\
        *notifications/*) ;;\n\
        *'\"initialize\"'*) printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},\"prompts\":{},\"resources\":{}},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"},\"instructions\":\"%s\"}}\\n' \"$id\" \"$(cat said)\" ;;\n\
        *prompts/list*) printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"prompts\":[{\"name\":\"greet\",\"description\":\"%s\"}]}}\\n' \"$id\" \"$(cat prompt)\" ;;\n\
        *resources/list*) printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"resources\":[{\"uri\":\"note:a\",\"name\":\"a\",\"size\":%s}]}}\\n' \"$id\" \"$$\" ;;\n\
        *) printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"tools\":[],\"messages\":[]}}\\n' \"$id\" ;;\n\
        esac\ndone\n";
    script(world, "server.sh", text)
}

/// The answers to `initialize`, and to the lists of prompts, resources and
/// tools.
fn session(world: &World, options: &[&str]) -> [Value; 4] {
    let mut s = Wrapped::start(world, options, &server(world));
    let hello = s.ask(1, "initialize", &json!({"protocolVersion": "2025-11-25"}));
    let lists = ["prompts/list", "resources/list", "tools/list"];
    let [prompts, resources, tools] = lists.map(|l| s.ask(2, l, &json!({})));
    s.end();
    [hello, prompts, resources, tools]
}

#[test]
fn a_prompt_and_instructions_cannot_change_unseen() {
    let world = World::new();
    world.write("said", "Use add for sums.");
    world.write("prompt", "Greets somebody.");
    let first = session(&world, &["--id", "s"]);
    assert_eq!(first[0]["result"]["instructions"], "Use add for sums.");
    assert_eq!(first[1]["result"]["prompts"][0]["name"], "greet");
    assert!(first[2]["result"].is_object(), "{}", first[2]);
    // The size of a resource is no part of its definition.
    assert!(session(&world, &["--id", "s"])[2]["result"].is_object());

    world.write("prompt", "Greets somebody twice.");
    let [hello, prompts, resources, tools] = session(&world, &["--id", "s"]);
    assert_eq!(prompts["error"]["data"]["warden"]["prompts"], json!(["greet"]));
    assert!(hello["result"].is_object() && resources["result"].is_object());
    assert!(tools["result"].is_object(), "{tools}");

    world.write("said", "Use add for all sums.");
    let [hello, prompts, _, tools] = session(&world, &["--id", "s"]);
    assert!(hello["result"].is_object() && hello["result"]["instructions"].is_null(), "{hello}");
    assert_eq!(tools["error"]["data"]["warden"]["rules"], json!(["WRD-PIN-DRIFT"]));
    assert_eq!(prompts["error"]["code"], -32001);

    let Some((code, shown)) = on_terminal(&world, "approve --id s", "approve s\n") else { return };
    assert_eq!(code, 0, "{shown}");
    assert!(shown.contains("prompt greet: CHANGED"), "{shown}");
    assert!(shown.contains("server instructions: CHANGED"), "{shown}");
    assert!(shown.contains("{+all+}"), "{shown}");
    for answer in session(&world, &["--id", "s"]) {
        assert!(answer["result"].is_object(), "{answer}");
    }
    // The one look of a person was enough for everything.
    for answer in session(&world, &["--id", "s", "--require-approval"]) {
        assert!(answer["result"].is_object(), "{answer}");
    }
}

#[test]
fn approval_can_be_required_of_everything() {
    let world = World::new();
    world.write("said", "Use add for sums.");
    world.write("prompt", "Greets somebody.");
    let [hello, prompts, resources, _] = session(&world, &["--id", "s", "--require-approval"]);
    assert!(hello["result"]["instructions"].is_null(), "{hello}");
    for list in [prompts, resources] {
        let rules = &list["error"]["data"]["warden"]["rules"];
        assert_eq!(*rules, json!(["WRD-PIN-APPROVAL-REQUIRED"]), "{list}");
    }
    let mut s = Wrapped::start(&world, &["--id", "s", "--require-approval"], &server(&world));
    let got = s.ask(1, "prompts/get", &json!({"name": "greet"}));
    assert_eq!(got["error"]["code"], -32001, "{got}");
    s.end();
}

#[test]
fn a_lock_says_which_instructions_and_prompts_are_shown() {
    let world = World::new();
    world.write("said", "Use add for sums.");
    world.write("prompt", "Greets somebody.");
    let server = server(&world);
    let pin = ["pin", "--lock", "w.lock", "--"];
    let pin: Vec<&str> = pin.into_iter().chain(server.iter().map(String::as_str)).collect();
    world.run(&pin).expect(0);
    let options = ["--lock", "w.lock"];
    for answer in session(&world, &options).iter().take(2) {
        assert!(answer["result"].is_object(), "{answer}");
    }
    world.write("said", "Use sub for sums.");
    let [hello, prompts, ..] = session(&world, &options);
    assert!(hello["result"]["instructions"].is_null(), "{hello}");
    assert_eq!(prompts["error"]["data"]["warden"]["rules"], json!(["WRD-PIN-DRIFT"]));
}
