//! The examples of a person's own rules are tried when the rules are read: a
//! rule that does not do what its author believes is worse than none.

use std::sync::Arc;

use warden_core::RuleMeta;
use warden_core::json::{Limits, write_string};
use warden_core::surface::Dump;
use warden_core::views::{NoFeed, NoPins};

use super::Engine;
use crate::lex::RULE_FILES;
use crate::{EngineError, VetInput};

/// Tries every example and counter-example of the person's own rules.
pub(super) fn check(engine: &Engine, files: &[(String, String)]) -> Result<(), EngineError> {
    let own = engine.lexicon.rules().iter().skip(RULE_FILES.len());
    for (rule, (file, _)) in own.zip(files) {
        if let Some(message) = wrong(engine, &rule.meta) {
            return Err(EngineError::Rule { file: file.clone(), message });
        }
    }
    Ok(())
}

fn wrong(engine: &Engine, meta: &RuleMeta) -> Option<String> {
    let quoted = |text: &str| warden_core::Untrusted::from(text).term_limited(120);
    let misses = meta.examples.iter().find(|t| !fires(engine, meta, t));
    if let Some(text) = misses {
        return Some(format!("{} does not fire on its example \"{}\"", meta.id, quoted(text)));
    }
    let text = meta.counter_examples.iter().find(|t| fires(engine, meta, t))?;
    Some(format!("{} fires on its counter-example \"{}\"", meta.id, quoted(text)))
}

/// Whether a rule fires on a text in any of the places where texts stand: a
/// rule can be limited to some of them.
fn fires(engine: &Engine, meta: &RuleMeta, text: &str) -> bool {
    let mut quoted = Vec::new();
    write_string(text, &mut quoted);
    let quoted = String::from_utf8_lossy(&quoted);
    let dump = format!(
        r#"{{"server":{{"name":"example","instructions":{quoted}}},
            "tools":[{{"name":"example","title":{quoted},"description":{quoted},
              "inputSchema":{{"type":"object","properties":{{
                "a":{{"type":"string","description":{quoted},"default":{quoted}}},
                {quoted}:{{"type":"string"}}}}}},
              "_meta":{{"note":{quoted}}}}},
              {{"name":{quoted},"inputSchema":{{"type":"object"}}}}],
            "prompts":[{{"name":"p","description":{quoted},
              "messages":[{{"role":"user","content":{{"type":"text","text":{quoted}}}}}]}}],
            "resources":[{{"uri":{quoted},"name":"r","description":{quoted}}}]}}"#
    );
    let Ok(dump) = Dump::read(Arc::from(dump.into_bytes()), &Limits::default()) else {
        return false;
    };
    let verdict = engine.vet(&VetInput {
        server: &dump.surface.name,
        surface: &dump.surface,
        endpoint: None,
        facts: None,
        peers: &[],
        earlier: &[],
        pins: &NoPins,
        feed: &NoFeed,
    });
    let ignored = verdict.ignored.iter().map(|i| &i.finding);
    verdict.findings.iter().chain(ignored).any(|f| f.rule == meta.id)
}
