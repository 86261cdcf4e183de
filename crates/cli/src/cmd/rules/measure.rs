//! `warden rules test`: recall and false alarms on labelled data.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::path::PathBuf;

use serde::Serialize;
use warden_core::json::Limits;
use warden_core::surface::Dump;
use warden_core::{Exit, Finding, Severity, Untrusted, Verdict};
use warden_engine::Engine;

use super::lines;
use crate::args::RulesTestArgs;
use crate::cmd::vet::verdict;
use crate::failure::Failure;

/// What one rule did.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct PerRule {
    /// Attack records it blocked (alone or with others).
    attacks_blocked: usize,
    /// Attack records that no other rule blocked.
    attacks_only: usize,
    /// Honest servers it blocked.
    honest_blocked: usize,
    /// Honest servers where it said anything of medium or higher.
    honest_flagged: usize,
}

/// How many of how many.
#[derive(Default, Serialize)]
struct Share {
    blocked: usize,
    of: usize,
}

/// One record that went wrong, with the words that decided.
#[derive(Serialize)]
struct Wrong {
    id: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    because: Vec<String>,
}

/// The whole measurement.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Measured {
    attacks: Share,
    by_technique: BTreeMap<String, Share>,
    by_source: BTreeMap<String, Share>,
    honest: Share,
    honest_flagged: usize,
    rules: BTreeMap<String, PerRule>,
    missed: Vec<Wrong>,
    false_alarms: Vec<Wrong>,
    unreadable: Vec<String>,
}

/// Runs the measurement.
pub(super) fn run(args: &RulesTestArgs) -> Result<Exit, Failure> {
    let engine = super::engine(args.rules.as_deref(), args.fail_on)?;
    let mut m = Measured::default();
    each(&args.attacks, &mut m, |m, dump| attack(&engine, args.fail_on, m, dump))?;
    each(&args.honest, &mut m, |m, dump| honest(&engine, args.fail_on, m, dump))?;
    let text = if args.json {
        serde_json::to_string_pretty(&m).unwrap_or_default() + "\n"
    } else {
        table(&m, args.verbose)
    };
    crate::cmd::print(&text)?;
    Ok(if m.unreadable.is_empty() { Exit::Clean } else { Exit::NotEvaluated })
}

fn each(
    files: &[PathBuf],
    m: &mut Measured,
    mut f: impl FnMut(&mut Measured, &Dump),
) -> Result<(), Failure> {
    let unreadable = lines::each(files, |text| {
        let dump = Dump::read(text.into(), &Limits::default()).map_err(|e| e.to_string())?;
        f(m, &dump);
        Ok(())
    })?;
    m.unreadable.extend(unreadable);
    Ok(())
}

fn attack(engine: &Engine, fail_on: Severity, m: &mut Measured, dump: &Dump) {
    let verdict = verdict(engine, dump);
    let wanted = poisoned(dump);
    let blocking: Vec<&Finding> =
        verdict.findings.iter().filter(|f| f.blocks_at(fail_on) && counts(f, &wanted)).collect();
    let caught = !blocking.is_empty();
    let rules: HashSet<&str> = blocking.iter().map(|f| f.rule.as_str()).collect();
    for rule in &rules {
        let per = m.rules.entry((*rule).to_string()).or_default();
        per.attacks_blocked += 1;
        per.attacks_only += usize::from(rules.len() == 1);
    }
    let text = |key| dump.doc.root().get_text(key).map(|t| t.into_owned());
    let technique = text("technique").unwrap_or_else(|| "not stated".into());
    let source = text("source").unwrap_or_else(|| "not stated".into());
    let shares = [
        &mut m.attacks,
        m.by_technique.entry(technique).or_default(),
        m.by_source.entry(source).or_default(),
    ];
    for share in shares {
        share.of += 1;
        share.blocked += usize::from(caught);
    }
    if !caught {
        m.missed.push(Wrong { id: id(dump), because: Vec::new() });
    }
}

/// The tools that count; all of them if the record does not say.
fn poisoned(dump: &Dump) -> Option<HashSet<String>> {
    let names = dump.doc.root().get("poisoned")?;
    Some(names.items().filter_map(|v| v.text().map(|t| t.into_owned())).collect())
}

