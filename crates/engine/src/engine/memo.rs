//! Texts that were looked at before and say nothing.
//!
//! Most strings of a surface are the same few thousand (`query`, `The ID of the
//! page`), so the answer to "does any rule hold in this text" is worth keeping.
//! Only that answer is kept, for texts in which nothing held at all; it depends
//! on nothing but the text and its role, so that what was seen before can never
//! change a verdict.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};

use warden_core::surface::TextUnit;

use crate::score::Glance;

/// Two megabytes; a slot is simply taken over by the next text that needs it.
const SLOTS: usize = 1 << 18;

/// Longer texts hardly ever come twice.
const LONGEST: usize = 2048;

/// A table without locks: a slot holds the keyed hash of one text and what its
/// words add up to. The
/// key is random in each process (SipHash), so that nobody can make a hostile
/// text that shares the hash of a harmless one.
pub(super) struct Memo {
    key: RandomState,
    slots: Box<[AtomicU64]>,
}

impl Default for Memo {
    fn default() -> Self {
        Self { key: RandomState::new(), slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }
}

impl Memo {
    /// The hash of a text with everything that rules of single texts look at;
    /// `None` for texts that are not kept.
    pub(super) fn hash(&self, unit: &TextUnit<'_>, bare: bool) -> Option<u64> {
        if unit.text.len() > LONGEST {
            return None;
        }
        let mut hasher = self.key.build_hasher();
        hasher.write_u32(
            unit.role as u32
                | (unit.part as u32) << 8
                | (unit.item.kind as u32) << 16
                | u32::from(bare) << 24,
        );
        hasher.write(unit.text.as_bytes());
        // Zero is an empty slot.
        Some(hasher.finish() | 1 << 63)
    }

    fn slot(&self, hash: u64) -> &AtomicU64 {
        &self.slots[hash as usize % SLOTS]
    }

    /// What the words of that text add up to, if nothing held in it before.
    pub(super) fn knows(&self, hash: u64) -> Option<Glance> {
        let slot = self.slot(hash).load(Ordering::Relaxed);
        (slot != 0 && (slot ^ hash) & TAG == 0).then(|| Glance {
            sum: (slot & SUM) as i32 - OFFSET,
            count: ((slot & !TAG) >> SUM_BITS) as u32,
        })
    }

    /// Nothing held in that text, whose words add up to this.
    pub(super) fn keep(&self, hash: u64, glance: Glance) {
        let sum = u64::try_from(glance.sum + OFFSET).unwrap_or(u64::MAX);
        let count = u64::from(glance.count);
        if sum <= SUM && count < 1 << COUNT_BITS {
            let value = hash & TAG | count << SUM_BITS | sum;
            self.slot(hash).store(value, Ordering::Relaxed);
        }
    }
}

const SUM_BITS: u32 = 17;
const COUNT_BITS: u32 = 9;
const SUM: u64 = (1 << SUM_BITS) - 1;
/// Sums are kept above zero.
const OFFSET: i32 = 1 << (SUM_BITS - 1);
/// The bits of a hash that a slot holds; the slot's number tells others, so
/// that 56 bits are compared.
const TAG: u64 = !0 << (SUM_BITS + COUNT_BITS);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_known() {
        let memo = Memo::default();
        for (n, glance) in [(0, 0), (-700, 90), (65_535, 511), (-65_536, 1)].iter().enumerate() {
            let glance = Glance { sum: glance.0, count: glance.1 };
            let hash = (n as u64 + 1) << 40 | n as u64;
            assert_eq!(memo.knows(hash), None);
            memo.keep(hash, glance);
            assert_eq!(memo.knows(hash), Some(glance));
            assert_eq!(memo.knows(hash ^ 1 << 63), None);
        }
        memo.keep(9, Glance { sum: 70_000, count: 1 });
        assert_eq!(memo.knows(9), None);
    }
}
