//! What a block of sentences weighs as an order to a model.

use std::ops::Range;

use super::sentence::Sentence;
use super::words::Kind;
use crate::lex::{Target, find_addresses};

/// The English verbs.
pub(super) const VERBS: u64 =
    1 << Kind::Send as u64 | 1 << Kind::Take as u64 | 1 << Kind::Do as u64 | 1 << Kind::Say as u64;

/// Without one of these a sentence orders nothing.
pub(super) const CAN_ORDER: u64 = VERBS
    | 1 << Kind::Order as u64
    | 1 << Kind::Override as u64
    | 1 << Kind::Role as u64
    | 1 << Kind::Template as u64
    | 1 << Kind::Turn as u64
    | 1 << Kind::Conceal as u64
    | 1 << Kind::Reader as u64;

/// Whether words of these kinds can add up to an order at all; most texts have
/// none that do, and are not split into sentences.
pub(super) fn possible(kinds: u64) -> bool {
    const ALONE: u64 = 1 << Kind::Override as u64
        | 1 << Kind::Role as u64
        | 1 << Kind::Turn as u64
        | 1 << Kind::Template as u64
        | 1 << Kind::Reader as u64
        | 1 << Kind::Ai as u64
        | 1 << Kind::Conceal as u64
        | 1 << Kind::Heading as u64
        | 1 << Kind::Mine as u64
        | 1 << Kind::Pretext as u64;
    const OBJECT: u64 =
        1 << Kind::Data as u64 | 1 << Kind::Secret as u64 | 1 << Kind::Person as u64;
    const SENDS: u64 = 1 << Kind::Send as u64 | 1 << Kind::Order as u64;
    kinds & ALONE != 0 || kinds & SENDS != 0 && kinds & OBJECT != 0
}

/// Sentences that are weighed together, and how long they may be.
const NEXT: usize = 2;
const BLOCK: usize = 700;

/// What was found in a block: what is said in it, and what is said outside of
/// code, tables and data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighed {
    pub(super) said: Found,
    pub(super) open: Found,
    /// A word says that what follows is shown.
    pub(super) mention: bool,
}

/// What some words do together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// Kinds in the block.
    pub(super) kinds: u64,
    /// Kinds in the sentence itself.
    pub(super) own: u64,
}

impl Found {
    pub(super) fn has(self, kind: Kind) -> bool {
        self.kinds & kind.bit() != 0
    }

    pub(super) fn own(self, kind: Kind) -> bool {
        self.own & kind.bit() != 0
    }

    /// Someone is told to do something.
    pub(super) fn orders(self) -> bool {
        self.kinds & (VERBS | Kind::Order.bit()) != 0
    }

    fn own_orders(self) -> bool {
        self.own & (VERBS | Kind::Order.bit()) != 0
    }

    /// A model is spoken to, or a part is played that only it would see.
    pub(super) fn at_a_model(self) -> bool {
        const KINDS: u64 = 1 << Kind::Override as u64
            | 1 << Kind::Role as u64
            | 1 << Kind::Turn as u64
            | 1 << Kind::Template as u64
            | 1 << Kind::Reader as u64;
        self.kinds & KINDS != 0
    }

    /// Something shows that a model is meant, or that what a person owns is to
    /// go to a stranger; without it the words are for people.
    fn aimed(self) -> bool {
        const WEAK: u64 = 1 << Kind::Conceal as u64 | 1 << Kind::Heading as u64;
        const MORE: u64 = 1 << Kind::Person as u64
            | 1 << Kind::Moment as u64
            | 1 << Kind::Force as u64
            | 1 << Kind::Pretext as u64;
        self.at_a_model()
            || self.kinds & WEAK != 0 && self.kinds & MORE != 0
            || self.own(Kind::CarriesOff)
            || self.own(Kind::Mine)
            || self.own(Kind::Tool) && self.has(Kind::Pretext)
    }

    /// The sum. The weights are tuned on labelled results; see
    /// docs/detection.md.
    pub(super) fn weight(self) -> f32 {
        const SINGLE: &[(Kind, f32)] = &[
            (Kind::Override, 4.5),
            (Kind::Role, 3.0),
            (Kind::Turn, 2.5),
            (Kind::Template, 2.5),
            (Kind::Heading, 1.0),
            (Kind::Conceal, 1.5),
            (Kind::Moment, 1.0),
            (Kind::Force, 0.5),
            (Kind::Destination, 0.5),
            (Kind::Account, 1.0),
            (Kind::Secret, 1.0),
            (Kind::Data, 0.5),
            (Kind::Person, 0.5),
            (Kind::Shell, 1.0),
            (Kind::Mine, 1.5),
        ];
        if !self.aimed() {
            return 0.0;
        }
        let mut sum: f32 = SINGLE.iter().filter(|(k, _)| self.has(*k)).map(|(_, w)| w).sum();
        if self.has(Kind::Reader) {
            sum += if self.own(Kind::Reader) && self.own_orders() { 3.0 } else { 1.5 };
        }
        if self.own_orders() {
            sum += 1.5;
        } else if self.orders() {
            sum += 0.5;
        }
        if self.own(Kind::CarriesOff) {
            sum += 1.5;
        }
        if self.own(Kind::Tool) {
            sum += if self.has(Kind::Pretext) { 2.0 } else { 0.5 };
        }
        // A stranger's text that orders about the person as a third party.
        if self.own_orders() && self.own(Kind::Person) {
            sum += 0.5;
        }
        if self.own_orders() && self.own(Kind::Mine) {
            sum += 1.0;
        }
        if self.own_orders() && self.own(Kind::Conceal) && self.has(Kind::Person) {
            sum += 0.5;
        }
        sum
    }
}

