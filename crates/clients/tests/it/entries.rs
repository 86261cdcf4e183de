//! Shapes of entries that several clients share.

use warden_core::Transport;

use crate::world::{World, entry, line, lines};

fn one(entry: &str) -> String {
    let text = format!(r#"{{"mcpServers": {{"good": {{"command": "x"}}, "a": {entry}}}}}"#);
    let found = World::new().file("~/.cursor/mcp.json", text).find();
    assert_eq!(line(self::entry(&found, "good")), "x", "a sibling was lost");
    line(self::entry(&found, "a"))
}

#[test]
fn commands_in_every_spelling() {
    let cases = [
        (r#"{"command": "npx -y foo"}"#, "npx -y foo"),
        (r#"{"command": "npx -y foo", "args": []}"#, "npx -y foo"),
        (r#"{"command": "sh -c 'a b'"}"#, "sh -c a b"),
        (r#"{"command": "my tool", "args": ["a"]}"#, "my tool a"),
        (r#"{"command": ["npx", "-y", 3]}"#, "npx -y 3"),
        (r#"{"command": {"path": "p", "args": ["a"]}}"#, "p a"),
        (r#"{"command": ""}"#, "! its command is empty"),
        (r#"{"command": []}"#, "! its command is empty"),
        (r#"{"command": null}"#, "! has neither a command nor a URL"),
        (r#"{"command": "x", "args": [{}]}"#, "! its `args` holds something that is no text"),
        (r#"{"command": "x", "env": []}"#, "! its `env` is not an object"),
        (r#"{"command": "x", "env": {"A": {}}}"#, "! variable A is no text"),
        (r#"{"command": "x", "env": {"A": null, "B": true}}"#, "x {B=true}"),
        (r#"{"command": "x", "disabled": true}"#, "! disabled in the config"),
        ("[]", "! the entry is not an object"),
    ];
    for (text, expected) in cases {
        assert_eq!(one(text), expected, "{text}");
    }
}

#[test]
fn a_string_is_taken_apart_word_by_word() {
    let text = r#"{"mcpServers": {"a": {"command": "npx -y '@scope/a b'"}}}"#;
    let found = World::new().file("~/.cursor/mcp.json", text).find();
    let Ok(warden_core::Endpoint::Stdio(launch)) = &found.entries[0].endpoint else {
        panic!("{:?}", found.entries[0].endpoint)
    };
    assert_eq!(launch.command, "npx");
    assert_eq!(launch.args, ["-y", "@scope/a b"]);
    // A program whose path has a space is one word.
    let world = World::new().file("my server", "").file("~/.cursor/mcp.json", "");
    let path = world.path("my server");
    let text = serde_json::json!({"mcpServers": {"a": {"command": path.to_string_lossy()}}});
    let found = world.file("~/.cursor/mcp.json", text.to_string()).find();
    let Ok(warden_core::Endpoint::Stdio(launch)) = &found.entries[0].endpoint else {
        panic!("{:?}", found.entries[0].endpoint)
    };
    assert_eq!((launch.command.as_str(), launch.args.len()), (&*path.to_string_lossy(), 0));
}

#[test]
fn transports_in_every_spelling() {
    let url = "https://a.example/mcp";
    let cases = [
        (r#""url": "U""#, "auto"),
        (r#""type": "http", "url": "U""#, "auto"),
        (r#""type": "streamable-http", "url": "U""#, "streamable"),
        (r#""type": "streamable_http", "url": "U""#, "streamable"),
        (r#""type": "streamableHttp", "url": "U""#, "streamable"),
        (r#""transport": "streamable-http", "url": "U""#, "streamable"),
        (r#""type": "SSE", "url": "U""#, "sse"),
        (r#""httpUrl": "U""#, "streamable"),
        (r#""serverUrl": "U""#, "auto"),
        (r#""uri": "U""#, "auto"),
        (r#""transport": {"type": "sse", "url": "U"}"#, "sse"),
    ];
    for (text, kind) in cases {
        let text = format!("{{{}}}", text.replace("\"U\"", &format!("\"{url}\"")));
        assert_eq!(one(&text), format!("{kind} {url}"), "{text}");
    }
    for scheme in ["ws", "file", "javascript", "unix"] {
        assert!(one(&format!(r#"{{"url": "{scheme}://a/b"}}"#)).starts_with("! "), "{scheme}");
    }
    for text in [r#"{"type": "http"}"#, r#"{"url": ""}"#, r#"{"url": 3}"#, r#"{"url": "https://"}"#]
    {
        assert!(one(text).starts_with("! "), "{text}");
    }
}

#[test]
fn skipped_entries_keep_their_transport() {
    let text = r#"{"mcpServers": {
        "a": {"command": "x", "disabled": true}, "b": {"url": "https://b.example", "disabled": true},
        "c": {"type": "sse", "url": "https://c.example", "disabled": true}}}"#;
    let found = World::new().file("~/.cursor/mcp.json", text).find();
    let kinds: Vec<_> = found.entries.iter().map(|e| e.transport).collect();
    assert_eq!(kinds, [Transport::Stdio, Transport::Http, Transport::Sse]);
}

#[test]
fn the_server_behind_the_guard_is_seen() {
    let text = r#"{"mcpServers": {
        "a": {"command": "warden", "args": ["wrap", "--id", "a", "--", "npx", "-y", "foo"], "env": {"K": "v"}},
        "b": {"command": "warden wrap -- foo bar"},
        "c": {"command": "./warden", "args": ["wrap", "--", "honest"]},
        "d": {"command": "warden", "args": ["wrap", "--url", "https://d.example/mcp"]}}}"#;
    let found = World::new().file(".mcp.json", text).find();
    assert_eq!(
        lines(&found),
        [
            "claude-code/project a: npx -y foo {K=v}",
            "claude-code/project b: foo bar",
            "claude-code/project c: ./warden wrap -- honest",
            "claude-code/project d: auto https://d.example/mcp",
        ]
    );
    let wrapped: Vec<_> = found.entries.iter().map(|e| e.wrapped).collect();
    assert_eq!(wrapped, [true, true, false, true]);
    assert_eq!(found.entries[3].transport, Transport::Http);
}

#[test]
fn places_count_characters_from_one() {
    let text = "{\"mcpServers\":\t{\"ä\": {\"command\": \"x\"}, \"b\": {\"command\": \"y\"}}}";
    let found = World::new().file("~/.cursor/mcp.json", text).find();
    let at: Vec<_> = found.entries.iter().map(|e| (e.source.line, e.source.column)).collect();
    assert_eq!(at, [(1, Some(17)), (1, Some(40))]);
}
