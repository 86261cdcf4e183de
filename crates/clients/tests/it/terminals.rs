//! Clients on the command line.

use crate::world::{World, entry, line, lines, rules};

#[test]
fn codex_layers_and_named_variables() {
    let text = "model = \"m\"\n\n[mcp_servers.one]\ncommand = \"npx\"\nargs = [\"-y\", \"a\"]\nenv_vars = \
                [\"TOKEN\", \"GONE\"]\n[mcp_servers.one.env]\nA = \"${TOKEN}\"\n\n[mcp_servers.web]\nurl = \
                \"https://c.example/mcp\"\nbearer_token_env_var = \"TOKEN\"\nhttp_headers = { X = \"1\" }\n\
                env_http_headers = { Y = \"TOKEN\" }\n\n[mcp_servers.unset]\nurl = \"https://c.example\"\n\
                bearer_token_env_var = \"GONE\"\n\n[mcp_servers.off]\ncommand = \"x\"\nenabled = false\n";
    let world = World::new()
        .file("~/.codex/config.toml", text)
        .file("~/.codex/work.config.toml", "mcp_servers.p = { command = \"x\" }\n")
        .file(".codex/config.toml", "[mcp_servers.r]\ncommand = \"x\"\ncwd = \"sub\"\n")
        .file("/etc/codex/requirements.toml", "[mcp_servers.s]\ncommand = \"x\"\n")
        .file("~/.codex/plugins/p/.mcp.json", r#"{"pl": {"command": "x"}}"#);
    let found = world.find();
    assert_eq!(
        lines(&found),
        [
            "codex/user one: npx -y a {A=${TOKEN},TOKEN=tok-value}",
            "codex/user web: auto https://c.example/mcp {X=1,Authorization=Bearer tok-value,Y=tok-value}",
            "codex/user unset: ! variable GONE is not set",
            "codex/user off: ! disabled in the config",
            "codex/user p: x",
            "codex/managed s: x",
            "codex/project r: x",
            "codex/plugin pl: x",
        ]
    );
    assert_eq!((found.entries[1].source.line, found.entries[1].source.column), (10, Some(14)));
    let cwd = found.entries[6].endpoint.as_ref().map(|e| match e {
        warden_core::Endpoint::Stdio(l) => l.cwd.clone(),
        warden_core::Endpoint::Http(_) => None,
    });
    assert_eq!(cwd, Ok(Some(world.path("sub"))));
}

#[test]
fn codex_home_can_be_moved() {
    let world = World::new();
    let dir = world.path("~/cx").to_string_lossy().into_owned();
    let world = world
        .var("CODEX_HOME", &dir)
        .file("~/cx/config.toml", "[mcp_servers.a]\ncommand = \"x\"\n");
    assert_eq!(lines(&world.find()), ["codex/user a: x"]);
}

#[test]
fn gemini_and_qwen() {
    let gemini = r#"{"mcpServers": {
        "sse": {"url": "https://g.example/sse"}, "http": {"httpUrl": "https://g.example/mcp", "headers": {"K": "$TOKEN"}},
        "typed": {"url": "https://g.example/mcp", "type": "http"},
        "trusted": {"command": "x", "trust": true}, "out": {"command": "x"}},
        "mcp": {"excluded": ["out"]}}"#;
    let world = World::new()
        .file("~/.gemini/settings.json", gemini)
        .file(
            "~/.gemini/extensions/e/gemini-extension.json",
            r#"{"name": "e", "mcpServers": {"ext": {"command": "node", "args": ["${extensionPath}/s.js"]}}}"#,
        )
        .file("/etc/gemini-cli/settings.json", r#"{"mcpServers": {"sys": {"command": "x"}}}"#)
        .file(
            ".qwen/settings.json",
            r#"{"mcpServers": {"q1": {"command": "x"}, "q2": {"command": "x"}}, "allowMCPServers": ["q1"]}"#,
        );
    let found = world.find();
    let ext = world.path("~/.gemini/extensions/e/s.js");
    assert_eq!(
        lines(&found),
        [
            "gemini-cli/managed sys: x".to_owned(),
            "gemini-cli/user sse: sse https://g.example/sse".into(),
            "gemini-cli/user http: streamable https://g.example/mcp {K=tok-value}".into(),
            "gemini-cli/user typed: auto https://g.example/mcp".into(),
            "gemini-cli/user trusted: x".into(),
            "gemini-cli/user out: ! disabled in the config".into(),
            format!("gemini-cli/plugin ext: node {}", ext.display()),
            "qwen-code/project q1: x".into(),
            "qwen-code/project q2: ! disabled by the project's own settings".into(),
        ]
    );
    assert_eq!(rules(&found), ["WRD-CFG-AUTO-APPROVE-ALL"]);
}