/// Every sentence that can order something, with its neighbours.
pub(super) fn blocks(text: &str, sentences: &mut [Sentence]) -> Vec<(Range<usize>, Weighed)> {
    for s in sentences.iter_mut().filter(|s| s.kinds & CAN_ORDER != 0) {
        let found = places(&text[s.range.clone()], s);
        s.kinds |= found;
        s.said |= found;
        s.open |= found;
    }
    let mut out = Vec::new();
    for (n, s) in sentences.iter().enumerate() {
        if s.kinds & CAN_ORDER == 0 {
            continue;
        }
        let end = s.range.start + BLOCK;
        let near = |m: &&Sentence| m.range.end <= end && m.range.end + BLOCK > s.range.start;
        let from = n.saturating_sub(1);
        let until = (n + 1 + NEXT).min(sentences.len());
        let (mut said, mut open) = (s.said, s.open);
        for m in sentences[from..until].iter().filter(near) {
            said |= m.said;
            open |= m.open;
        }
        let weighed = Weighed {
            said: Found { kinds: said, own: s.said },
            open: Found { kinds: open, own: s.open },
            mention: s.kinds & (Kind::Mention.bit() | Kind::About.bit()) != 0,
        };
        out.push((s.range.clone(), weighed));
    }
    out
}

/// How far behind its verb the place of a sending stands.
const REACH: usize = 160;

/// A sending verb, something of the person's, and a place, in that order or
/// with the thing behind the place.
fn carries_off(s: &Sentence, places: &[Range<usize>]) -> bool {
    const SENDS: u64 = 1 << Kind::Send as u64 | 1 << Kind::Order as u64;
    const OBJECT: u64 = 1 << Kind::Data as u64
        | 1 << Kind::Secret as u64
        | 1 << Kind::Person as u64
        | 1 << Kind::Mine as u64;
    let verbs = s.words.iter().filter(|w| w.1 & SENDS != 0).map(|w| w.0 as usize - s.range.start);
    verbs.into_iter().any(|verb| {
        places.iter().any(|p| {
            p.start > verb
                && p.start - verb <= REACH
                && s.words.iter().any(|w| {
                    let at = w.0 as usize - s.range.start;
                    w.1 & OBJECT != 0 && at >= verb && at < p.end + 60
                })
        })
    })
}

/// Addresses, accounts and names of tools in a sentence.
fn places(text: &str, s: &Sentence) -> u64 {
    let mut out = 0;
    let mut places = Vec::new();
    if text.contains(['.', '@', '/']) {
        // The target of a link is no place to send to.
        let said = |r: &Range<usize>| !text[..r.start].ends_with(['(', '<', '=']);
        places.extend(find_addresses(text, Target::Address).into_iter().filter(said));
        if !places.is_empty() {
            out |= Kind::Destination.bit();
        }
    }
    for token in text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')) {
        let start = token.as_ptr() as usize - text.as_ptr() as usize;
        if is_account(token) {
            out |= Kind::Account.bit();
            places.push(start..start + token.len());
        }
        if is_tool(token) && called(text, start) {
            out |= Kind::Tool.bit();
        }
    }
    if carries_off(s, &places) {
        out |= Kind::CarriesOff.bit();
    }
    out
}

/// An IBAN-like number or a wallet address.
fn is_account(token: &str) -> bool {
    let b = token.as_bytes();
    let digits = b.iter().filter(|c| c.is_ascii_digit()).count();
    let country = b.len() >= 10 && b.len() <= 34 && b[..2].iter().all(u8::is_ascii_alphabetic);
    let hexadecimal = b.len() >= 24 && (token.starts_with("0x") || token.starts_with("0X"));
    country && b[2..4].iter().all(u8::is_ascii_digit) && digits >= 8 || hexadecimal
}

/// A name in snake case.
fn is_tool(token: &str) -> bool {
    let parts = token.split('_').filter(|p| !p.is_empty()).count();
    parts >= 2 && token.len() < 48 && token.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Verbs right before a tool's name.
const CALLS: &[&str] = &[
    "call",
    "calling",
    "invoke",
    "execute",
    "use",
    "using",
    "run",
    "requires",
    "调用",
    "llama a",
    "appel",
    "ruf",
    "вызов",
    "вызови",
    "呼び出",
    "호출",
    "chame",
    "chiama",
    "with",
    "via",
];

fn called(text: &str, start: usize) -> bool {
    let from = crate::lex::sentence::char_floor(text, start.saturating_sub(24));
    let before = text[from..start].to_lowercase();
    CALLS.iter().any(|c| before.contains(c))
}
