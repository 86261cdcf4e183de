//! Asking many servers at once, each distinct launch once, and judging each
//! among its neighbours.

use std::collections::HashMap;

use futures_util::stream::{self, StreamExt};
use warden_core::report::ServerReport;
use warden_core::views::{NoFeed, NoPins};
use warden_core::{ServerSpec, Surface};
use warden_engine::{Engine, VetInput};
use warden_wire::{Captured, Outcome, capture};

use super::Step;
use crate::plan::Reach;
use crate::progress::Progress;

/// Asks and judges everything that is to be asked; the reports come in the
/// order of the steps.
pub(super) async fn ask(
    engine: &Engine,
    reach: &Reach,
    steps: Vec<Step>,
    concurrency: usize,
    show_progress: bool,
) -> Vec<ServerReport> {
    let captures = capture_all(reach, &steps, concurrency, show_progress).await;
    let asked = |step: &Step| match step {
        Step::Ask { spec, .. } => captures.get(&spec.endpoint.capture_key()),
        Step::Done(_) => None,
    };
    let surfaces: Vec<Option<Surface>> = steps
        .iter()
        .map(|step| match (step, &asked(step)?.outcome) {
            (Step::Ask { spec, .. }, Outcome::Surface(s)) => {
                // One capture serves several entries; each is known by its own key.
                Some(Surface { name: spec.name.clone(), items: s.items.clone() })
            }
            _ => None,
        })
        .collect();
    let client = |step: &Step| match step {
        Step::Ask { who, .. } => Some(who.client.clone()),
        Step::Done(_) => None,
    };
    let clients: Vec<_> = steps.iter().map(client).collect();
    let keys: Vec<_> = steps
        .iter()
        .map(|s| match s {
            Step::Ask { spec, .. } => spec.endpoint.capture_key(),
            Step::Done(_) => String::new(),
        })
        .collect();
    let mut reports = Vec::with_capacity(steps.len());
    for (n, step) in steps.into_iter().enumerate() {
        match step {
            Step::Done(report) => reports.push(*report),
            Step::Ask { who, launch, spec, entry } => {
                let Some(captured) = captures.get(&keys[n]) else { continue };
                // The same server under two names is no neighbour of itself.
                let peers: Vec<&Surface> = (0..surfaces.len())
                    .filter(|m| clients[*m] == clients[n] && keys[*m] != keys[n])
                    .filter_map(|m| surfaces[m].as_ref())
                    .collect();
                let earlier = entry.as_deref().map(|e| e.findings.as_slice()).unwrap_or_default();
                reports.push(who.captured(captured, *launch, |_| {
                    engine.vet(&VetInput {
                        server: &spec.name,
                        surface: surfaces[n].as_ref().unwrap_or(&Surface::default()),
                        endpoint: Some(&spec.endpoint),
                        facts: Some(&captured.facts),
                        peers: &peers,
                        earlier,
                        pins: &NoPins,
                        feed: &NoFeed,
                    })
                }));
            }
        }
    }
    reports
}

async fn capture_all(
    reach: &Reach,
    steps: &[Step],
    concurrency: usize,
    show_progress: bool,
) -> HashMap<String, Captured> {
    let mut specs: HashMap<String, &ServerSpec> = HashMap::new();
    let mut order = Vec::new();
    for step in steps {
        if let Step::Ask { spec, .. } = step {
            let key = spec.endpoint.capture_key();
            if specs.insert(key.clone(), spec).is_none() {
                order.push(key);
            }
        }
    }
    let progress = Progress::new(order.len(), show_progress);
    let work = stream::iter(order)
        .map(|key| {
            let (spec, progress) = (specs[&key], &progress);
            async move {
                progress.start(&spec.name);
                let captured = capture(spec, &reach.options).await;
                progress.done(&spec.name);
                (key, captured)
            }
        })
        .buffer_unordered(concurrency)
        .collect();
    tokio::pin!(work);
    let mut beat = tokio::time::interval(std::time::Duration::from_millis(200));
    let captures = loop {
        tokio::select! {
            done = &mut work => break done,
            _ = beat.tick() => progress.draw(),
        }
    };
    progress.finish();
    captures
}
