//! Labelled files: one server a line, in the form that `vet --jsonl` reads,
//! with `poisoned` where it is an attack.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;
use warden_core::Verdict;
use warden_core::finding::{Finding, Severity};
use warden_core::json::Limits;
use warden_core::surface::Dump;
use warden_core::views::{NoFeed, NoPins};
use warden_engine::score;
use warden_engine::{Engine, EngineOptions, VetInput};

use crate::record::{ItemTexts, Record, Set, is_poisoned, text};
use crate::{Result, root};

/// A file and how the records in it are told apart.
#[derive(Clone)]
pub(crate) struct Source {
    pub(crate) file: PathBuf,
    pub(crate) kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// tests/corpus.
    Corpus,
    /// training/.
    Training,
    /// A collection beside the repository.
    Public,
}

/// The files of the repository.
pub(crate) fn own(training: &Path) -> Result<Vec<Source>> {
    let corpus = root().join("tests/corpus");
    let mut out: Vec<Source> = ["attacks.jsonl", "honest.jsonl"]
        .map(|f| Source { file: corpus.join(f), kind: Kind::Corpus })
        .into();
    let mut drafts = Vec::new();
    if training.is_dir() {
        for entry in std::fs::read_dir(training)? {
            let file = entry?.path();
            if file.extension().is_some_and(|e| e == "jsonl") {
                drafts.push(Source { file, kind: Kind::Training });
            }
        }
    }
    drafts.sort_by(|a, b| a.file.cmp(&b.file));
    out.extend(drafts);
    Ok(out)
}

/// The files beside the repository, as far as they are there.
pub(crate) fn public(dir: &Path) -> Vec<Source> {
    ["attacks.jsonl", "benign.jsonl", "benign_hard.jsonl"]
        .map(|f| Source { file: dir.join(f), kind: Kind::Public })
        .into_iter()
        .filter(|s| s.file.is_file())
        .collect()
}

/// The engine as it ships.
pub(crate) fn engine() -> Result<Engine> {
    Ok(Engine::new(EngineOptions {
        fail_on: Severity::High,
        require_approval: false,
        ignores: Vec::new(),
        today: "2026-01-01".into(),
        user_rules: Vec::new(),
    })?)
}

/// Reads files. Without an engine, nobody is asked for a verdict.
pub(crate) fn read(sources: &[Source], engine: Option<&Engine>) -> Result<Vec<Record>> {
    let mut out = Vec::new();
    for source in sources {
        out.extend(read_one(source, engine)?);
    }
    Ok(out)
}

fn read_one(source: &Source, engine: Option<&Engine>) -> Result<Vec<Record>> {
    let shown = source.file.display();
    let data = std::fs::read(&source.file).map_err(|e| format!("{shown}: {e}"))?;
    let lines: Vec<&[u8]> = data.split(|b| *b == b'\n').filter(|l| !l.is_empty()).collect();
    let half = lines.len().div_ceil(2).max(1);
    let part = |lines: &[&[u8]]| -> Result<Vec<Record>> {
        let one = |l: &&[u8]| record(l, source, engine).map_err(|e| format!("{shown}: {e}").into());
        lines.iter().map(one).collect()
    };
    let parts: Vec<Result<Vec<Record>>> = std::thread::scope(|scope| {
        let jobs: Vec<_> = lines.chunks(half).map(|c| scope.spawn(move || part(c))).collect();
        jobs.into_iter()
            .map(|j| j.join().unwrap_or_else(|_| Err("a reader failed".into())))
            .collect()
    });
    let mut out = Vec::new();
    for part in parts {
        out.extend(part?);
    }
    Ok(out)
}

fn record(line: &[u8], source: &Source, engine: Option<&Engine>) -> Result<Record> {
    let json: Value = serde_json::from_slice(line)?;
    judged(line, &json, set(&json, source), engine)
}

fn judged(line: &[u8], json: &Value, set: Set, engine: Option<&Engine>) -> Result<Record> {
    let dump = Dump::read(Arc::from(line), &Limits::default())?;
    let label = |unit: &score::Unit| {
        if !set.is_attack() {
            return Some(false);
        }
        // What stands beside an attack is known to be honest only where we
        // wrote it.
        match is_poisoned(json, unit.kind, &unit.name) {
            true => Some(true),
            false => set.is_own().then_some(false),
        }
    };
    let items = score::extract(&dump.surface)
        .into_iter()
        .map(|u| ItemTexts { hostile: label(&u), words: u.words, windows: u.windows })
        .collect();
    let author = [text(json, "author"), text(json, "source"), text(json, "style")];
    let server = json.pointer("/server/name").and_then(Value::as_str);
    let verdict = engine.map(|e| vet(e, &dump));
    let without = |f: &Finding| f.rule.as_str() != score::RULE;
    Ok(Record {
        id: text(json, "id").to_owned(),
        set,
        author: author.into_iter().find(|a| !a.is_empty()).unwrap_or_default().to_owned(),
        server: server.unwrap_or_default().to_lowercase(),
        lang: text(json, "lang").to_owned(),
        items,
        rules: verdict.as_ref().and_then(|v| worst(v, without)),
        shipped: verdict.as_ref().and_then(|v| worst(v, |_| true)),
    })
}

fn set(json: &Value, source: &Source) -> Set {
    let attack = json.get("poisoned").is_some();
    match (source.kind, attack) {
        (Kind::Corpus, true) => Set::CorpusAttacks,
        (Kind::Corpus, false) => Set::CorpusHonest,
        (Kind::Training, true) => Set::TrainingAttacks,
        (Kind::Training, false) => Set::TrainingHonest,
        (Kind::Public, _) => {
            let hard = source.file.file_stem().is_some_and(|n| n == "benign_hard");
            Set::of_public(json, hard)
        }
    }
}

fn vet(engine: &Engine, dump: &Dump) -> Verdict {
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

/// The worst finding that is no remark.
fn worst(verdict: &Verdict, counts: impl Fn(&Finding) -> bool) -> Option<Severity> {
    let found = verdict.findings.iter().filter(|f| !f.advisory && counts(f));
    found.map(|f| f.severity).filter(|s| *s >= Severity::Medium).max()
}
