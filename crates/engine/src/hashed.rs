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

/// A table that most words are not in: one look at a bit spares the search.
pub(crate) struct Table<V> {
    map: Map<V>,
    /// The upper halves of the keys, as bits.
    filter: Vec<u64>,
}

impl<V> Default for Table<V> {
    fn default() -> Self {
        Self { map: Map::default(), filter: vec![0; 1 << 10] }
    }
}

impl<V: Default> Table<V> {
    /// The value of a key, made if there is none.
    pub(crate) fn entry(&mut self, key: u64) -> &mut V {
        let (at, bit) = Self::bit(key);
        self.filter[at] |= 1 << bit;
        self.map.entry(key).or_default()
    }
}

impl<V> Table<V> {
    fn bit(key: u64) -> (usize, u64) {
        let bit = key >> 48;
        ((bit / 64) as usize, bit % 64)
    }

    /// The value of a key.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<&V> {
        let (at, bit) = Self::bit(key);
        if self.filter[at] >> bit & 1 == 0 {
            return None;
        }
        self.map.get(&key)
    }

    /// All values.
    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.map.values_mut()
    }

    /// All keys with their values.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, &V)> {
        self.map.iter().map(|(k, v)| (*k, v))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_holds_what_was_put_in() {
        let mut table = Table::<u32>::default();
        let key = |n: u8| step(SEED, n);
        (0..100).for_each(|n| *table.entry(key(n)) += u32::from(n));
        assert_eq!(table.get(key(7)), Some(&7));
        assert_eq!(table.get(key(200)), None);
        table.values_mut().for_each(|v| *v += 1);
        assert_eq!(table.iter().map(|(_, v)| v).sum::<u32>(), 5050);
    }
}
