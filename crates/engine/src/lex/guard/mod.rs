//! Guards: reasons why a match is not what it looks like, by name.
//!
//! A guard sees one match in one reading and says whether to drop it. A
//! dropped match never hides another one.

mod detection;
mod mention;
mod order;
mod place;
mod polarity;

pub(crate) use place::host_of;

use std::cell::OnceCell;
use std::ops::Range;

use super::sentence;
use crate::fold::Reading;

/// Says whether a match is to be dropped.
pub(super) type Guard = fn(&GuardCx<'_>) -> bool;

/// All guards. Documented in `docs/writing-rules.md`.
const GUARDS: &[(&str, Guard)] = &[
    ("negated", polarity::negated),
    ("denied", polarity::denied),
    ("mention", mention::mention),
    ("detection", detection::detection),
    ("capability", order::capability),
    ("described", order::described),
    ("placeholder", place::placeholder),
    ("public_key", place::public_key),
    ("inside_identifier", place::inside_identifier),
];

/// The guard of that name.
pub(super) fn by_name(name: &str) -> Option<Guard> {
    GUARDS.iter().find(|g| g.0 == name).map(|g| g.1)
}

/// The message for a name that no guard has.
pub(super) fn unknown(name: &str) -> String {
    let known: Vec<_> = GUARDS.iter().map(|g| g.0).collect();
    format!("there is no guard \"{name}\"; known: {}", known.join(", "))
}

/// A match and what stands around it.
pub(super) struct GuardCx<'a> {
    reading: &'a Reading<'a>,
    anchor: Range<usize>,
    range: Range<usize>,
    sentence: OnceCell<Range<usize>>,
}

impl<'a> GuardCx<'a> {
    pub(super) fn new(reading: &'a Reading<'a>, anchor: Range<usize>, range: Range<usize>) -> Self {
        Self { reading, anchor, range, sentence: OnceCell::new() }
    }

    fn text(&self) -> &'a str {
        &self.reading.text
    }

    /// The sentence around the match.
    pub(super) fn sentence(&self) -> Range<usize> {
        let find = || sentence::around(self.reading, self.range.clone());
        self.sentence.get_or_init(find).clone()
    }

    /// What stands before the match in its sentence, at most `max` bytes, in
    /// lower case.
    fn before(&self, max: usize) -> String {
        let start = self.sentence().start.max(self.range.start.saturating_sub(max));
        let start = sentence::char_floor(self.text(), start);
        self.text()[start..self.range.start].to_lowercase()
    }

    /// What stands before the anchor in its sentence, likewise.
    fn before_anchor(&self, max: usize) -> String {
        let start = self.sentence().start.max(self.anchor.start.saturating_sub(max));
        let start = sentence::char_floor(self.text(), start);
        self.text()[start..self.anchor.start].to_lowercase()
    }

    /// What stands behind the match in its sentence, likewise.
    fn after(&self, max: usize) -> String {
        let end = self.sentence().end.min(self.range.end.saturating_add(max));
        let end = sentence::char_floor(self.text(), end).max(self.range.end);
        self.text()[self.range.end..end].to_lowercase()
    }

    /// The match itself, in lower case.
    fn matched(&self) -> String {
        self.text()[self.range.clone()].to_lowercase()
    }
}

/// Words with their apostrophes; typographic ones were folded or are folded
/// here.
fn words(s: &str) -> Vec<String> {
    s.replace('’', "'")
        .split(|c: char| !(c.is_alphanumeric() || c == '\''))
        .map(|w| w.trim_matches('\'').to_owned())
        .filter(|w| !w.is_empty())
        .collect()
}
