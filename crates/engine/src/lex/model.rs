//! Lexical rules, ready to run.

use warden_core::RuleMeta;
use warden_core::surface::{ItemKind, Part, Role, TextUnit};

use super::guard::Guard;
use super::needs::Bits;
use crate::fold::ReadingKind;

/// Names a set of phrases.
pub(super) type SetId = u16;

/// A rule and where it looks.
pub(crate) struct LexRule {
    /// What it says of itself.
    pub(crate) meta: RuleMeta,
    /// What to do, where it knows better.
    pub(crate) fix: Option<String>,
    pub(super) scope: Scope,
}

/// Bit sets over roles, parts, kinds and readings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    pub(super) roles: u16,
    pub(super) parts: u16,
    pub(super) kinds: u16,
    pub(super) readings: u16,
}

impl Scope {
    pub(super) const ALL: Self = Self { roles: !0, parts: !0, kinds: !0, readings: !0 };

    pub(super) fn admits(&self, unit: &TextUnit<'_>, reading: ReadingKind) -> bool {
        self.roles & role_bit(unit.role) != 0
            && self.parts & part_bit(unit.part) != 0
            && self.kinds & kind_bit(unit.item.kind) != 0
            && self.readings & (1 << reading as u16) != 0
    }
}

pub(super) fn role_bit(role: Role) -> u16 {
    1 << role as u16
}

pub(super) fn part_bit(part: Part) -> u16 {
    1 << part as u16
}

pub(super) fn kind_bit(kind: ItemKind) -> u16 {
    1 << kind as u16
}

/// One way for a rule to match.
pub(super) struct Clause {
    pub(super) rule: u16,
    pub(super) anchor: SetId,
    pub(super) all: Vec<SetId>,
    pub(super) near: Vec<Near>,
    pub(super) unless: Vec<Unless>,
    pub(super) guards: Vec<Guard>,
}

impl Clause {
    /// The sets of phrases without which it cannot hold.
    pub(super) fn needs(&self) -> Bits {
        let mut out = Bits::default();
        out.insert(self.anchor);
        self.all.iter().for_each(|s| out.insert(*s));
        for near in &self.near {
            if let Target::Set(set) = near.target {
                out.insert(set);
            }
        }
        out
    }
}

/// What is looked for near a match: phrases, or addresses of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Set(SetId),
    Url,
    Mailbox,
    Host,
    Address,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    After,
    Before,
    Either,
}

pub(super) struct Near {
    pub(super) target: Target,
    pub(super) within: u32,
    pub(super) order: Order,
    pub(super) same_sentence: bool,
    pub(super) from_anchor: bool,
}

/// Phrases that excuse a match. They are looked for only around a match, so
/// common words among them cost nothing elsewhere.
pub(super) struct Unless {
    pub(super) before: Vec<String>,
    pub(super) after: Vec<String>,
    pub(super) in_sentence: Vec<String>,
    pub(super) within: u32,
}
