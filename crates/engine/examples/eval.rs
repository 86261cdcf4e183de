//! Judges files of dumps, one a line, and prints what was blocked:
//! `cargo run --release -p warden-engine --example eval -- FILE…`.
//! `-v` prints the findings too, `-a` the lines that were allowed, `-m` those with a
//! finding of medium or higher.

#![allow(clippy::print_stdout)] // it is a command line tool

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use warden_core::Severity;
use warden_core::json::Limits;
use warden_core::surface::Dump;
use warden_core::views::{NoFeed, NoPins};
use warden_engine::{Engine, EngineOptions, VetInput};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let has = |switch: &str| args.iter().any(|a| a == switch);
    let start = Instant::now();
    let engine = Engine::new(EngineOptions {
        fail_on: Severity::High,
        require_approval: false,
        ignores: Vec::new(),
        today: "2026-01-01".into(),
        user_rules: Vec::new(),
    })
    .expect("the built-in rules compile");
    println!("compiled in {:?}", start.elapsed());
    for file in args.iter().filter(|a| !a.starts_with('-')) {
        eval(&engine, file, has("-v"), has("-a"), has("-m"));
    }
}

fn eval(engine: &Engine, file: &str, verbose: bool, show_allowed: bool, show_flagged: bool) {
    let text = std::fs::read_to_string(file).expect("a readable file");
    let mut groups: BTreeMap<String, (usize, usize, usize)> = BTreeMap::new();
    let mut spent = Duration::ZERO;
    for line in text.lines() {
        let bytes: Arc<[u8]> = line.as_bytes().into();
        let start = Instant::now();
        let dump = Dump::read(bytes, &Limits::default()).expect("a dump");
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
        spent += start.elapsed();
        let id = String::from_utf8_lossy(dump.id_json().unwrap_or_default()).into_owned();
        let group = id.trim_matches('"').split('/').next().unwrap_or_default().to_owned();
        let count = groups.entry(group).or_default();
        count.0 += 1;
        count.1 += usize::from(!verdict.allow);
        let flagged = verdict.findings.iter().any(|f| f.blocks_at(Severity::Medium));
        count.2 += usize::from(flagged);
        if flagged && show_flagged {
            println!("flagged {id}");
        }
        if verdict.allow == show_allowed {
            println!("{} {id}", if verdict.allow { "allowed" } else { "blocked" });
        }
        if verbose {
            let least = if show_flagged { Severity::Medium } else { Severity::High };
            for f in verdict.findings.iter().filter(|f| f.blocks_at(least)) {
                let words = f.evidence.as_ref().map(|e| {
                    format!("{}[{}]{}", e.before.term(), e.matched.term(), e.after.term())
                });
                println!("    {} {}", f.rule, words.unwrap_or_else(|| f.message.clone()));
            }
        }
    }
    for (group, (all, blocked, flagged)) in groups {
        println!("{group}: {blocked} of {all} blocked, {flagged} flagged");
    }
    let rate = text.len() as f64 / 1e6 / spent.as_secs_f64();
    println!("{file}: {rate:.0} MB/s");
}
