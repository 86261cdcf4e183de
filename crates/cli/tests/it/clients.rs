//! `warden clients`.

use crate::harness::World;

#[test]
fn it_shows_what_was_found_and_why_an_entry_is_skipped() {
    let world = World::new();
    world.write(
        "~/.cursor/mcp.json",
        r#"{"mcpServers": {
            "files": {"command": "npx", "args": ["-y", "files@1.0.0"]},
            "off": {"command": "x", "disabled": true},
            "odd": {"command": 7}
        }}"#,
    );
    let json = world.run(&["clients", "--json"]).expect(0).json();
    assert_eq!(json["schema"], "warden.clients/1");
    let entries = json["entries"].as_array().expect("entries");
    assert_eq!(entries.len(), 3);
    assert_eq!(entries[0]["name"], "files");
    assert_eq!(entries[0]["client"], "cursor");
    assert!(entries[1]["skipped"].as_str().is_some_and(|s| s.contains("disabled")));
    assert!(entries[2]["skipped"].is_string());
    assert!(json["places"].as_array().is_some_and(|p| p.len() > 20));

    let run = world.run(&["clients"]).expect(0);
    assert!(
        run.stdout.contains("~/.cursor/mcp.json") && run.stdout.contains("files"),
        "{}",
        run.stdout
    );
}

#[test]
fn it_names_the_clients_it_knows() {
    let run = World::new().run(&["clients", "--list"]).expect(0);
    let known: Vec<&str> = run.stdout.lines().collect();
    for client in [
        "claude-code",
        "claude-desktop",
        "cursor",
        "vscode",
        "windsurf",
        "codex",
        "gemini-cli",
        "zed",
        "cline",
        "continue",
        "opencode",
        "goose",
        "lm-studio",
    ] {
        assert!(known.contains(&client), "{client} is missing in {known:?}");
    }
}
