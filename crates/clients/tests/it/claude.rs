//! Claude Code and Claude Desktop.

use warden_clients::{Os, Scope};

use crate::world::{World, entry, line, lines, rules};

#[test]
fn all_scopes_of_claude_code() {
    let world = World::new();
    let state = serde_json::json!({
        "numStartups": 3,
        "mcpServers": {
            "mine": {"command": "npx", "args": ["-y", "a"], "env": {"K": "${TOKEN}", "D": "${X:-d}"}},
            "off": {"command": "x"},
            "unset": {"command": "${NOT_SET}"}
        },
        "projects": {
            world.env.cwd.to_string_lossy(): {
                "mcpServers": {"local": {"type": "http", "url": "https://l.example/mcp"}},
                "disabledMcpServers": ["off"],
                "disabledMcpjsonServers": ["p-off"]
            },
            "/elsewhere": {"mcpServers": {"other": {"command": "x"}}}
        }
    });
    let project = r#"{"mcpServers": {
        "p": {"type": "sse", "url": "https://p.example/sse", "headers": {"Authorization": "Bearer ${TOKEN}"}},
        "p-off": {"command": "x"}, "s-off": {"command": "x"},
        "dir": {"command": "${CLAUDE_PROJECT_DIR}/run"}}}"#;
    let world = world
        .file("~/.claude.json", state.to_string())
        .file(".mcp.json", project)
        .file("~/.claude/settings.json", r#"{"disabledMcpjsonServers": ["s-off", "mine"]}"#);
    let found = world.find();
    let dir = world.env.cwd.display();
    assert_eq!(
        lines(&found),
        [
            "claude-code/user mine: npx -y a {K=tok-value,D=d}".to_owned(),
            "claude-code/user off: ! disabled in the config".into(),
            "claude-code/user unset: ! variable NOT_SET is not set".into(),
            "claude-code/local local: auto https://l.example/mcp".into(),
            "claude-code/project p: sse https://p.example/sse {Authorization=Bearer tok-value}"
                .into(),
            "claude-code/project p-off: ! disabled in the config".into(),
            "claude-code/project s-off: ! disabled in the config".into(),
            format!("claude-code/project dir: {dir}/run"),
        ]
    );
    for e in &found.entries {
        assert_eq!(e.from_project, e.scope == Scope::Project);
    }
}

