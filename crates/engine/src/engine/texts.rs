//! Judging one definition by itself, for drift.

use warden_core::finding::Finding;
use warden_core::surface::{Item, Surface};
use warden_core::views::{NoFeed, NoPins, TextJudge};

use super::Engine;
use crate::VetInput;

impl TextJudge for Engine {
    fn judge(&self, item: &Item) -> Vec<Finding> {
        let surface = Surface { name: Default::default(), items: vec![item.clone()] };
        let input = VetInput {
            server: &surface.name,
            surface: &surface,
            endpoint: None,
            facts: None,
            peers: &[],
            earlier: &[],
            pins: &NoPins,
            feed: &NoFeed,
        };
        let mut verdict = self.vet(&input);
        // Approval is no property of a text.
        verdict.findings.retain(|f| f.gate == warden_core::Gate::Static);
        verdict.findings
    }
}
