//! `warden doctor`: what is said of configs when nothing is started.

use crate::harness::World;

fn rules(world: &World, args: &[&str], code: i32) -> Vec<String> {
    let args = [&["doctor", "--json"], args].concat();
    let report = world.run(&args).expect(code).json();
    let servers = report["servers"].as_array().expect("a list").clone();
    let findings =
        servers.iter().flat_map(|s| s["findings"].as_array().cloned().unwrap_or_default());
    findings.map(|f| f["rule"].as_str().expect("a rule").to_owned()).collect()
}

#[test]
fn posture_of_a_machine_is_reported_and_nothing_is_started() {
    let world = World::new();
    let touched = world.project().join("touched");
    let config = serde_json::json!({"mcpServers": {
        "local": {"command": "touch", "args": [touched], "env": {"ACME_TOKEN": "hunter2hunter2"}},
        "open": {"url": "https://mcp.acme.example/mcp"},
        "unfilled": {"url": "https://mcp.acme.example/b", "headers": {"Authorization": "<token>"}},
        "plain": {"url": "http://mcp.acme.example/mcp", "headers": {"X-Api-Key": "${ACME}"}},
        "inside": {"url": "https://me:hunter2hunter2@mcp.acme.example/mcp"}
    }});
    world.write("~/.cursor/mcp.json", &config.to_string());
    let found = rules(&world, &[], 1);
    for rule in [
        "WRD-AUTH-TOKEN-IN-CONFIG",
        "WRD-AUTH-NOAUTH",
        "WRD-AUTH-PLACEHOLDER-SECRET",
        "WRD-AUTH-PLAINTEXT-HTTP",
        "WRD-AUTH-URL-CREDENTIAL",
    ] {
        assert_eq!(found.iter().filter(|r| *r == rule).count(), 1, "{rule}: {found:?}");
    }
    let shown = world.run(&["doctor", "--verbose"]).expect(1);
    assert!(!shown.stdout.contains("hunter2"), "{}", shown.stdout);
    assert!(!touched.exists());
}

#[test]
fn a_reference_is_no_credential_in_the_config() {
    let world = World::new();
    let config = serde_json::json!({"mcpServers": {
        "a": {"command": "node", "args": ["a.js"], "env": {"ACME_TOKEN": "${ACME_TOKEN}"}},
        "b": {"type": "http", "url": "https://mcp.acme.example/mcp",
              "headers": {"Authorization": "Bearer ${ACME_TOKEN}"}},
        "c": {"command": "node", "args": ["c.js"], "env": {"ACME_TOKEN": "${NONE:-hunter2hunter2}"}},
    }});
    world.write(".mcp.json", &config.to_string());
    let mut command = world.command();
    let command =
        command.env("ACME_TOKEN", "abcdef0123456789").args(["doctor", "--project", "--json"]);
    let run = crate::harness::Run::from(command.output().expect("runs"));
    let report = run.expect(1).json();
    let with = |name: &str| {
        let servers = report["servers"].as_array().expect("a list");
        let server = servers.iter().find(|s| s["name"] == name).expect("it is there");
        server["findings"].to_string().contains("WRD-AUTH-TOKEN-IN-CONFIG")
    };
    assert!(!with("a") && !with("b"), "{report}");
    assert!(with("c"), "the default stands in the config: {report}");
    assert!(!report.to_string().contains("hunter2"));
}

#[test]
fn a_sound_set_up_is_clean_and_a_broken_file_is_not() {
    let world = World::new();
    let bin = crate::harness::warden_bin().display().to_string();
    let config = serde_json::json!({"mcpServers": {"a": {"command": bin, "args": ["demo-server", "honest"]}}});
    world.write(".mcp.json", &config.to_string());
    let run = world.run(&["doctor", "--project"]).expect(1);
    assert!(run.stdout.contains("warden pin -- "), "{}", run.stdout);
    assert_eq!(rules(&world, &["--project"], 1), ["WRD-DOCTOR-NO-LOCK"]);
    let pin = |more: &[&str]| {
        let server = ["--", bin.as_str(), "demo-server", "honest"];
        world.run(&[&["pin", "--quick"], more, &server].concat()).expect(0);
    };
    pin(&[]);
    assert_eq!(rules(&world, &["--project"], 1), ["WRD-DOCTOR-LOCK-UNAPPROVED"]);
    pin(&["--approve", "--approver", "me"]);
    assert!(rules(&world, &["--project"], 0).is_empty());
    world.write("sub/b.warden.lock", "{");
    rules(&world, &["--project"], 3);
    std::fs::remove_file(world.project().join("sub/b.warden.lock")).expect("it was there");
    world.write(".cursor/mcp.json", "{");
    rules(&world, &["--project"], 3);
    rules(&world, &[".cursor/mcp.json"], 4);
    world.run(&["doctor", "--client", "nobody"]).expect(2);
}

#[test]
fn one_name_for_two_servers_is_told() {
    let world = World::new();
    world.write(
        ".vscode/mcp.json",
        r#"{"servers": {"a": {"command": "node", "args": ["a.js"]}},
            "mcpServers": {"a": {"command": "node", "args": ["b.js"]}}}"#,
    );
    let found = rules(&world, &[".vscode/mcp.json"], 1);
    assert_eq!(found.iter().filter(|r| *r == "WRD-DOCTOR-AMBIGUOUS-SERVER").count(), 2);
}
