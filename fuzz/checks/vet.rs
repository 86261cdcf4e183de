//! What must hold of the judgement of any surface.

use std::sync::{Arc, LazyLock};

use warden_core::json::Limits;
use warden_core::surface::Dump;
use warden_core::views::{NoFeed, NoPins};
use warden_core::{Severity, Surface};
use warden_engine::{Engine, EngineOptions, VetInput};

const LIMITS: Limits = Limits { bytes: 1 << 14, depth: 64, nodes: 1 << 11 };

static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
    Engine::new(EngineOptions {
        fail_on: Severity::High,
        require_approval: false,
        ignores: Vec::new(),
        today: "2026-01-01".into(),
        user_rules: Vec::new(),
    })
    .expect("the rules are right")
});

pub(crate) fn check(data: &[u8]) {
    let Ok(dump) = Dump::read(Arc::from(data), &LIMITS) else { return };
    let peers: Vec<&Surface> = dump.peers.iter().collect();
    let input = VetInput {
        server: &dump.surface.name,
        surface: &dump.surface,
        endpoint: dump.endpoint.as_ref(),
        facts: None,
        peers: &peers,
        earlier: &[],
        pins: &NoPins,
        feed: &NoFeed,
    };
    let verdict = ENGINE.vet(&input);
    assert!((0.0..=1.0).contains(&verdict.score));
    let blocks = verdict.findings.iter().any(|f| f.blocks_at(Severity::High));
    assert_eq!(verdict.allow, !blocks, "blocked exactly when a finding blocks");
    assert_eq!(verdict.decided_by.is_none(), verdict.allow);
    let names = dump.surface.tool_names().len();
    assert_eq!(verdict.allowed_tools.len() + verdict.blocked_tools.len(), names);
    let internal = |f: &&warden_core::Finding| f.rule.as_str() == "WRD-INTERNAL-RULE-FAILURE";
    assert!(!verdict.findings.iter().any(|f| internal(&f)), "a rule panicked");
    let again = ENGINE.vet(&input);
    let prints = |v: &warden_core::Verdict| -> Vec<String> {
        v.findings.iter().map(warden_core::Finding::fingerprint).collect()
    };
    assert_eq!(prints(&verdict), prints(&again), "the same surface is judged the same");
}
