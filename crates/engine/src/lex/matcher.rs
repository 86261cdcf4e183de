//! Whether a clause holds, from the positions of its phrases.

use std::ops::Range;

use super::guard::GuardCx;
use super::model::{Clause, Near, Order, Target, Unless};
use super::scan::{self, Hit, Scratch};
use super::sentence;
use crate::fold::Reading;

/// Combinations tried for one anchor, so that no crowd of decoys uses up what
/// a later anchor needs.
const STEPS_PER_ANCHOR: u32 = 64;
/// Combinations tried for one clause in a short text; a longer one gets more,
/// in proportion.
const STEPS: u32 = 4096;
const BYTES_PER_STEP: usize = 4;
/// No phrase is longer; see the compiler.
const LONGEST: u32 = 120;

/// A text under the eyes of one clause.
pub(super) struct Matcher<'r> {
    pub(super) reading: &'r Reading<'r>,
    pub(super) scratch: &'r Scratch,
    pub(super) clause: &'r Clause,
    /// Combinations left for the text and for the anchor at hand.
    steps: u32,
    anchor_steps: u32,
}

impl<'r> Matcher<'r> {
    pub(super) fn new(reading: &'r Reading<'r>, scratch: &'r Scratch, clause: &'r Clause) -> Self {
        let more = (reading.text.len() / BYTES_PER_STEP) as u32;
        Self { reading, scratch, clause, steps: STEPS + more, anchor_steps: 0 }
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

    /// Whether every condition has something to match within the reach of all
    /// of them together. It spares the search where a part is far away.
    fn in_reach(&self, anchor: Hit) -> bool {
        let mut reach = LONGEST;
        self.clause.near.iter().all(|near| {
            reach += near.within + LONGEST;
            let hits = self.target(near.target);
            let n = hits.partition_point(|h| h.end + reach < anchor.start);
            hits.get(n).is_some_and(|h| h.start <= anchor.end + reach)
        })
    }

    fn target(&self, target: Target) -> &'r [Hit] {
        self.scratch.target(target, &self.reading.text)
    }

    fn hits(&self, set: u16) -> &'r [Hit] {
        &self.scratch.postings[usize::from(set)]
    }

    /// Whether combinations were left untried for want of steps.
    pub(super) fn exhausted(&self) -> bool {
        self.steps == 0
    }

    /// Every place at which the clause holds, without overlap.
    pub(super) fn matches(&mut self) -> Vec<Range<usize>> {
        let mut out: Vec<Range<usize>> = Vec::new();
        for anchor in self.hits(self.clause.anchor) {
            self.anchor_steps = STEPS_PER_ANCHOR;
            let inside = |r: &Range<usize>| (anchor.start as usize) < r.end;
            if !out.last().is_some_and(inside)
                && self.in_reach(*anchor)
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
            self.anchor_steps = self.anchor_steps.checked_sub(1)?;
            let whole = Hit { start: whole.start.min(hit.start), end: whole.end.max(hit.end) };
            if let Some(found) = self.extend(n + 1, anchor, hit, whole) {
                return Some(found);
            }
        }
        None
    }

    fn candidates(&self, near: &Near, from: Hit) -> Vec<Hit> {
        let hits = self.target(near.target);
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
        let cx =
            GuardCx::new(self.reading, anchor.start as usize..anchor.end as usize, range.clone());
        !self.clause.unless.iter().any(|u| self.excused(u, &range, &cx))
            && !self.clause.guards.iter().any(|g| g(&cx))
    }

    fn excused(&self, unless: &Unless, range: &Range<usize>, cx: &GuardCx<'_>) -> bool {
        let text: &str = &self.reading.text;
        let sentence = cx.sentence();
        let within = unless.within as usize;
        let reach = within + LONGEST as usize;
        let near = |at: usize| sentence::char_floor(text, at);
        let before = near(range.start.saturating_sub(reach).max(sentence.start))..range.start;
        let after = range.end..near((range.end + reach).min(sentence.end).max(range.end));
        found(&unless.before, text, before, |r| range.start - r.end <= within)
            || found(&unless.after, text, after, |r| r.start - range.end <= within)
            || found(&unless.in_sentence, text, sentence, |_| true)
    }
}

/// Whether one of the phrases stands in that part of the text, as words of its
/// own and where `f` says so.
fn found(
    phrases: &[String],
    text: &str,
    part: Range<usize>,
    f: impl Fn(&Range<usize>) -> bool,
) -> bool {
    if phrases.is_empty() || part.is_empty() {
        return false;
    }
    let hay = text[part.clone()].to_ascii_lowercase();
    phrases.iter().any(|phrase| {
        let bare = phrase.trim_end_matches('…');
        hay.match_indices(bare).any(|(n, _)| {
            let at = part.start + n..part.start + n + bare.len();
            let open = bare.len() < phrase.len();
            scan::stands_alone(text, &at, bare, open) && f(&at)
        })
    })
}
