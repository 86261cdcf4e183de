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

/// Two megabytes; a slot is simply taken over by the next text that needs it.
const SLOTS: usize = 1 << 18;

/// Longer texts hardly ever come twice.
const LONGEST: usize = 2048;

/// A table without locks: a slot holds the 64-bit keyed hash of one text. The
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
        Some(hasher.finish() | 1)
    }

    fn slot(&self, hash: u64) -> &AtomicU64 {
        &self.slots[(hash >> 40) as usize % SLOTS]
    }

    /// Whether nothing held in that text before.
    pub(super) fn knows(&self, hash: u64) -> bool {
        self.slot(hash).load(Ordering::Relaxed) == hash
    }

    /// Nothing held in that text.
    pub(super) fn keep(&self, hash: u64) {
        self.slot(hash).store(hash, Ordering::Relaxed);
    }
}
