//! Results of tools: what the inspectors flag.

use std::path::Path;

use serde_json::Value;
use warden_core::json::{Limits, Mode, read};
use warden_engine::{Action, Actions, Engine, RuntimeText};

use crate::Result;

/// How many of how many were flagged.
#[derive(Default)]
struct Share(usize, usize);

impl Share {
    fn add(&mut self, flagged: bool) {
        self.0 += usize::from(flagged);
        self.1 += 1;
    }

    fn print(&self, name: &str) {
        if self.1 > 0 {
            let percent = 100.0 * self.0 as f64 / self.1 as f64;
            println!("{name:45} {} of {} ({percent:.1} %)", self.0, self.1);
        }
    }
}

/// Prints what is flagged of poisoned and of honest results.
pub(crate) fn print(engine: &Engine, dir: &Path) -> Result<()> {
    let (mut bipia, mut others) = (Share::default(), Share::default());
    let (mut honest, mut quoting) = (Share::default(), Share::default());
    each(engine, &dir.join("results_attacks.jsonl"), |json, flagged| {
        let source = json.get("source").and_then(Value::as_str).unwrap_or_default();
        if source.to_lowercase().contains("bipia") { &mut bipia } else { &mut others }.add(flagged);
    })?;
    each(engine, &dir.join("results_benign.jsonl"), |json, flagged| {
        let marked = |key: &str| json.get(key).and_then(Value::as_bool) == Some(true);
        let quotes = marked("contains_attack_example") || marked("quotes_attack");
        if quotes { &mut quoting } else { &mut honest }.add(flagged);
    })?;
    println!("\nResults of tools in {} (the scorer has no part in them)", dir.display());
    others.print("poisoned results flagged, without BIPIA");
    bipia.print("BIPIA results flagged");
    honest.print("honest results flagged");
    quoting.print("documents that quote a payload, flagged");
    Ok(())
}

fn each(engine: &Engine, file: &Path, mut count: impl FnMut(&Value, bool)) -> Result<()> {
    if !file.is_file() {
        return Ok(());
    }
    let data = std::fs::read(file)?;
    let actions = Actions::default();
    for line in data.split(|b| *b == b'\n').filter(|l| !l.is_empty()) {
        let doc = read(line.into(), Mode::AsClientsRead, &Limits::default())
            .map_err(|e| format!("{}: {e}", file.display()))?;
        let root = doc.root();
        let mut action = Action::Pass;
        if let Some(text) = root.get_text("text") {
            action = engine.inspect(&RuntimeText::from(&*text), &actions).action;
        }
        if let Some(result) = root.get("result") {
            action = action.max(engine.inspect_result(result, None, &actions).action);
        }
        count(&serde_json::from_slice(line)?, action > Action::Pass);
    }
    Ok(())
}
