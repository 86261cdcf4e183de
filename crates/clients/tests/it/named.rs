//! Files that somebody names.

use warden_clients::Scope;

use crate::world::{World, lines};

#[test]
fn the_client_is_guessed_from_the_path_or_the_words() {
    let cases = [
        ("a/.mcp.json", r#"{"mcpServers": {"a": {"command": "x"}}}"#, "claude-code"),
        (
            "claude_desktop_config.json",
            r#"{"mcpServers": {"a": {"command": "x"}}}"#,
            "claude-desktop",
        ),
        ("mcp_config.json", r#"{"mcpServers": {"a": {"command": "x"}}}"#, "windsurf"),
        ("q/.cursor/mcp.json", r#"{"mcpServers": {"a": {"command": "x"}}}"#, "cursor"),
        ("q/.vscode/mcp.json", r#"{"servers": {"a": {"command": "x"}}}"#, "vscode"),
        ("q/.amazonq/mcp.json", r#"{"mcpServers": {"a": {"command": "x"}}}"#, "amazon-q"),
        ("x.toml", "[mcp_servers.a]\ncommand = \"x\"\n", "codex"),
        ("settings.json", r#"{"context_servers": {"a": {"command": "x"}}}"#, "zed"),
        ("opencode.json", r#"{"mcp": {"a": {"type": "local", "command": ["x"]}}}"#, "opencode"),
        ("goose/config.yaml", "extensions:\n  a: {type: stdio, cmd: x}\n", "goose"),
        ("recipe.yaml", "extensions:\n  - {name: a, type: stdio, cmd: x}\n", "file"),
        ("list.json", r#"[{"name": "a", "command": "x"}]"#, "file"),
        ("bare.json", r#"{"a": {"command": "x"}}"#, "file"),
        ("plain", "mcpServers:\n  - name: a\n    command: x\n", "file"),
        ("plain2", "[mcp_servers.a]\ncommand = \"x\"\n", "codex"),
        ("any.json", r#"{"mcp": {"servers": {"a": {"command": "x"}}}}"#, "file"),
        ("dotted.json", r#"{"amp.mcpServers": {"a": {"command": "x"}}}"#, "amp"),
    ];
    for (name, text, client) in cases {
        let found = World::new().file(name, text).named(name);
        assert_eq!(lines(&found), [format!("{client}/named a: x")], "{name}: {:?}", found.sources);
        assert!(!found.entries[0].from_project);
        assert_eq!(found.places.len(), 1);
    }
}

#[test]
fn every_project_of_claude_is_shown() {
    let text = r#"{"mcpServers": {"u": {"command": "x"}}, "projects": {
        "/a": {"mcpServers": {"pa": {"command": "x"}}}, "/b": {"mcpServers": {"pb": {"command": "x"}}}}}"#;
    let found = World::new().file("~/.claude.json", text).named("~/.claude.json");
    assert_eq!(found.entries.len(), 3);
    assert!(found.entries.iter().all(|e| e.scope == Scope::Named && e.client == "claude-code"));
}

#[test]
fn a_missing_file_is_an_error() {
    let world = World::new();
    let found = world.named("gone.json");
    let error = found.sources[0].error.as_deref().expect("missing");
    assert!(error.ends_with("gone.json: does not exist"), "{error}");
    assert!(!found.places[0].exists);
}

#[test]
fn generic_variables_are_replaced() {
    let text =
        r#"{"servers": {"a": {"command": "x", "args": ["${TOKEN}", "${env:TOKEN}", "$TOKEN"]}}}"#;
    let found = World::new().file("any.json", text).named("any.json");
    assert_eq!(lines(&found), ["file/named a: x tok-value tok-value $TOKEN"]);
}
