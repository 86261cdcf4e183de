//! Every rule fires on its examples and is silent on what looks alike.

use warden_clients::{Format, catalogue, parse};

use crate::world::{World, rules};

fn fired(example: &str) -> Vec<String> {
    let (path, content) = example.split_once(": ").expect("PATH: CONTENT");
    let world = World::new().file(path, content);
    let found = world.find();
    assert_eq!(found.sources.len(), 1, "{example}: the file was not read");
    assert_eq!(found.sources[0].error, None, "{example}");
    rules(&found)
}

#[test]
fn every_rule_fires_on_its_examples_only() {
    for rule in catalogue() {
        assert!(!rule.examples.is_empty() && !rule.counter_examples.is_empty(), "{}", rule.id);
        for example in &rule.examples {
            assert!(fired(example).contains(&rule.id.to_string()), "{}: {example}", rule.id);
        }
        for example in &rule.counter_examples {
            assert!(!fired(example).contains(&rule.id.to_string()), "{}: {example}", rule.id);
        }
    }
}

#[test]
fn rules_are_documented_and_distinct() {
    let rules = catalogue();
    for rule in &rules {
        let id = rule.id.as_str();
        assert!(id.starts_with("WRD-CFG-"), "{id}");
        assert!(!rule.title.ends_with('.'), "{id}");
        assert!(rule.doc.contains("**Why it matters.**"), "{id}");
        assert!(rule.doc.contains("**What to do.**"), "{id}");
        assert_eq!(rules.iter().filter(|r| r.id == rule.id).count(), 1, "{id}");
    }
}

#[test]
fn findings_carry_rule_gate_and_place() {
    let text = "{\n \"mcpServers\": {\n  \"a\": {\"command\": \"x\", \"trust\": true}}}";
    let world = World::new().file("~/.gemini/settings.json", text);
    let found = world.find();
    let finding = &found.entries[0].findings[0];
    assert_eq!(finding.rule.as_str(), "WRD-CFG-AUTO-APPROVE-ALL");
    assert_eq!(finding.gate, warden_core::Gate::Config);
    assert_eq!(finding.path.as_deref(), Some("/trust"));
    assert!(finding.advisory);
    let source = finding.source.as_ref().expect("a place");
    assert_eq!((source.line, source.column), (3, Some(3)));
}

#[test]
fn findings_about_files_point_at_their_key() {
    let text = "{\n\n  \"enableAllProjectMcpServers\": true}";
    let world = World::new().file(".claude/settings.json", text);
    let found = world.find();
    let source = found.findings[0].source.as_ref().expect("a place");
    assert_eq!((source.line, source.column), (3, Some(3)));
}

#[test]
fn no_secret_reaches_a_message() {
    let secret = "sk-verysecret1234567890";
    let text = format!(
        r#"{{"mcpServers": {{
          "a": {{"command": "x", "url": "https://{secret}@h/", "env": {{"K": "{secret}", "K": "{secret}"}},
                 "autoApprove": ["{secret}"], "headersHelper": "echo {secret}"}},
          "b": {{"type": "{secret}"}},
          "c": {{"url": "{secret}://x"}},
          "d": {{"command": ["{secret}", {{}}]}}
        }}, "inputs": [{{"type": "command", "command": "{secret}"}}]}}"#
    );
    let found = World::new().file("~/.cursor/mcp.json", &text).find();
    assert_eq!(found.entries.len(), 4);
    for entry in &found.entries {
        assert!(!entry.endpoint.as_ref().err().is_some_and(|e| e.contains(secret)));
        assert!(!format!("{:?}", entry.findings).contains(secret));
    }
    assert!(!format!("{:?}", found.findings).contains(secret));
    let env = World::new().env;
    for cut in (0..text.len()).filter(|i| text.is_char_boundary(*i)) {
        for format in [Format::Json, Format::Yaml, Format::Toml] {
            let read = parse(&env, &text.as_bytes()[..cut], format, "cursor");
            let error = read.err().unwrap_or_default();
            assert!(!error.contains("sk-very"), "{error}");
        }
    }
}
