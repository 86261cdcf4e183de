//! Orders to a model inside a stranger's text.
//!
//! No word decides. A sentence is weighed with its neighbours: who is spoken
//! to, with which force, to do what, with which object and to which place, and
//! whether it is said or only shown. See docs/detection.md.

mod address;
mod context;
mod quote;
mod sentence;
mod weigh;
pub(super) mod words;

use std::cell::OnceCell;
use std::collections::HashSet;
use std::ops::Range;

use crate::fold::{Reading, ReadingKind, Readings};
use crate::rule::Meta;

use quote::Quotes;
use sentence::Sentence;
use words::{Hit, Kind, WORDS, Words};

/// Texts are read in stretches of about this many bytes, so that the work and
/// the memory for readings stay bounded.
const STRETCH: usize = 32 << 10;
/// What stands at the end of one is read again with the next.
const OVERLAP: usize = 1 << 10;
/// More places in one text say nothing new.
const PLACES: usize = 4;

/// An order and the rule that it falls under.
#[derive(Debug)]
pub(super) struct Order {
    pub(super) meta: &'static Meta,
    /// Place in the cleaned text.
    pub(super) range: Range<usize>,
    /// What it reads as, where that differs from what is written.
    pub(super) reads_as: Option<String>,
}

/// A block of sentences that may hold an order.
struct Candidate {
    range: Range<usize>,
    reads_as: Option<String>,
    weighed: weigh::Weighed,
}

/// Finds the orders in a cleaned text.
pub(super) fn find(text: &str) -> Vec<Order> {
    // That the word lists compile is said by a test.
    let Ok(words) = WORDS.as_ref() else { return Vec::new() };
    let quotes = OnceCell::new();
    let mut about = HashSet::new();
    let mut candidates = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let end = stretch_end(text, at);
        let readings = Readings::of(&text[at..end], false);
        for reading in chosen(&readings) {
            let place = Place { text, at, quotes: &quotes };
            read(words, reading, &place, &mut about, &mut candidates);
        }
        at = if end < text.len() {
            crate::lex::sentence::char_floor(text, end - OVERLAP)
        } else {
            end
        };
    }
    conclude(candidates, about.len())
}

/// The plain reading is a subset of the folded one.
fn chosen<'r, 'a>(readings: &'r Readings<'a>) -> impl Iterator<Item = &'r Reading<'a>> {
    let folded = readings.list.iter().any(|r| r.kind == ReadingKind::Folded);
    readings.list.iter().filter(move |r| !(folded && r.kind == ReadingKind::Plain))
}

fn stretch_end(text: &str, at: usize) -> usize {
    if text.len() - at <= STRETCH {
        return text.len();
    }
    let limit = crate::lex::sentence::char_floor(text, at + STRETCH);
    let last = text[at..limit].rfind(['\n', ' ']).map_or(limit, |n| at + n + 1);
    if last > at + STRETCH / 2 { last } else { limit }
}

/// Where a reading comes from.
struct Place<'a> {
    text: &'a str,
    at: usize,
    /// Found when first asked for.
    quotes: &'a OnceCell<Quotes>,
}

impl Place<'_> {
    fn original(&self, reading: &Reading<'_>, range: Range<usize>) -> Range<usize> {
        let r = reading.original(range);
        self.at + r.start..self.at + r.end
    }

    fn quotes(&self) -> &Quotes {
        self.quotes.get_or_init(|| Quotes::of(self.text))
    }

    fn line_start(&self, at: usize) -> bool {
        let before = self.text[..crate::lex::sentence::char_floor(self.text, at)]
            .trim_end_matches([' ', '\t', '>', '#', '*', '-', '/', '+']);
        before.is_empty() || before.ends_with('\n')
    }
}

fn read(
    words: &Words,
    reading: &Reading<'_>,
    place: &Place<'_>,
    about: &mut HashSet<u32>,
    out: &mut Vec<Candidate>,
) {
    let hits = words.find(&reading.text);
    about.extend(hits.iter().filter(|h| h.kinds & Kind::About.bit() != 0).map(|h| h.word));
    let kinds = hits.iter().fold(0, |k, h| k | h.kinds);
    if !weigh::possible(kinds) {
        return;
    }
    let mut sentences = sentence::split(reading);
    fill(&mut sentences, &hits, reading, place);
    let shown = reading.kind != ReadingKind::Plain;
    for (range, weighed) in weigh::blocks(&reading.text, &mut sentences) {
        out.push(Candidate {
            reads_as: shown.then(|| reading.text[range.clone()].to_owned()),
            range: place.original(reading, range),
            weighed,
        });
    }
}

/// Notes in each sentence what its words do.
fn fill(sentences: &mut [Sentence], hits: &[Hit], reading: &Reading<'_>, place: &Place<'_>) {
    let text: &str = &reading.text;
    let mut n = 0;
    for (i, hit) in hits.iter().enumerate() {
        let start = hit.start as usize;
        while n + 1 < sentences.len() && sentences[n].range.end <= start {
            n += 1;
        }
        let mut kinds = hit.kinds;
        if sentence::is_verb(hit)
            && (sentence::labels(text, hit.end as usize)
                || !verb_orders(text, start, reading, place))
        {
            kinds &= !weigh::VERBS;
        }
        if kinds & Kind::Ai.bit() != 0 && address::spoken_to(text, hits, i) {
            kinds |= Kind::Reader.bit();
        }
        if kinds & Kind::Override.bit() != 0 && sentence::told(text, start) {
            kinds &= !Kind::Override.bit();
        }
        if kinds == 0 {
            continue;
        }
        let s = &mut sentences[n];
        s.kinds |= kinds;
        s.words.push((hit.start, kinds));
        let original = place.original(reading, start..hit.end as usize).start;
        if !place.quotes().shows(original) {
            s.said |= kinds;
            if !place.quotes().frames(original) {
                s.open |= kinds;
            }
        }
    }
}

fn verb_orders(text: &str, start: usize, reading: &Reading<'_>, place: &Place<'_>) -> bool {
    sentence::heads(text, start, false)
        || (text[..start].ends_with(' ')
            && place.line_start(place.original(reading, start..start + 1).start))
}

fn conclude(mut candidates: Vec<Candidate>, about: usize) -> Vec<Order> {
    candidates.sort_by_key(|c| c.range.start);
    let mut out: Vec<Order> = Vec::new();
    for c in candidates {
        let Some(meta) = context::decide(&c.weighed, about) else { continue };
        if out.iter().any(|o| c.range.start < o.range.end && o.range.start < c.range.end) {
            continue;
        }
        out.push(Order { meta, range: c.range, reads_as: c.reads_as });
        if out.len() == PLACES {
            break;
        }
    }
    out
}