#[test]
fn the_config_directory_can_be_moved() {
    let world = World::new();
    let moved = world.path("~/elsewhere").to_string_lossy().into_owned();
    let world = world
        .var("CLAUDE_CONFIG_DIR", &moved)
        .file("~/elsewhere/.claude.json", r#"{"mcpServers": {"a": {"command": "x"}}}"#)
        .file("~/.claude.json", r#"{"mcpServers": {"old": {"command": "x"}}}"#);
    assert!(lines(&world.find()).contains(&"claude-code/user a: x".to_owned()));
    assert!(!lines(&world.find()).iter().any(|l| l.starts_with("claude-code/user old")));
}

#[test]
fn plugins_are_flat_or_wrapped_and_know_their_root() {
    let cache = "~/.claude/plugins/cache/market";
    let world = World::new()
        .file(
            &format!("{cache}/flat/1.0/.mcp.json"),
            r#"{"f": {"command": "${CLAUDE_PLUGIN_ROOT}/f"}}"#,
        )
        .file(
            &format!("{cache}/wrapped/1.0/.mcp.json"),
            r#"{"mcpServers": {"w": {"command": "w"}}}"#,
        )
        .file(
            &format!("{cache}/manifest/1.0/.claude-plugin/plugin.json"),
            r#"{"name": "manifest", "mcpServers": {"m": {"command": "${CLAUDE_PLUGIN_ROOT}/m"}}}"#,
        )
        .file(
            &format!("{cache}/path/1.0/.claude-plugin/plugin.json"),
            r#"{"name": "path", "mcpServers": "./conf/servers.json"}"#,
        )
        .file(&format!("{cache}/path/1.0/conf/servers.json"), r#"{"x": {"command": "x"}}"#)
        .file(
            &format!("{cache}/out/1.0/.claude-plugin/plugin.json"),
            r#"{"name": "out", "mcpServers": ["../../../../../secret.json", "./b.mcpb"]}"#,
        )
        .file("~/.claude/plugins/secret.json", r#"{"stolen": {"command": "x"}}"#)
        .file(&format!("{cache}/off/1.0/.mcp.json"), r#"{"o": {"command": "o"}}"#)
        .file(
            "~/.claude/plugins/marketplaces/market/plugins/offered/.mcp.json",
            r#"{"offered": {"command": "x"}}"#,
        )
        .file("~/.claude/settings.json", r#"{"enabledPlugins": {"off@market": false}}"#);
    let found = world.find();
    let root = world.path(cache);
    let root = root.display();
    assert_eq!(line(entry(&found, "f")), format!("{root}/flat/1.0/f"));
    assert_eq!(line(entry(&found, "w")), "w");
    assert_eq!(line(entry(&found, "m")), format!("{root}/manifest/1.0/m"));
    assert_eq!(line(entry(&found, "x")), "x");
    assert_eq!(line(entry(&found, "o")), "! disabled in the config");
    assert!(line(entry(&found, "./b.mcpb")).contains("packed bundle"));
    assert!(line(entry(&found, "offered")).contains("not turned on"));
    assert!(!found.entries.iter().any(|e| e.name.expose() == "stolen"));
    assert!(found.entries.iter().all(|e| e.scope == Scope::Plugin && !e.from_project));
}

#[test]
fn agents_carry_servers_in_their_front_matter() {
    let agent = "---\nname: helper\nmcpServers:\n  - known\n  - inline:\n      command: npx\n      \
                 args: [-y, a]\n---\nText with mcpServers: no\n";
    let world = World::new().file(".claude/agents/helper.md", agent);
    let found = world.find();
    assert_eq!(lines(&found), ["claude-code/project inline: npx -y a"]);
    assert_eq!((found.entries[0].source.line, found.entries[0].source.column), (5, Some(5)));
}

#[test]
fn administrators_add_and_deny() {
    let world = World::new()
        .file("/etc/claude-code/managed-mcp.json", r#"{"mcpServers": {"m": {"command": "m"}}}"#)
        .file(
            "/etc/claude-code/managed-settings.d/10.json",
            r#"{"deniedMcpServers": [{"serverName": "n"}, {"serverCommand": ["x", "y"]}]}"#,
        )
        .file(
            ".mcp.json",
            r#"{"mcpServers": {"n": {"command": "n"}, "c": {"command": "x", "args": ["y"]}, "ok": {"command": "x"}}}"#,
        );
    assert_eq!(
        lines(&world.find()),
        [
            "claude-code/managed m: m",
            "claude-code/project n: ! denied by the administrator's settings",
            "claude-code/project c: ! denied by the administrator's settings",
            "claude-code/project ok: x",
        ]
    );
}

#[test]
fn other_transports_and_internal_types_are_skipped_alone() {
    let text = r#"{"mcpServers": {
        "ws": {"type": "ws", "url": "wss://a.example"},
        "sdk": {"type": "sdk", "name": "x"},
        "odd": {"type": "carrier-pigeon", "url": "https://a.example"},
        "text": "npx a", "empty": {}, "noargs": {"command": "x", "args": "y"}, "num": {"command": 1},
        "good": {"type": "streamable-http", "url": "https://a.example/mcp"}}}"#;
    let found = World::new().file(".mcp.json", text).find();
    assert_eq!(
        lines(&found),
        [
            "claude-code/project ws: ! WebSocket is not a transport of MCP",
            "claude-code/project sdk: ! is part of the client itself",
            "claude-code/project odd: ! its transport is not known",
            "claude-code/project text: ! the entry is not an object",
            "claude-code/project empty: ! has neither a command nor a URL",
            "claude-code/project noargs: x y",
            "claude-code/project num: ! its command is not a text",
            "claude-code/project good: streamable https://a.example/mcp",
        ]
    );
}

#[test]
fn a_helper_for_headers_is_named_and_not_run() {
    let text = r#"{"mcpServers": {"a": {"type": "http", "url": "https://a.example/", "headersHelper": "touch ran"}}}"#;
    let world = World::new().file(".mcp.json", text);
    let found = world.find();
    assert_eq!(rules(&found), ["WRD-CFG-RUNS-CODE"]);
    assert_eq!(line(&found.entries[0]), "auto https://a.example/");
    assert!(!world.path("ran").exists());
}

#[test]
fn the_desktop_app_and_its_extensions() {
    let dir = "~/Library/Application Support/Claude";
    let manifest = r#"{"name": "files", "user_config": {"d": {"type": "directory", "default": "${HOME}"}, "k": {"type": "string"}},
      "server": {"type": "node", "mcp_config": {"command": "node", "args": ["${__dirname}/s.js", "${user_config.d}"]}}}"#;
    let needs = r#"{"name": "needs", "server": {"mcp_config": {"command": "node", "env": {"K": "${user_config.k}"}}}}"#;
    let world = World::on(Os::Mac)
        .file(
            &format!("{dir}/claude_desktop_config.json"),
            r#"{"mcpServers": {"a": {"command": "x", "args": ["${TOKEN}"]}}}"#,
        )
        .file(&format!("{dir}/Claude Extensions/ext.files/manifest.json"), manifest)
        .file(&format!("{dir}/Claude Extensions/ext.needs/manifest.json"), needs);
    let found = world.find();
    let ext = world.path(&format!("{dir}/Claude Extensions/ext.files"));
    assert_eq!(line(entry(&found, "a")), "x ${TOKEN}");
    assert!(line(entry(&found, "files")).starts_with(&format!("node {}/s.js ", ext.display())));
    assert_eq!(line(entry(&found, "needs")), "! needs the setting k, which its client asks for");
}

#[test]
fn a_project_cannot_hide_a_server_from_the_scan() {
    let world = World::new()
        .file(".mcp.json", r#"{"mcpServers": {"h": {"command": "x"}}}"#)
        .file(
            ".claude/settings.json",
            r#"{"disabledMcpjsonServers": ["h"], "enabledPlugins": {"p": false}}"#,
        )
        .file("~/.claude/plugins/cache/m/p/1/.mcp.json", r#"{"pl": {"command": "x"}}"#)
        .file("~/.gemini/settings.json", r#"{"mcpServers": {"g": {"command": "x"}}}"#)
        .file(".gemini/settings.json", r#"{"mcp": {"excluded": ["g"], "allowed": ["none"]}}"#);
    assert_eq!(
        lines(&world.find()),
        [
            "claude-code/project h: ! disabled by the project's own settings",
            "claude-code/plugin pl: x",
            "copilot-cli/project h: x",
            "gemini-cli/user g: x",
        ]
    );
}

#[test]
fn one_server_of_a_plugin_can_be_turned_off() {
    let world = World::new();
    let cwd = world.env.cwd.to_string_lossy().into_owned();
    let state = serde_json::json!({"projects": {cwd: {"disabledMcpServers": ["plugin:p:a", "plugin:q:b"]}}});
    let world = world.file("~/.claude.json", state.to_string()).file(
        "~/.claude/plugins/cache/m/p/1/.mcp.json",
        r#"{"a": {"command": "x"}, "b": {"command": "x"}}"#,
    );
    assert_eq!(
        lines(&world.find()),
        ["claude-code/plugin a: ! disabled in the config", "claude-code/plugin b: x"]
    );
}
