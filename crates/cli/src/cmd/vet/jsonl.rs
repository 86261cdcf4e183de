//! A stream of dumps, one a line.

use std::path::Path;
use std::sync::Arc;

use warden_core::Exit;
use warden_core::json::Limits;
use warden_core::surface::Dump;
use warden_engine::Engine;
use warden_report::jsonl_verdict;

use super::verdict;
use crate::failure::Failure;
use crate::stream;

/// Judges every line of a file, or of stdin for `-`.
pub(super) fn run(engine: &Engine, path: &Path) -> Result<Exit, Failure> {
    let ruleset = engine.ruleset();
    let judge = |line: &Arc<[u8]>, out: &mut Vec<u8>| {
        let dump = Dump::read(Arc::clone(line), &Limits::default()).map_err(|e| e.to_string())?;
        let verdict = verdict(engine, &dump);
        // Writing into memory does not fail.
        let _ = jsonl_verdict(dump.id_json(), &verdict, &ruleset, out);
        Ok(if verdict.allow { Exit::Clean } else { Exit::Gate })
    };
    stream::run(&judge, path)
}