#[test]
fn opencode_in_files_and_in_a_variable() {
    let text = r#"{ // jsonc
      "mcp": {"l": {"type": "local", "command": ["npx", "-y", "a"], "environment": {"K": "{env:TOKEN}"}},
              "r": {"type": "remote", "url": "https://o.example/mcp", "headers": {"K": "{file:~/k}"}},
              "off": {"type": "local", "command": ["x"], "enabled": false},},}"#;
    let world = World::new()
        .file("~/.config/opencode/opencode.jsonc", text)
        .file("opencode.json", r#"{"mcp": {"p": {"type": "remote", "url": "https://o.example"}}}"#)
        .var("OPENCODE_CONFIG_CONTENT", r#"{"mcp": {"v": {"type": "local", "command": ["x"]}}}"#);
    assert_eq!(
        lines(&world.find()),
        [
            "opencode/user l: npx -y a {K=tok-value}",
            "opencode/user r: ! takes a value from a file ({file:…}), which is not read",
            "opencode/user off: ! disabled in the config",
            "opencode/user v: x",
            "opencode/project p: auto https://o.example",
        ]
    );
}

#[test]
fn goose_with_keyring_and_code() {
    let yaml = "GOOSE_MODEL: m\nextensions:\n  dev:\n    type: builtin\n    enabled: true\n  one:\n    \
                type: stdio\n    cmd: uvx\n    args: [m]\n    envs: {A: \"1\"}\n    env_keys: [TOKEN]\n  \
                ring:\n    type: stdio\n    cmd: x\n    env_keys: [SECRET_A, SECRET_B]\n  web:\n    type: \
                streamable_http\n    uri: https://g.example/mcp\n  py:\n    type: inline_python\n    code: \
                print(1)\n  off:\n    enabled: false\n    type: stdio\n    cmd: x\n";
    let found = World::new().file("~/.config/goose/config.yaml", yaml).find();
    assert_eq!(
        lines(&found),
        [
            "goose/user dev: ! is part of the client itself",
            "goose/user one: uvx m {A=1,TOKEN=tok-value}",
            "goose/user ring: ! needs SECRET_A, SECRET_B from the client's keyring",
            "goose/user web: streamable https://g.example/mcp",
            "goose/user py: ! is code in the config (inline_python), which is not run",
            "goose/user off: ! disabled in the config",
        ]
    );
    assert_eq!(rules(&found), ["WRD-CFG-RUNS-CODE"]);
    assert_eq!((found.entries[1].source.line, found.entries[1].source.column), (6, Some(3)));
}

#[test]
fn crush_runs_nothing_here() {
    let world = World::new()
        .file("~/.config/crush/crush.json", r#"{"mcp": {"a": {"type": "stdio", "command": "x", "args": ["$TOKEN"]}}}"#)
        .file("crush.json", r#"{"mcp": {"b": {"type": "http", "url": "https://c.example", "headers": {"K": "$(touch ran)"}}}}"#)
        .file("crushrc", "touch ran\n");
    let found = world.find();
    assert_eq!(line(entry(&found, "a")), "x tok-value");
    assert!(line(entry(&found, "b")).contains("which is not run"));
    assert_eq!(rules(&found), ["WRD-CFG-RUNS-CODE", "WRD-CFG-RUNS-CODE"]);
    assert!(!world.path("ran").exists());
}

#[test]
fn amazon_q_and_kiro_with_agents() {
    let agent = r#"{"name": "ag", "mcpServers": {"g": {"command": "x"}}, "allowedTools": ["@g", "fs_read"]}"#;
    let world = World::new()
        .file("~/.aws/amazonq/mcp.json", r#"{"mcpServers": {"q": {"type": "http", "url": "https://q.example"}}}"#)
        .file("~/.aws/amazonq/cli-agents/ag.json", agent)
        .file(".kiro/settings/mcp.json", r#"{"mcpServers": {"k": {"command": "x", "env": {"K": "${TOKEN}"}, "autoApprove": ["*"]}}}"#)
        .file("~/.kiro/powers/installed/p/mcp.json", r#"{"mcpServers": {"pw": {"command": "x"}}}"#);
    let found = world.find();
    assert_eq!(
        lines(&found),
        [
            "amazon-q/user q: auto https://q.example",
            "amazon-q/user g: x",
            "kiro/project k: x {K=tok-value}",
            "kiro/plugin pw: x",
        ]
    );
    assert_eq!(rules(&found), ["WRD-CFG-AUTO-APPROVE-ALL", "WRD-CFG-AUTO-APPROVE"]);
}

#[test]
fn the_others() {
    let one = |name: &str| format!(r#"{{"mcpServers": {{"{name}": {{"command": "x"}}}}}}"#);
    let world = World::new()
        .file("~/.copilot/mcp-config.json", r#"{"mcpServers": {"cp": {"type": "local", "command": "x", "tools": ["*"]}}}"#)
        .file(".github/mcp.json", one("gh"))
        .file("~/.warp/.mcp.json", r#"{"w": {"command": "x", "working_directory": "/d"}}"#)
        .file("~/.config/amp/settings.json", r#"{"amp.mcpServers": {"am": {"command": "x"}}}"#)
        .file(".augment/settings.json", one("au"))
        .file("~/.gemini/antigravity/mcp_config.json", r#"{"mcpServers": {"ag": {"command": "x", "serverUrl": "https://a.example"}}}"#)
        .file("config/mcporter.json", r#"{"mcpServers": {"mp": {"baseUrl": "https://m.example/mcp", "bearerTokenEnv": "TOKEN"}}}"#)
        .file("~/.tabnine/agent/settings.json", one("tn"));
    assert_eq!(
        lines(&world.find()),
        [
            "amp/user am: x",
            "antigravity/user ag: auto https://a.example",
            "augment/project au: x",
            "copilot-cli/user cp: x",
            "copilot-cli/project gh: x",
            "mcporter/project mp: auto https://m.example/mcp {Authorization=Bearer tok-value}",
            "tabnine/user tn: x",
            "warp/user w: x",
        ]
    );
}
