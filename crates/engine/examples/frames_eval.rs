//! Measures the rules on labelled dumps, by group of attack and by rule:
//! `frames_eval attacks.jsonl honest.jsonl …`. A record with `poisoned` is an
//! attack. `--frames` counts the rules over sentence frames alone, `-v` prints
//! the milder findings on honest servers too.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;
use warden_core::finding::{Finding, Severity};
use warden_core::json::Limits;
use warden_core::surface::Dump;
use warden_core::views::{NoFeed, NoPins};
use warden_engine::{Engine, EngineOptions, VetInput, frames};

#[derive(Default)]
struct Counts {
    groups: BTreeMap<String, [usize; 3]>,
    rules: BTreeMap<(String, bool), [usize; 2]>,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let has = |switch: &str| args.iter().any(|a| a == switch);
    let engine = Engine::new(EngineOptions {
        fail_on: Severity::High,
        require_approval: false,
        ignores: Vec::new(),
        today: "2026-01-01".into(),
        user_rules: Vec::new(),
    })
    .unwrap();
    let mut counts = Counts::default();
    for file in args.iter().filter(|a| !a.starts_with('-')) {
        let data = std::fs::read(file).unwrap();
        let mut spent = Duration::ZERO;
        for line in data.split(|b| *b == b'\n').filter(|l| !l.is_empty()) {
            let json: Value = serde_json::from_slice(line).unwrap();
            let start = Instant::now();
            let dump = Dump::read(Arc::from(line), &Limits::default()).unwrap();
            let mut findings = vet(&engine, &dump);
            spent += start.elapsed();
            if has("--frames") {
                let own: BTreeSet<&str> = frames::rules::RULES.iter().map(|r| r.id).collect();
                findings.retain(|f| own.contains(f.rule.as_str()));
            }
            counts.add(&json, &findings, file);
            show(&json, &findings, has("-v"));
        }
        println!("# {file}: {:.0} MB/s", data.len() as f64 / 1e6 / spent.as_secs_f64());
    }
    println!("# group: records, blocked, flagged");
    for (g, [n, b, f]) in counts.groups {
        println!("{g:40} {n:5} {b:5} {f:5}  {:.1} %", 100.0 * b as f64 / n as f64);
    }
    println!("# rule (blocking?): attacks, honest");
    for ((r, high), [a, h]) in counts.rules {
        println!("{r:26} {high:5} {a:5} {h:5}");
    }
}

fn vet(engine: &Engine, dump: &Dump) -> Vec<Finding> {
    let peers: Vec<_> = dump.peers.iter().collect();
    let verdict = engine.vet(&VetInput {
        server: &dump.surface.name,
        surface: &dump.surface,
        endpoint: dump.endpoint.as_ref(),
        facts: None,
        peers: &peers,
        earlier: &[],
        pins: &NoPins,
        feed: &NoFeed,
    });
    verdict.findings
}

fn is_attack(json: &Value) -> bool {
    json.get("poisoned").is_some()
}

fn text<'j>(json: &'j Value, key: &str) -> &'j str {
    json.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn group(json: &Value, file: &str) -> String {
    if !is_attack(json) {
        return file.rsplit('/').next().unwrap_or_default().to_string();
    }
    let technique = text(json, "technique");
    let name = match text(json, "source") {
        _ if technique.contains("overt-") => "overt",
        _ if json.get("needs_peer").is_some() => "needs a peer",
        _ if technique == "Preference Manipulation" => "preference",
        s @ ("mcptox" | "mcp-safetybench") => s,
        _ => "others",
    };
    format!("attack: {name}")
}

impl Counts {
    fn add(&mut self, json: &Value, findings: &[Finding], file: &str) {
        let any = |s: Severity| usize::from(findings.iter().any(|f| f.blocks_at(s)));
        let g = self.groups.entry(group(json, file)).or_default();
        g[0] += 1;
        g[1] += any(Severity::High);
        g[2] += any(Severity::Medium);
        let rules: BTreeSet<(String, bool)> = findings
            .iter()
            .map(|f| (f.rule.as_str().to_string(), f.blocks_at(Severity::High)))
            .collect();
        for rule in rules {
            self.rules.entry(rule).or_default()[usize::from(!is_attack(json))] += 1;
        }
    }
}

fn show(json: &Value, findings: &[Finding], verbose: bool) {
    let blocked = findings.iter().any(|f| f.blocks_at(Severity::High));
    let attack = is_attack(json);
    if attack && !blocked {
        println!("MISS {} {:?}", text(json, "id"), text(json, "technique"));
        for t in json["tools"].as_array().into_iter().flatten() {
            let d: String = text(t, "description").chars().take(500).collect();
            println!("     {} | {}", t["name"], d.replace('\n', " "));
        }
    }
    for f in findings {
        let high = f.blocks_at(Severity::High);
        let wanted = if attack { !blocked } else { high || verbose };
        if wanted && f.severity > Severity::Info {
            let tag = if attack {
                "    ~"
            } else if high {
                "FP"
            } else {
                "fp"
            };
            let name = f.subject.name().map(|n| n.term()).unwrap_or_default();
            let words = f.evidence.as_ref().map(|e| e.matched.term()).unwrap_or_default();
            println!(
                "{tag} {} {name} {} {:?} | {words} | {}",
                text(json, "id"),
                f.rule,
                f.severity,
                f.message
            );
        }
    }
}
