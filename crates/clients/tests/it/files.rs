//! Encodings, broken files, and what is no file.

use warden_clients::{DiscoverOptions, Scope, discover};

use crate::world::{World, entry, line, lines, rules};

#[test]
fn a_broken_file_shows_place_and_caret_and_costs_no_other_file() {
    let broken = "{\n  \"mcpServers\": {\n    \"a\": {\"command\": \"x\" \"args\": []}\n  }\n}";
    let world = World::new()
        .file("~/.cursor/mcp.json", broken)
        .file(".cursor/mcp.json", r#"{"mcpServers": {"good": {"command": "x"}}}"#);
    let found = world.find();
    assert_eq!(lines(&found), ["cursor/project good: x"]);
    let error = found.sources[0].error.as_deref().expect("broken");
    let path = world.path("~/.cursor/mcp.json");
    assert!(error.starts_with(&format!("{}:3:25: expected comma", path.display())), "{error}");
    let shown: Vec<_> = error.lines().collect();
    assert_eq!(shown[1], "  |     \"a\": {\"command\": \"·\" \"args\": []}");
    assert_eq!(shown[2].find('^'), shown[1].find("\"args\"").map(|_| 28), "{error}");
}

#[test]
fn every_format_says_where_it_is_broken() {
    let cases = [
        ("~/.codex/config.toml", "[mcp_servers.a]\ncommand = \"x\"\nargs = [\"y\"\n", ":3:"),
        ("~/.codex/config.toml", "[mcp_servers.a]\ncommand = \"x\"\ncommand = \"y\"\n", ":3:1:"),
        ("~/.config/goose/config.yaml", "extensions:\n  a: {cmd: x\n  b: [\n", ":"),
        ("~/.config/goose/config.yaml", "extensions:\n\ta: 1\n", ":2:"),
        ("~/.config/zed/settings.json", "{\n  \"context_servers\": {\n", ":"),
        ("~/.cursor/mcp.json", "[]", ": the top level is not an object"),
        ("~/.cursor/mcp.json", "\"text\"", ": the top level is not an object"),
    ];
    for (path, text, expected) in cases {
        let found = World::new().file(path, text).find();
        let error = found.sources[0].error.as_deref().unwrap_or_else(|| panic!("{path}: {text}"));
        let file = path.rsplit('/').next().unwrap_or_default();
        assert!(error.contains(&format!("{file}{expected}")), "{error}");
    }
}

#[test]
fn encodings_of_windows_are_read() {
    let text = "{\"mcpServers\": {\r\n \"é\": {\"command\": \"x\"}}}";
    let le: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let be: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let encoded = [
        text.as_bytes().to_vec(),
        [b"\xef\xbb\xbf", text.as_bytes()].concat(),
        [&[0xff, 0xfe][..], &le].concat(),
        [&[0xfe, 0xff][..], &be].concat(),
        le,
    ];
    for bytes in encoded {
        let found = World::new().file("~/.cursor/mcp.json", bytes).find();
        let source = &entry(&found, "é").source;
        assert_eq!((source.line, source.column), (2, Some(2)));
    }
}

#[test]
fn comments_and_commas_are_forgiven_outside_of_texts() {
    let text = r#"// head
    {"mcpServers": { /* one */
      "a": {"url": "https://a.example/mcp//x", "headers": {"X": "/* no */ // no"},}, // tail
      'b': {command: 'x', "args": ["//", "a,]",],},
    },}"#;
    let found = World::new().file("~/.cursor/mcp.json", text).find();
    assert_eq!(
        lines(&found),
        [
            "cursor/user a: auto https://a.example/mcp//x {X=/* no */ // no}",
            "cursor/user b: x // a,]",
        ]
    );
}

#[test]
fn no_servers_is_no_error() {
    for text in ["", " \n", "{}", "{\"mcpServers\": {}}", "{\"mcpServers\": null}"] {
        let found = World::new().file("~/.cursor/mcp.json", text).find();
        assert_eq!(found.sources[0].error, None, "{text}");
        assert_eq!(found.sources[0].servers, 0);
    }
}

#[test]
fn repeated_names_are_all_listed_and_reported() {
    let text = "{\"mcpServers\": {\n \"a\": {\"command\": \"x\"},\n \"a\": {\"command\": \"y\"}}}";
    let found = World::new().file(".mcp.json", text).find();
    assert_eq!(lines(&found), ["claude-code/project a: x", "claude-code/project a: y"]);
    assert_eq!(found.entries[1].findings.len(), 1);
    assert_eq!(found.entries[1].findings[0].rule.as_str(), "WRD-CFG-DUPLICATE-KEY");
    assert_eq!(found.entries[1].source.line, 3);
    let other = "mcpServers:\n  - {name: a, command: x}\n  - {name: a, command: y}\n";
    let found = World::new().file("~/.continue/config.yaml", other).find();
    assert_eq!(found.entries.len(), 2);
    let twice = "extensions:\n  a: {type: stdio, cmd: x}\n  a: {type: stdio, cmd: y}\n";
    let found = World::new().file("~/.config/goose/config.yaml", twice).find();
    assert_eq!(lines(&found), ["goose/user a: x", "goose/user a: y"]);
    assert_eq!(rules(&found), ["WRD-CFG-DUPLICATE-KEY"]);
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_opened() {
    let world = World::new().file("~/.cursor/x", "");
    let made = std::process::Command::new("mkfifo").arg(world.path("~/.cursor/mcp.json")).status();
    assert!(made.is_ok_and(|s| s.success()), "mkfifo");
    let found = world.find();
    let error = found.sources[0].error.as_deref().expect("a FIFO is no config");
    assert!(error.contains("not a regular file"), "{error}");
    // A link to a file is as good as the file.
    let world =
        World::new().file("~/dotfiles/c.json", r#"{"mcpServers": {"a": {"command": "x"}}}"#);
    std::fs::create_dir_all(world.path("~/.cursor")).expect("writable");
    std::os::unix::fs::symlink(world.path("~/dotfiles/c.json"), world.path("~/.cursor/mcp.json"))
        .expect("a link");
    assert_eq!(lines(&world.find()), ["cursor/user a: x"]);
}

#[test]
fn large_files_are_refused() {
    let world = World::new().file("~/.cursor/mcp.json", vec![b' '; 8 * 1024 * 1024 + 1]);
    let error = world.find().sources[0].error.clone().expect("too large");
    assert!(error.contains("larger than 8 MiB"), "{error}");
}

#[test]
fn a_file_with_too_many_servers_says_so() {
    let entries: Vec<_> = (0..1_200).map(|n| format!("\"s{n}\": {{\"command\": \"x\"}}")).collect();
    let text = format!("{{\"mcpServers\": {{{}}}}}", entries.join(","));
    let found = World::new().file("~/.cursor/mcp.json", text).find();
    assert_eq!(found.entries.len(), 1_000);
    assert!(found.sources[0].error.as_deref().is_some_and(|e| e.contains("200 were left out")));
}

#[test]
fn clients_and_projects_can_be_chosen() {
    let world = World::new()
        .file("~/.cursor/mcp.json", r#"{"mcpServers": {"a": {"command": "x"}}}"#)
        .file(".cursor/mcp.json", r#"{"mcpServers": {"b": {"command": "x"}}}"#)
        .file(".mcp.json", r#"{"mcpServers": {"c": {"command": "x"}}}"#);
    let only = DiscoverOptions { clients: vec!["cursor".into()], ..Default::default() };
    assert_eq!(lines(&discover(&world.env, &only)), ["cursor/user a: x", "cursor/project b: x"]);
    let project = DiscoverOptions { project_only: true, ..Default::default() };
    let found = discover(&world.env, &project);
    assert_eq!(lines(&found), ["claude-code/project c: x", "cursor/project b: x"]);
    assert!(found.places.iter().all(|p| p.scope == Scope::Project));
    assert_eq!(found.sources.len(), 2);
    assert!(found.entries.iter().all(|e| e.from_project));
    // A shared file belongs to the first client, but is read for any.
    let copilot = DiscoverOptions { clients: vec!["copilot-cli".into()], ..Default::default() };
    assert_eq!(lines(&discover(&world.env, &copilot)), ["copilot-cli/project c: x"]);
}

#[test]
fn a_project_reaches_up_to_its_repository() {
    let mut world = World::new()
        .file(".git/HEAD", "")
        .file(".mcp.json", r#"{"mcpServers": {"up": {"command": "x", "cwd": "d"}}}"#)
        .file("a/b/.mcp.json", r#"{"mcpServers": {"here": {"command": "x"}}}"#)
        .file("../.mcp.json", r#"{"mcpServers": {"outside": {"command": "x"}}}"#);
    world.env.cwd = world.path("a/b");
    let found = world.find();
    assert_eq!(lines(&found), ["claude-code/project here: x", "claude-code/project up: x"]);
    assert!(line(&found.entries[1]).starts_with('x'));
    assert!(world.base().exists());
}

#[test]
fn what_json_parse_takes_is_read() {
    let text = r#"{"x": "\ud800", "mcpServers": {"a": {"command": "x"}}}"#;
    let found = World::new().file(".mcp.json", text).find();
    assert_eq!(lines(&found), ["claude-code/project a: x"]);
    assert_eq!(found.entries[0].source.column, Some(32));
    let text = r#"{"mcpServers": {"a": {"command": "x"}}} trailing"#;
    let found = World::new().file(".mcp.json", text).find();
    assert!(found.entries.is_empty() && found.sources[0].error.is_some());
}
