//! The guard in the configs of clients.

use serde_json::Value;

use crate::harness::{World, warden_bin};

const CURSOR: &str = r#"{
  // my servers
  "mcpServers": {
    "files": {"command": "npx", "args": ["-y", "server-files@1.0.0"], "env": {"TOKEN": "s3cret"}},
    "web": {"url": "https://mcp.acme.example/mcp"},
    "bare": {"command": "/opt/bare"}
  }
}
"#;
const CODEX: &str = "model = \"x\" # mine\n\n[mcp_servers.files]\ncommand = \"npx\"\nargs = [\"-y\", \"server-files@1.0.0\"]\n";

fn world() -> World {
    let world = World::new();
    world.write("~/.cursor/mcp.json", CURSOR);
    world.write("~/.codex/config.toml", CODEX);
    world
}

fn read(world: &World, path: &str) -> String {
    std::fs::read_to_string(world.home().join(path)).expect("readable")
}

fn entries(world: &World) -> Vec<Value> {
    let found = world.run(&["clients", "--json"]).expect(0).json();
    found["entries"].as_array().expect("entries").clone()
}

#[test]
fn the_guard_is_put_in_and_taken_out_again() {
    let world = world();
    let before = entries(&world);
    let run = world.run(&["wrap", "--install"]).expect(0);
    assert!(run.stderr.contains("3 servers are behind the guard now"), "{}", run.stderr);
    assert!(
        run.stderr.contains("web (cursor): left as it is: it is reached by URL"),
        "{}",
        run.stderr
    );
    assert!(!run.stderr.contains("s3cret") && !run.stdout.contains("s3cret"));
    let cursor = read(&world, ".cursor/mcp.json");
    assert!(cursor.contains("// my servers") && cursor.contains("\"s3cret\""), "{cursor}");
    assert!(cursor.contains(&warden_bin().display().to_string()), "{cursor}");
    let codex = read(&world, ".codex/config.toml");
    assert!(codex.contains("model = \"x\" # mine"), "{codex}");
    // The same servers stand behind it, and nothing of the entries is lost.
    let after = entries(&world);
    for (b, a) in before.iter().zip(&after) {
        assert_eq!(b["name"], a["name"]);
        assert_eq!(b["launch"], a["launch"]);
        assert_eq!(a["wrapped"], a["name"] != "web", "{a}");
    }
    let same = world.run(&["wrap", "--install"]).expect(0);
    assert!(same.stderr.contains("0 servers"), "{}", same.stderr);
    assert_eq!(read(&world, ".cursor/mcp.json"), cursor);

    world.run(&["wrap", "--uninstall"]).expect(0);
    assert_eq!(read(&world, ".codex/config.toml"), CODEX);
    let back: Vec<Value> = entries(&world);
    assert!(back.iter().all(|e| e["wrapped"] == false), "{back:#?}");
    assert_eq!(read(&world, ".cursor/mcp.json.before-warden"), CURSOR);
    assert_eq!(read(&world, ".cursor/mcp.json.before-warden.2"), cursor);
}

#[test]
fn one_client_one_server_and_its_switches() {
    let world = world();
    let policy = world.write("p.toml", "sensitive = [\"pay*\"]\n");
    let args =
        ["wrap", "--install", "--client", "codex", "--policy", "p.toml", "--partial", "files"];
    let dry = world.run(&[&args[..], &["--dry-run"]].concat()).expect(0);
    assert!(dry.stdout.contains("+command = "), "{}", dry.stdout);
    assert_eq!(read(&world, ".codex/config.toml"), CODEX);
    world.run(&args).expect(0);
    assert_eq!(read(&world, ".cursor/mcp.json"), CURSOR);
    let codex = read(&world, ".codex/config.toml");
    let policy = policy.canonicalize().expect("there").display().to_string();
    let words = format!(
        "\"wrap\", \"--id\", \"files\", \"--policy\", \"{policy}\", \"--partial\", \"--\", \"npx\""
    );
    assert!(codex.contains(&words), "{codex}");
}

#[test]
fn what_cannot_be_done_is_said() {
    let world = world();
    world.run(&["wrap", "--install", "nothing"]).expect(2);
    world.run(&["wrap", "--install", "--client", "nobody"]).expect(2);
    world.run(&["wrap", "files"]).expect(2);
    world.run(&["wrap", "--install", "--", "server"]).expect(2);
    world.run(&["wrap", "--install", "web"]).expect(3);
    // A project's file is changed only when one of its servers is named, and
    // then names the guard as others have it.
    world.write(".mcp.json", r#"{"mcpServers":{"shared":{"command":"s","args":[]}}}"#);
    world.run(&["wrap", "--install"]).expect(0);
    let file = world.project().join(".mcp.json");
    let text = |()| std::fs::read_to_string(&file).expect("readable");
    assert!(!text(()).contains("warden"));
    world.run(&["wrap", "--install", "shared"]).expect(0);
    assert!(
        text(()).contains(r#""command":"warden","args":["wrap", "--id", "shared", "--", "s"]"#),
        "{}",
        text(())
    );
    world.write(
        "~/.config/goose/config.yaml",
        "extensions:\n  g:\n    type: stdio\n    cmd: npx\n    args: [s]\n",
    );
    let run = world.run(&["wrap", "--install", "--client", "goose"]).expect(0);
    assert!(run.stdout.contains("in front of its arguments: wrap --id g --"), "{}", run.stdout);
}
