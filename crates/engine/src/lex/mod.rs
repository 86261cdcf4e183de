//! Lexical rules: data, compiled into one tree of phrases.

mod address;
mod builtin;
mod compile;
pub(crate) mod expand;
mod file;
mod guard;
mod matcher;
mod model;
mod needs;
mod phrases;
pub(crate) mod scan;
pub(crate) mod sentence;
mod starts;

use std::ops::Range;

use warden_core::surface::TextUnit;

pub(crate) use address::find as find_addresses;
pub(crate) use builtin::{RULE_FILES, WORDS};
pub(crate) use compile::{Compiler, Source, Wrong};
pub(crate) use guard::host_of;
pub(crate) use model::{LexRule, Target};
pub(crate) use scan::Scratch;

use crate::fold::Readings;
use crate::words::Words;
use matcher::Matcher;
use model::Clause;
use needs::Needs;
use phrases::Phrases;
use starts::Starts;

/// What is known of a phrase.
struct Pattern {
    sets: Vec<u16>,
    /// It may not stand inside a longer word.
    word_start: bool,
    word_end: bool,
}

/// All lexical rules, ready to run.
pub(crate) struct Lexicon {
    phrases: Phrases,
    starts: Starts,
    patterns: Vec<Pattern>,
    by_anchor: Vec<Vec<u32>>,
    clauses: Vec<Clause>,
    needs: Needs,
    rules: Vec<LexRule>,
}

/// A rule that holds in a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LexMatch {
    /// Index into [`Lexicon::rules`].
    pub(crate) rule: usize,
    /// Index into the readings.
    pub(crate) reading: usize,
    /// Place in the reading.
    pub(crate) range: Range<usize>,
    /// Place in the text.
    pub(crate) original: Range<usize>,
}

/// Matches of one rule closer than this are one cause.
const APART: usize = 160;
/// More places in one text say nothing new.
const PLACES: usize = 4;

impl Lexicon {
    /// The rules, in the order of their files.
    pub(crate) fn rules(&self) -> &[LexRule] {
        &self.rules
    }

    /// Whether anything can hold in the words of an identifier.
    pub(crate) fn may_hold(&self, name: &str) -> bool {
        self.starts.of_name(name).is_none_or(|sets| self.needs.met(&sets))
    }

    /// Whether anything can hold in a text as it stands.
    pub(crate) fn may_hold_in(&self, text: &str, words: &Words) -> bool {
        self.needs.met(&self.starts.sets(text, words))
    }

    /// Everything that holds in a text; `cut` is set if a hostile crowd of
    /// phrases kept something from being tried.
    pub(crate) fn matches(
        &self,
        unit: &TextUnit<'_>,
        readings: &Readings<'_>,
        words: &Words,
        scratch: &mut Scratch,
        cut: &mut bool,
    ) -> Vec<LexMatch> {
        let mut out = Vec::new();
        for (n, reading) in readings.list.iter().enumerate() {
            scan::scan(self, reading, words, scratch);
            for set in &scratch.touched {
                for clause in &self.by_anchor[usize::from(*set)] {
                    let clause = &self.clauses[*clause as usize];
                    let scope = &self.rules[usize::from(clause.rule)].scope;
                    if !scope.admits(unit, reading.kind) {
                        continue;
                    }
                    let mut matcher = Matcher::new(reading, scratch, clause);
                    if !matcher.possible() {
                        continue;
                    }
                    let ranges = matcher.matches();
                    *cut |= matcher.exhausted();
                    for range in ranges {
                        let original = reading.original(range.clone());
                        let rule = usize::from(clause.rule);
                        add(&mut out, LexMatch { rule, reading: n, range, original });
                    }
                }
            }
        }
        out
    }
}

/// Keeps a match unless its rule already has one nearby or enough of them.
fn add(out: &mut Vec<LexMatch>, new: LexMatch) {
    let same = || out.iter().filter(|m| m.rule == new.rule);
    let near = |m: &LexMatch| {
        new.original.start < m.original.end + APART && m.original.start < new.original.end + APART
    };
    if !same().any(near) && same().count() < PLACES {
        out.push(new);
    }
}

/// The sources of this module, for the digest of the ruleset.
pub(crate) const SOURCES: &[(&str, &[u8])] = &[
    ("lex/mod.rs", include_bytes!("mod.rs")),
    ("lex/address.rs", include_bytes!("address.rs")),
    ("lex/compile.rs", include_bytes!("compile.rs")),
    ("lex/expand.rs", include_bytes!("expand.rs")),
    ("lex/matcher.rs", include_bytes!("matcher.rs")),
    ("lex/model.rs", include_bytes!("model.rs")),
    ("lex/needs.rs", include_bytes!("needs.rs")),
    ("lex/phrases.rs", include_bytes!("phrases.rs")),
    ("lex/scan.rs", include_bytes!("scan.rs")),
    ("lex/sentence.rs", include_bytes!("sentence.rs")),
    ("lex/starts.rs", include_bytes!("starts.rs")),
    ("lex/guard/mod.rs", include_bytes!("guard/mod.rs")),
    ("lex/guard/polarity.rs", include_bytes!("guard/polarity.rs")),
    ("lex/guard/mention.rs", include_bytes!("guard/mention.rs")),
    ("lex/guard/detection.rs", include_bytes!("guard/detection.rs")),
    ("lex/guard/order.rs", include_bytes!("guard/order.rs")),
    ("lex/guard/place.rs", include_bytes!("guard/place.rs")),
];
