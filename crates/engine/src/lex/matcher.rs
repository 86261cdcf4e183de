//! Whether a clause holds, from the positions of its phrases.

use std::ops::Range;

use warden_core::surface::TextUnit;

use super::address;
use super::guard::GuardCx;
use super::model::{Clause, Near, Order, Target, Unless};
use super::scan::{Hit, Scratch};
use super::sentence;
use crate::fold::Reading;

/// Combinations tried for one clause in one text: enough for every honest
/// text, and a bound on what a hostile one can cost.
const STEPS: u32 = 4096;
/// No phrase is longer; see the compiler.
const LONGEST: u32 = 120;

/// A text under the eyes of one clause.
pub(super) struct Matcher<'a, 'r> {
    pub(super) unit: &'a TextUnit<'a>,
    pub(super) reading: &'r Reading<'r>,
    pub(super) scratch: &'r Scratch,
    pub(super) clause: &'r Clause,
    steps: u32,
    /// Addresses of the reading, by kind, once asked for.
    addresses: Vec<(Target, Vec<Hit>)>,
}

impl<'a, 'r> Matcher<'a, 'r> {
    pub(super) fn new(
        unit: &'a TextUnit<'a>,
        reading: &'r Reading<'r>,
        scratch: &'r Scratch,
        clause: &'r Clause,
    ) -> Self {
        Self { unit, reading, scratch, clause, steps: STEPS, addresses: Vec::new() }
    }

    /// Whether all phrases are there at all, in whatever order.
    pub(super) fn possible(&self) -> bool {
        let there = |set: u16| !self.hits(set).is_empty();
        self.clause.all.iter().all(|s| there(*s))
            && self.clause.near.iter().all(|n| match n.target {
                Target::Set(s) => there(s),
                _ => true,
            })
    }

    fn hits(&self, set: u16) -> &'r [Hit] {
        &self.scratch.postings[usize::from(set)]
    }

    fn find_addresses(&mut self) {
        for target in self.clause.near.iter().map(|n| n.target) {
            if !matches!(target, Target::Set(_)) && !self.addresses.iter().any(|a| a.0 == target) {
                let to_hit = |r: Range<usize>| Hit { start: r.start as u32, end: r.end as u32 };
                let found = address::find(&self.reading.text, target);
                self.addresses.push((target, found.into_iter().map(to_hit).collect()));
            }
        }
    }

    /// Every place at which the clause holds, without overlap.
    pub(super) fn matches(&mut self) -> Vec<Range<usize>> {
        self.find_addresses();
        let mut out: Vec<Range<usize>> = Vec::new();
        for anchor in self.hits(self.clause.anchor) {
            let inside = |r: &Range<usize>| (anchor.start as usize) < r.end;
            if !out.last().is_some_and(inside)
                && let Some(range) = self.extend(0, *anchor, *anchor, *anchor)
            {
                out.push(range);
            }
        }
        out
    }

    /// Finds the rest of a match, from the `n`th condition on.
    fn extend(&mut self, n: usize, anchor: Hit, last: Hit, whole: Hit) -> Option<Range<usize>> {
        let Some(near) = self.clause.near.get(n) else {
            let range = whole.start as usize..whole.end as usize;
            return self.holds(anchor, range.clone()).then_some(range);
        };
        let from = if near.from_anchor { anchor } else { last };
        for hit in self.candidates(near, from) {
            self.steps = self.steps.checked_sub(1)?;
            let whole = Hit { start: whole.start.min(hit.start), end: whole.end.max(hit.end) };
            if let Some(found) = self.extend(n + 1, anchor, hit, whole) {
                return Some(found);
            }
        }
        None
    }

    fn candidates(&self, near: &Near, from: Hit) -> Vec<Hit> {
        let hits = match near.target {
            Target::Set(set) => self.hits(set),
            other => self.addresses.iter().find(|a| a.0 == other).map_or(&[][..], |a| &a.1),
        };
        let first = from.start.saturating_sub(near.within + LONGEST);
        let skip = hits.partition_point(|h| h.end < first);
        hits[skip..]
            .iter()
            .take_while(|h| h.start <= from.end + near.within + LONGEST)
            .filter(|h| self.is_near(near, from, **h))
            .copied()
            .collect()
    }

    fn is_near(&self, near: &Near, from: Hit, hit: Hit) -> bool {
        let after = hit.start >= from.end && hit.start - from.end <= near.within;
        let before = hit.end <= from.start && from.start - hit.end <= near.within;
        let ordered = match near.order {
            Order::After => after,
            Order::Before => before,
            Order::Either => after || before,
        };
        let (a, b) = if after { (from.end, hit.start) } else { (hit.end, from.start) };
        ordered && (!near.same_sentence || sentence::unbroken(self.reading, a as usize, b as usize))
    }

    fn holds(&self, anchor: Hit, range: Range<usize>) -> bool {
        let cx = GuardCx::new(
            self.unit,
            self.reading,
            anchor.start as usize..anchor.end as usize,
            range.clone(),
        );
        !self.clause.unless.iter().any(|u| self.excused(u, &range, &cx))
            && !self.clause.guards.iter().any(|g| g(&cx))
    }

    /// Hits of a set that may lie between two offsets.
    fn window(&self, set: u16, from: usize, to: usize) -> impl Iterator<Item = Range<usize>> {
        let hits = self.hits(set);
        let skip = hits.partition_point(|h| (h.end as usize) < from);
        hits[skip..]
            .iter()
            .map(|h| h.start as usize..h.end as usize)
            .take_while(move |r| r.start <= to + LONGEST as usize)
            .filter(move |r| r.start >= from && r.end <= to)
    }

    fn excused(&self, unless: &Unless, range: &Range<usize>, cx: &GuardCx<'_>) -> bool {
        let within = unless.within as usize;
        let unbroken = |a, b| sentence::unbroken(self.reading, a, b);
        let reach = within + LONGEST as usize;
        let before = unless.before.is_some_and(|set| {
            self.window(set, range.start.saturating_sub(reach), range.start)
                .any(|h| range.start - h.end <= within && unbroken(h.end, range.start))
        });
        let after = unless.after.is_some_and(|set| {
            self.window(set, range.end, range.end + reach)
                .any(|h| h.start - range.end <= within && unbroken(range.end, h.start))
        });
        before
            || after
            || unless.in_sentence.is_some_and(|set| {
                let sentence = cx.sentence();
                self.window(set, sentence.start, sentence.end).next().is_some()
            })
    }
}
