//! Editors and their extensions.

use warden_clients::Os;

use crate::world::{World, entry, line, lines, rules};

const ONE: &str = r#"{"mcpServers": {"a": {"command": "x"}}}"#;

#[test]
fn vscode_in_all_its_files() {
    let user = "~/.config/Code/User";
    let world = World::new()
        .file(&format!("{user}/mcp.json"), r#"{"servers": {"u": {"command": "x"}}}"#)
        .file(
            &format!("{user}/settings.json"),
            r#"{"mcp": {"servers": {"s": {"command": "x"}}}, "a.b": 1,}"#,
        )
        .file(&format!("{user}/profiles/p1/mcp.json"), r#"{"servers": {"p": {"command": "x"}}}"#)
        .file("~/.config/Code - Insiders/User/mcp.json", r#"{"servers": {"i": {"command": "x"}}}"#)
        .file(
            "~/.config/VSCodium/User/settings.json",
            r#"{"mcp.servers": {"c": {"command": "x"}}}"#,
        )
        .file(".vscode/mcp.json", r#"{"servers": {"w": {"command": "x"}}}"#)
        .file("x.code-workspace", r#"{"settings": {"mcp": {"servers": {"ws": {"command": "x"}}}}}"#)
        .file(
            ".devcontainer/devcontainer.json",
            r#"{"customizations": {"vscode": {"mcp": {"servers": {"d": {"command": "x"}}}}}}"#,
        );
    assert_eq!(
        lines(&world.find()),
        [
            "vscode/user u: x",
            "vscode/user s: x",
            "vscode/user p: x",
            "vscode/user i: x",
            "vscode/user c: x",
            "vscode/project w: x",
            "vscode/project ws: x",
            "vscode/project d: x",
        ]
    );
}

#[test]
fn vscode_variables_inputs_and_sockets() {
    let text = r#"{"inputs": [{"id": "key", "type": "promptString", "password": true}],
      "servers": {
        "vars": {"type": "stdio", "command": "${workspaceFolder}/s", "args": ["${userHome}", "${env:TOKEN}"]},
        "asks": {"type": "http", "url": "https://a.example", "headers": {"K": "Bearer ${input:key}"}},
        "file": {"command": "x", "envFile": "${workspaceFolder}/.env"},
        "sock": {"type": "http", "url": "unix:///tmp/s"},
        "boxed": {"command": "x", "sandboxEnabled": true}}}"#;
    let world = World::new().file(".vscode/mcp.json", text);
    let found = world.find();
    let (cwd, home) = (world.env.cwd.display(), world.env.home.display());
    assert_eq!(line(entry(&found, "vars")), format!("{cwd}/s {home} tok-value"));
    assert_eq!(line(entry(&found, "asks")), "! asks for the input key when it starts");
    assert_eq!(
        line(entry(&found, "file")),
        "! takes values from a file (`envFile`), which is not read"
    );
    assert!(line(entry(&found, "sock")).contains("local socket"));
    assert_eq!(rules(&found), ["WRD-CFG-AUTO-APPROVE-ALL"]);
}

#[test]
fn cursor_windsurf_and_friends() {
    let world = World::new()
        .file("~/.cursor/mcp.json", r#"{"mcpServers": {"c": {"url": "https://a.example/${env:TOKEN}"}}}"#)
        .file("~/.cursor/plugins/cache/p/mcp.json", r#"{"pl": {"command": "x"}}"#)
        .file(
            "~/.codeium/windsurf/mcp_config.json",
            r#"{"mcpServers": {"w": {"serverUrl": "https://w.example/mcp"}, "off": {"command": "x", "disabled": true},
                "f": {"serverUrl": "https://w.example", "headers": {"K": "${file:/etc/key}"}}}}"#,
        )
        .file("~/.lmstudio/mcp.json", r#"{"mcpServers": {"l": {"url": "https://l.example/mcp"}}}"#)
        .file(".trae/mcp.json", ONE);
    assert_eq!(
        lines(&world.find()),
        [
            "cursor/user c: auto https://a.example/tok-value",
            "cursor/plugin pl: x",
            "lm-studio/user l: auto https://l.example/mcp",
            "trae/project a: x",
            "windsurf/user w: auto https://w.example/mcp",
            "windsurf/user off: ! disabled in the config",
            "windsurf/user f: ! takes a value from a file (${file:…}), which is not read",
        ]
    );
}

#[test]
fn cline_roo_and_kilo() {
    let storage = "~/.config/Code/User/globalStorage";
    let cline = r#"{"mcpServers": {
        "flat": {"url": "https://a.example/sse", "autoApprove": ["t"]},
        "nested": {"transport": {"type": "streamableHttp", "url": "https://a.example/mcp"}, "disabled": false},
        "stdio": {"transport": {"type": "stdio", "command": "node", "args": ["s.js"], "env": {"A": "1"}}}}}"#;
    let world = World::new()
        .file("~/.cline/data/settings/cline_mcp_settings.json", cline)
        .file(&format!("{storage}/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"), ONE)
        .file(&format!("{storage}/rooveterinaryinc.roo-cline/settings/mcp_settings.json"), ONE)
        .file(
            ".roo/mcp.json",
            r#"{"mcpServers": {"r": {"type": "streamable-http", "url": "https://r.example"}}}"#,
        )
        .file(".kilocode/mcp.json", ONE);
    let found = world.find();
    assert_eq!(
        lines(&found),
        [
            "cline/user flat: sse https://a.example/sse",
            "cline/user nested: streamable https://a.example/mcp",
            "cline/user stdio: node s.js {A=1}",
            "cline/user a: x",
            "kilo/project a: x",
            "roo-code/user a: x",
            "roo-code/project r: streamable https://r.example",
        ]
    );
    assert_eq!(rules(&found), ["WRD-CFG-AUTO-APPROVE"]);
}

#[test]
fn zed_in_both_notations() {
    let text = r#"{ // settings
      "theme": "x", "context_servers": {
        "new": {"command": "npx", "args": ["a"], "env": {"K": "${TOKEN}"}},
        "old": {"source": "custom", "command": {"path": "node", "args": ["s"], "env": {"A": "1"}}},
        "ext": {"source": "extension", "settings": {}},
        "off": {"enabled": false, "command": "x"},
        "web": {"url": "https://z.example/mcp"}}}"#;
    let world =
        World::new().file("~/.config/zed/settings.json", text).file(".zed/settings.json", "{}");
    assert_eq!(
        lines(&world.find()),
        [
            "zed/user new: npx a {K=${TOKEN}}",
            "zed/user old: node s {A=1}",
            "zed/user ext: ! is started by an extension of the client",
            "zed/user off: ! disabled in the config",
            "zed/user web: auto https://z.example/mcp",
        ]
    );
}

#[test]
fn continue_in_yaml_blocks_and_old_json() {
    let yaml = "name: c\nmcpServers:\n  - name: one\n    command: uvx\n    args:\n      - m\n    env:\n      \
                PORT: 8080\n      YES: no\n  - name: two\n    type: sse\n    url: https://c.example/sse\n  \
                - name: secret\n    command: x\n    env:\n      K: ${{ secrets.K }}\n  - command: x\n";
    let old = r#"{"experimental": {"modelContextProtocolServers": [{"transport": {"type": "stdio", "command": "old"}}]}}"#;
    let world = World::new()
        .file("~/.continue/config.yaml", yaml)
        .file("~/.continue/config.json", old)
        .file(".continue/mcpServers/a.json", ONE)
        .file(".continue/mcpServers/b.yaml", "name: b\nmcpServers:\n  - name: bb\n    command: x\n")
        .file(".continue/mcpServers/c.yaml", "name: cc\ncommand: x\n");
    let found = world.find();
    assert_eq!(
        lines(&found),
        [
            "continue/user one: uvx m {PORT=8080,YES=no}",
            "continue/user two: sse https://c.example/sse",
            "continue/user secret: ! needs secrets.K, which its client keeps",
            "continue/user #4: x",
            "continue/user #1: old",
            "continue/project a: x",
            "continue/project bb: x",
            "continue/project cc: x",
        ]
    );
    assert_eq!((found.entries[1].source.line, found.entries[1].source.column), (10, Some(5)));
}

#[test]
fn jetbrains_on_windows() {
    let world = World::on(Os::Windows).file("~/.junie/mcp/mcp.json", ONE).file(
        ".air/mcp.json",
        r#"{"mcpServers": {"w": {"command": "C:\\Program Files\\n\\npx.cmd -y foo"}}}"#,
    );
    assert_eq!(
        lines(&world.find()),
        ["jetbrains-air/project w: C:\\Program Files\\n\\npx.cmd -y foo", "junie/user a: x"]
    );
}
