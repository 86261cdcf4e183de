//! Which files are looked for on which platform.

use std::path::PathBuf;

use warden_clients::{DiscoverOptions, Env, Os, client_ids, discover};

fn env(os: Os, home: &str) -> Env {
    let vars = match os {
        Os::Windows => vec![
            ("appdata".to_owned(), "C:/Users/u/AppData/Roaming".to_owned()),
            ("ProgramData".to_owned(), "C:\\ProgramData".to_owned()),
        ],
        _ => Vec::new(),
    };
    Env {
        os,
        home: home.into(),
        cwd: PathBuf::from(home).join("no-such-project"),
        vars: vars.into_iter().collect(),
        root: "/no-such-root".into(),
    }
}

fn places(os: Os, home: &str, client: &str) -> Vec<String> {
    let options = DiscoverOptions { clients: vec![client.into()], ..Default::default() };
    let found = discover(&env(os, home), &options);
    found.places.iter().map(|p| p.path.to_string_lossy().replace('\\', "/")).collect()
}

#[test]
fn every_platform_has_its_paths() {
    let linux = |c| places(Os::Linux, "/nowhere/u", c);
    let mac = |c| places(Os::Mac, "/nowhere/u", c);
    let cases = [
        (linux("claude-desktop"), "/nowhere/u/.config/Claude/claude_desktop_config.json"),
        (
            mac("claude-desktop"),
            "/nowhere/u/Library/Application Support/Claude/claude_desktop_config.json",
        ),
        (linux("claude-code"), "/nowhere/u/.claude.json"),
        (linux("claude-code"), "/no-such-root/etc/claude-code/managed-mcp.json"),
        (
            mac("claude-code"),
            "/no-such-root/Library/Application Support/ClaudeCode/managed-mcp.json",
        ),
        (linux("vscode"), "/nowhere/u/.config/Code/User/mcp.json"),
        (mac("vscode"), "/nowhere/u/Library/Application Support/Code - Insiders/User/mcp.json"),
        (
            mac("roo-code"),
            "/nowhere/u/Library/Application Support/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
        ),
        (mac("zed"), "/nowhere/u/.config/zed/settings.json"),
        (mac("goose"), "/nowhere/u/.config/goose/config.yaml"),
        (mac("opencode"), "/no-such-root/Library/Application Support/opencode/opencode.json"),
        (linux("codex"), "/no-such-root/etc/codex/config.toml"),
        (linux("gemini-cli"), "/no-such-root/etc/gemini-cli/system-defaults.json"),
        (linux("amp"), "/no-such-root/etc/ampcode/managed-settings.json"),
    ];
    for (paths, expected) in cases {
        assert!(paths.iter().any(|p| p == expected), "{expected} is not among {paths:#?}");
    }
}

#[test]
fn windows_paths() {
    let win = |c| places(Os::Windows, "C:/Users/u", c);
    let roaming = "C:/Users/u/AppData/Roaming";
    let cases = [
        ("claude-desktop", format!("{roaming}/Claude/claude_desktop_config.json")),
        ("claude-code", "C:/Users/u/.claude.json".into()),
        ("claude-code", "/no-such-root/Program Files/ClaudeCode/managed-mcp.json".into()),
        ("vscode", format!("{roaming}/Code/User/mcp.json")),
        ("zed", format!("{roaming}/Zed/settings.json")),
        ("goose", format!("{roaming}/Block/goose/config/config.yaml")),
        ("codex", "/no-such-root/ProgramData/OpenAI/Codex/config.toml".into()),
        ("gemini-cli", "/no-such-root/ProgramData/gemini-cli/settings.json".into()),
        ("lm-studio", "C:/Users/u/.lmstudio/mcp.json".into()),
        ("cursor", "C:/Users/u/no-such-project/.cursor/mcp.json".into()),
    ];
    for (client, expected) in cases {
        let paths = win(client);
        assert!(paths.contains(&expected), "{client}: {expected} is not among {paths:#?}");
    }
}

#[test]
fn appdata_has_a_fallback() {
    let mut env = env(Os::Windows, "C:/Users/u");
    env.vars.clear();
    let options = DiscoverOptions { clients: vec!["zed".into()], ..Default::default() };
    let first = discover(&env, &options).places[0].path.clone();
    assert!(first.ends_with("AppData/Roaming/Zed/settings.json"), "{}", first.display());
}

#[test]
fn ids_are_sorted_and_every_client_looks_somewhere() {
    let ids = client_ids();
    assert!(ids.is_sorted() && ids.len() == 29, "{ids:?}");
    for os in [Os::Linux, Os::Mac, Os::Windows] {
        for id in &ids {
            assert!(!places(os, "/nowhere/u", id).is_empty(), "{id}");
        }
    }
}

#[test]
fn nothing_is_found_where_nothing_is() {
    let found = discover(&env(Os::Linux, "/nowhere/u"), &DiscoverOptions::default());
    assert!(found.entries.is_empty() && found.sources.is_empty() && found.findings.is_empty());
    assert!(found.places.iter().all(|p| !p.exists));
}

#[test]
fn the_real_machine_is_described() {
    let env = Env::from_system();
    assert!(env.cwd.is_absolute() && env.root.as_os_str().is_empty());
    assert!(!env.vars.is_empty());
}
