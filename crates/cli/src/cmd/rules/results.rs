//! `warden rules test --results-attacks … --results-honest …`: recall and false
//! alarms of the inspectors on labelled results of tools.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;

use serde::Serialize;
use warden_core::json::{Doc, Limits, Mode, Val, read};
use warden_core::{Exit, Finding, Untrusted};
use warden_engine::{Action, Actions, Engine};

use super::lines;
use crate::args::RulesTestArgs;
use crate::cmd::inspect::inspect;
use crate::failure::Failure;

/// How many of how many were flagged: warned of, edited or blocked.
#[derive(Default, Serialize)]
struct Share {
    flagged: usize,
    of: usize,
}

impl Share {
    fn add(&mut self, flagged: bool) {
        self.of += 1;
        self.flagged += usize::from(flagged);
    }

    fn show(&self) -> String {
        let percent = if self.of == 0 { 0.0 } else { 100.0 * self.flagged as f64 / self.of as f64 };
        format!("{} of {} ({percent:.1} %)", self.flagged, self.of)
    }
}

/// What one rule did.
#[derive(Default, Serialize)]
struct PerRule {
    attacks: usize,
    honest: usize,
}

/// The whole measurement.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Measured {
    attacks: Share,
    by_technique: BTreeMap<String, Share>,
    by_source: BTreeMap<String, Share>,
    honest: Share,
    /// Documents that show an attack in order to explain it.
    quoting: Share,
    rules: BTreeMap<String, PerRule>,
    missed: Vec<String>,
    false_alarms: Vec<String>,
    unreadable: Vec<String>,
}

/// Runs the measurement.
pub(super) fn run(args: &RulesTestArgs) -> Result<Exit, Failure> {
    let engine = super::engine(args.rules.as_deref(), args.fail_on)?;
    let mut m = Measured::default();
    each(&engine, &args.results_attacks, &mut m, attack)?;
    each(&engine, &args.results_honest, &mut m, honest)?;
    let text = if args.json {
        serde_json::to_string_pretty(&m).unwrap_or_default() + "\n"
    } else {
        table(&m, args.verbose)
    };
    crate::cmd::print(&text)?;
    Ok(if m.unreadable.is_empty() { Exit::Clean } else { Exit::NotEvaluated })
}

type Count = fn(&mut Measured, Val<'_>, Action, &[Finding]);

fn each(engine: &Engine, files: &[PathBuf], m: &mut Measured, count: Count) -> Result<(), Failure> {
    let actions = Actions::default();
    let unreadable = lines::each(files, |text| {
        let doc = record(text)?;
        let (action, findings) = inspect(engine, &actions, doc.root())
            .ok_or_else(|| "no \"text\" and no \"result\"".to_owned())?;
        count(m, doc.root(), action, &findings);
        Ok(())
    })?;
    m.unreadable.extend(unreadable);
    Ok(())
}

fn record(line: Vec<u8>) -> Result<Doc, String> {
    read(line.into(), Mode::AsClientsRead, &Limits::default()).map_err(|e| e.to_string())
}

fn attack(m: &mut Measured, record: Val<'_>, action: Action, findings: &[Finding]) {
    let flagged = action > Action::Pass;
    let text = |key: &str| {
        record.get_text(key).map_or_else(|| "not stated".to_owned(), |t| t.into_owned())
    };
    m.attacks.add(flagged);
    m.by_technique.entry(text("technique")).or_default().add(flagged);
    m.by_source.entry(text("source")).or_default().add(flagged);
    for rule in rules(findings) {
        m.rules.entry(rule).or_default().attacks += 1;
    }
    if !flagged {
        m.missed.push(id(record));
    }
}

fn honest(m: &mut Measured, record: Val<'_>, action: Action, findings: &[Finding]) {
    let flagged = action > Action::Pass;
    let marked = |key: &str| record.get(key).and_then(Val::bool) == Some(true);
    let quotes = marked("quotes_attack") || marked("contains_attack_example");
    if quotes { &mut m.quoting } else { &mut m.honest }.add(flagged);
    for rule in rules(findings) {
        m.rules.entry(rule).or_default().honest += 1;
    }
    if flagged {
        let words = findings.iter().filter_map(|f| f.evidence.as_ref()).map(|e| &e.matched);
        let words = words.map(|w| w.term_limited(160)).next().unwrap_or_default();
        let rules: Vec<String> = rules(findings).into_iter().collect();
        m.false_alarms.push(format!("{} {}: {words}", id(record), rules.join(" ")));
    }
}

fn rules(findings: &[Finding]) -> BTreeSet<String> {
    findings.iter().map(|f| f.rule.to_string()).collect()
}

fn id(record: Val<'_>) -> String {
    let raw = record.get("id").map_or(&b"(no id)"[..], Val::raw);
    Untrusted::from(String::from_utf8_lossy(raw).trim_matches('"')).term_limited(120)
}

fn table(m: &Measured, verbose: bool) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "poisoned results flagged          {}", m.attacks.show());
    for (name, share) in m.by_source.iter().chain(&m.by_technique) {
        let name = Untrusted::from(name.as_str()).term_limited(60);
        let _ = writeln!(out, "  {name:60} {}", share.show());
    }
    let _ = writeln!(out, "honest results flagged            {}", m.honest.show());
    let _ = writeln!(out, "documents that quote an attack    {}\n", m.quoting.show());
    let wide = m.rules.keys().map(String::len).max().unwrap_or(4);
    let _ = writeln!(out, "{:wide$}  attacks  honest", "rule");
    for (rule, p) in &m.rules {
        let _ = writeln!(out, "{rule:wide$}  {:7}  {:6}", p.attacks, p.honest);
    }
    if verbose {
        let lists =
            [("poisoned results that were missed", &m.missed), ("false alarms", &m.false_alarms)];
        for (title, list) in lists {
            let _ = writeln!(out, "\n{title}: {}", list.len());
            for line in list {
                let _ = writeln!(out, "  {line}");
            }
        }
    }
    for u in &m.unreadable {
        let _ = writeln!(out, "unreadable: {u}");
    }
    out
}
