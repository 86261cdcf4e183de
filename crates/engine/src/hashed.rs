//! Words by their hash.
//!
//! The words of a text are hashed as they are read, letter by letter, and
//! looked up in tables of our own words. A chance likeness of two hashes costs
//! a little work or a wrong class of one word, so a quick hash will do.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The keys are hashes already; only their bits are spread.
#[derive(Default)]
pub(crate) struct Same(u64);

impl Hasher for Same {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {}
    fn write_u64(&mut self, n: u64) {
        self.0 = n ^ (n >> 32);
    }
}

/// A map whose keys are hashes.
pub(crate) type Map<V> = HashMap<u64, V, BuildHasherDefault<Same>>;

/// Where a hash begins.
pub(crate) const SEED: u64 = 0xcbf2_9ce4_8422_2325;

/// One step of a multiplying hash; [`Same`] spreads the bits at the end.
#[inline]
pub(crate) const fn step(h: u64, byte: u8) -> u64 {
    (h ^ byte as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