/// A finding counts when it is about a poisoned tool, or about no tool at all
/// (the server's instructions, a prompt).
fn counts(finding: &Finding, wanted: &Option<HashSet<String>>) -> bool {
    match (finding.tool(), wanted) {
        (Some(tool), Some(wanted)) => wanted.is_empty() || wanted.contains(tool.expose()),
        _ => true,
    }
}

fn honest(engine: &Engine, fail_on: Severity, m: &mut Measured, dump: &Dump) {
    let verdict = verdict(engine, dump);
    m.honest.of += 1;
    m.honest.blocked += usize::from(!verdict.allow);
    let flags = |f: &&Finding| !f.advisory && f.severity >= Severity::Medium;
    m.honest_flagged += usize::from(verdict.findings.iter().any(|f| flags(&f)));
    let of = |test: &dyn Fn(&&Finding) -> bool| -> HashSet<String> {
        verdict.findings.iter().filter(|f| test(f)).map(|f| f.rule.to_string()).collect()
    };
    for rule in of(&|f| f.blocks_at(fail_on)) {
        m.rules.entry(rule).or_default().honest_blocked += 1;
    }
    for rule in of(&|f| flags(f)) {
        m.rules.entry(rule).or_default().honest_flagged += 1;
    }
    if !verdict.allow {
        m.false_alarms.push(Wrong { id: id(dump), because: because(&verdict, fail_on) });
    }
}

/// The words that decided, at most five.
fn because(verdict: &Verdict, fail_on: Severity) -> Vec<String> {
    let blocking = verdict.findings.iter().filter(|f| f.blocks_at(fail_on));
    blocking
        .take(5)
        .map(|f| {
            let words = f.evidence.as_ref().map(|e| e.matched.term_limited(160));
            let tool = f.tool().map(|t| t.term_limited(60)).unwrap_or_default();
            format!("{} {tool}: {}", f.rule, words.unwrap_or_else(|| f.message.clone()))
        })
        .collect()
}

fn id(dump: &Dump) -> String {
    let raw = dump.id_json().unwrap_or(b"(no id)");
    Untrusted::from(String::from_utf8_lossy(raw).trim_matches('"')).term_limited(120)
}

fn table(m: &Measured, verbose: bool) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "attacks blocked        {}", share(&m.attacks));
    for (name, s) in &m.by_source {
        let _ =
            writeln!(out, "  {:40} {}", Untrusted::from(name.as_str()).term_limited(40), share(s));
    }
    let _ = writeln!(out, "honest servers blocked {}", share(&m.honest));
    let _ = writeln!(
        out,
        "honest servers with a finding of medium or higher: {} of {}\n",
        m.honest_flagged, m.honest.of
    );
    let wide = m.rules.keys().map(String::len).max().unwrap_or(4);
    let _ = writeln!(out, "{:wide$}  attacks  alone  honest blocked  flagged", "rule");
    for (rule, p) in &m.rules {
        let _ = writeln!(
            out,
            "{rule:wide$}  {:7}  {:5}  {:14}  {:7}",
            p.attacks_blocked, p.attacks_only, p.honest_blocked, p.honest_flagged
        );
    }
    if verbose {
        details(&mut out, m);
    }
    for u in &m.unreadable {
        let _ = writeln!(out, "unreadable: {u}");
    }
    out
}

fn details(out: &mut String, m: &Measured) {
    let _ = writeln!(out, "\nattacks that were missed: {}", m.missed.len());
    for w in &m.missed {
        let _ = writeln!(out, "  {}", w.id);
    }
    let _ = writeln!(out, "\nhonest servers that were blocked: {}", m.false_alarms.len());
    for w in &m.false_alarms {
        let _ = writeln!(out, "  {}", w.id);
        for b in &w.because {
            let _ = writeln!(out, "      {b}");
        }
    }
}

fn share(s: &Share) -> String {
    let percent = if s.of == 0 { 0.0 } else { 100.0 * s.blocked as f64 / s.of as f64 };
    format!("{} of {} ({percent:.1} %)", s.blocked, s.of)
}
