//! Small helpers: judge a text, a dump or a launch line.

use warden_core::json::Limits;
use warden_core::surface::Dump;
use warden_core::views::{NoFeed, NoPins};
use warden_core::{Endpoint, HttpKind, Launch, Remote, Severity, Untrusted, Verdict};
use warden_engine::{Engine, EngineOptions, VetInput};

pub(crate) fn options() -> EngineOptions {
    EngineOptions {
        fail_on: Severity::High,
        require_approval: false,
        ignores: Vec::new(),
        today: "2026-01-01".into(),
        user_rules: Vec::new(),
    }
}

pub(crate) fn engine() -> &'static Engine {
    static ENGINE: std::sync::OnceLock<Engine> = std::sync::OnceLock::new();
    ENGINE.get_or_init(|| Engine::new(options()).expect("the built-in rules compile"))
}

/// The same, with every rule that holds.
pub(crate) fn every_voice() -> &'static Engine {
    static ENGINE: std::sync::OnceLock<Engine> = std::sync::OnceLock::new();
    ENGINE.get_or_init(|| {
        Engine::new(options()).expect("the built-in rules compile").with_every_voice()
    })
}

pub(crate) fn vet_dump(json: &str) -> Verdict {
    vet_bytes(json.as_bytes())
}

pub(crate) fn vet_bytes(json: &[u8]) -> Verdict {
    vet_with(engine(), json)
}

pub(crate) fn vet_with(engine: &Engine, json: &[u8]) -> Verdict {
    let dump = Dump::read(json.into(), &Limits::default()).expect("a dump");
    let peers: Vec<_> = dump.peers.iter().collect();
    engine.vet(&VetInput {
        server: &dump.surface.name,
        surface: &dump.surface,
        endpoint: dump.endpoint.as_ref(),
        facts: None,
        peers: &peers,
        earlier: &[],
        pins: &NoPins,
        feed: &NoFeed,
    })
}

/// A dump with one tool that has this description.
pub(crate) fn tool_dump(description: &str) -> String {
    let text = serde_json::to_string(description).expect("a string");
    format!(
        r#"{{"server":{{"name":"s"}},"tools":[{{"name":"t","description":{text},"inputSchema":{{"type":"object"}}}}]}}"#
    )
}

pub(crate) fn vet_text(description: &str) -> Verdict {
    vet_dump(&tool_dump(description))
}

pub(crate) fn endpoint(line: &str) -> Endpoint {
    if !line.contains(' ') && line.contains("://") {
        let (url, headers) = (line.to_owned(), Vec::new());
        return Endpoint::Http(Remote { url, headers, kind: HttpKind::Auto });
    }
    let mut words = line.split(' ').map(str::to_owned);
    let mut env = Vec::new();
    let mut command = words.next().expect("a command");
    while let Some((name, value)) = command.clone().split_once('=') {
        env.push((name.to_owned(), value.into()));
        command = words.next().expect("a command");
    }
    Endpoint::Stdio(Launch { command, args: words.collect(), env, cwd: None })
}

pub(crate) fn vet_endpoint(e: &Endpoint) -> Verdict {
    engine().vet_launch(&Untrusted::from("s"), e, &[], &NoPins, &NoFeed)
}

pub(crate) fn has(v: &Verdict, rule: &str) -> bool {
    v.findings.iter().any(|f| f.rule.as_str() == rule)
}

/// Rules that fired, for messages.
pub(crate) fn rules(v: &Verdict) -> Vec<String> {
    v.findings.iter().map(|f| f.rule.to_string()).collect()
}

/// The text must block its tool.
#[track_caller]
pub(crate) fn blocks(text: &str) {
    let v = vet_text(text);
    assert!(!v.allow, "should be blocked: {text}\nfound: {:?}", rules(&v));
}

/// The text must not.
#[track_caller]
pub(crate) fn passes(text: &str) {
    let v = vet_text(text);
    let blocking: Vec<_> = v
        .findings
        .iter()
        .filter(|f| f.blocks_at(Severity::High))
        .map(|f| (f.rule.to_string(), f.evidence.as_ref().map(|e| e.matched.term())))
        .collect();
    assert!(v.allow, "should pass: {text}\nfound: {blocking:?}");
}

/// Judges the input of a case.
pub(crate) fn vet_case(case: &warden_engine::rule::Case) -> Verdict {
    use warden_engine::rule::CaseInput;
    match case.input {
        CaseInput::Dump(json) => vet_dump(json),
        CaseInput::Generated(_, dump) => vet_dump(&dump()),
        CaseInput::Launch(line) => {
            let endpoint = endpoint(line);
            let mut verdict = vet_endpoint(&endpoint);
            verdict.findings.extend(engine().review_launch(&endpoint));
            verdict
        }
        CaseInput::Facts(_, facts) => {
            let surface = warden_core::Surface::default();
            engine().vet(&VetInput {
                server: &Untrusted::from("s"),
                surface: &surface,
                endpoint: None,
                facts: Some(&facts()),
                peers: &[],
                earlier: &[],
                pins: &NoPins,
                feed: &NoFeed,
            })
        }
    }
}
