//! Asking many servers at once, each distinct launch once, and judging each
//! among its neighbours.

use std::collections::HashMap;

use futures_util::stream::{self, StreamExt};
use warden_core::report::ServerReport;
use warden_core::views::{NoFeed, NoPins};
use warden_core::{ServerSpec, Surface};
use warden_engine::{Engine, VetInput};
use warden_wire::{Captured, Outcome, Redactor, capture};

use super::{Ask, Step};
use crate::cmd::lock::scan::{Met, ScanLock};
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
    lock: &mut Option<ScanLock>,
) -> Vec<ServerReport> {
    let captures = capture_all(reach, &steps, concurrency, show_progress).await;
    let asks: Vec<Option<&Ask>> = steps.iter().map(Step::ask).collect();
    let keys: Vec<Option<String>> =
        asks.iter().map(|a| a.map(|a| a.spec.endpoint.capture_key())).collect();
    let surfaces: Vec<Option<Surface>> = asks
        .iter()
        .zip(&keys)
        .map(|(ask, key)| match (ask, &captures.get(key.as_ref()?)?.outcome) {
            (Some(ask), Outcome::Surface(s)) => {
                // One capture serves several entries; each is known by its own key.
                Some(Surface { name: ask.spec.name.clone(), items: s.items.clone() })
            }
            _ => None,
        })
        .collect();
    let mut reports = Vec::with_capacity(steps.len());
    for (n, step) in steps.iter().enumerate() {
        let ask = match step {
            Step::Done(report, spec) => {
                let mut report = (**report).clone();
                match (lock.as_mut(), spec) {
                    (Some(lock), Some(spec)) => lock.look_at_launch(spec, &mut report),
                    (Some(lock), None) => lock.pass_over(&report),
                    (None, _) => {}
                }
                reports.push(report);
                continue;
            }
            Step::Ask(ask) => ask,
        };
        let Some(captured) = keys[n].as_ref().and_then(|k| captures.get(k)) else { continue };
        // The same server under two names is no neighbour of itself.
        let neighbour = |m: &usize| {
            keys[*m] != keys[n] && asks[*m].is_some_and(|other| other.who.client == ask.who.client)
        };
        let peers: Vec<&Surface> =
            (0..steps.len()).filter(neighbour).filter_map(|m| surfaces[m].as_ref()).collect();
        let redactor = Redactor::of_credentials(&ask.spec, reach.options.inherit_env);
        let mut report = ask.who.captured(captured, ask.launch.clone(), &redactor, |surface| {
            engine.vet(&VetInput {
                server: &ask.spec.name,
                surface: surfaces[n].as_ref().unwrap_or(surface),
                endpoint: Some(&ask.spec.endpoint),
                facts: Some(&captured.facts),
                peers: &peers,
                earlier: ask.earlier(),
                pins: &NoPins,
                feed: &NoFeed,
            })
        });
        if let Some(lock) = lock.as_mut() {
            match surfaces[n].as_ref() {
                None => lock.look_at_launch(&ask.spec, &mut report),
                Some(surface) => {
                    let (spec, client) = (&ask.spec, ask.who.client.as_deref());
                    let met = Met { engine, client, spec, surface, captured, redactor: &redactor };
                    lock.look(&met, &mut report);
                }
            }
        }
        reports.push(report);
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
        if let Some(ask) = step.ask() {
            let key = ask.spec.endpoint.capture_key();
            if specs.insert(key.clone(), &ask.spec).is_none() {
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
