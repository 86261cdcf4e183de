//! Words by their hash.
//!
//! The words of a text are hashed as they are read, eight bytes at a time, and
//! looked up in tables of our own words. A chance likeness of two hashes costs
//! a little work or a wrong class of one word, so a quick hash will do. Where
//! the beginnings of a word count, it is hashed letter by letter.

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

/// Eight equal bytes.
const fn each(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// The high bits of eight bytes.
const HIGH: u64 = each(0x80);

/// The next eight bytes, the first one lowest; zeros behind the end.
#[inline(always)]
fn load(bytes: &[u8]) -> u64 {
    match bytes.first_chunk() {
        Some(eight) => u64::from_le_bytes(*eight),
        None => bytes.iter().rev().fold(0, |all, b| all << 8 | u64::from(*b)),
    }
}

/// The high bit of every byte of ASCII that is in a range.
#[inline(always)]
const fn within(eight: u64, first: u8, last: u8) -> u64 {
    let low = eight & !HIGH;
    (low + each(0x80 - first)) & !(low + each(0x7f - last)) & !eight & HIGH
}

#[inline(always)]
fn mix(h: u64, eight: u64) -> u64 {
    let product = u128::from(h ^ eight) * 0x9e37_79b9_7f4a_7c15;
    product as u64 ^ (product >> 64) as u64
}

/// What stands at the beginning of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// How many bytes belong to it.
    pub(crate) len: usize,
    /// Its hash, as [`word`] makes it.
    pub(crate) hash: u64,
    /// Whether a capital stands behind its first byte.
    pub(crate) capitals: bool,
}

/// Reads letters of ASCII, and if `all`, digits and underscores too.
#[inline(always)]
fn read(bytes: &[u8], all: bool) -> Run {
    let mut run = Run { len: 0, hash: SEED, capitals: false };
    let mut behind = !0xff;
    loop {
        let eight = load(&bytes[run.len..]);
        let capitals = within(eight, b'A', b'Z');
        let low = eight | capitals >> 2;
        let mut wordy = within(low, b'a', b'z');
        if all {
            wordy |= within(eight, b'0', b'9') | within(eight, b'_', b'_');
        }
        let stop = !wordy & HIGH;
        if stop == 0 {
            run.capitals |= capitals & behind != 0;
            run.hash = mix(run.hash, low);
            run.len += 8;
            behind = !0;
            continue;
        }
        let bits = stop.trailing_zeros() & !7;
        let mask = (1 << bits) - 1;
        if bits > 0 {
            run.capitals |= capitals & behind & mask != 0;
            run.hash = mix(run.hash, low & mask);
            run.len += bits as usize / 8;
        }
        return run;
    }
}

/// The letters of ASCII at the beginning of some bytes.
#[inline]
pub(crate) fn letters(bytes: &[u8]) -> Run {
    read(bytes, false)
}

/// The letters, digits and underscores of ASCII at the beginning.
#[inline]
pub(crate) fn wordy(bytes: &[u8]) -> Run {
    read(bytes, true)
}

/// The hash of a word; letters of ASCII are the same in either case.
pub(crate) fn word(word: &[u8]) -> u64 {
    word.chunks(8).map(load).fold(SEED, |h, eight| mix(h, eight | within(eight, b'A', b'Z') >> 2))
}

/// The hash of three bytes, letters in either case; no word has the same.
#[inline]
pub(crate) fn triple(bytes: [u8; 3]) -> u64 {
    let three = bytes.iter().rev().fold(0, |all, b| all << 8 | u64::from(*b));
    mix(!SEED, three | within(three, b'A', b'Z') >> 2)
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
    fn eight_bytes_at_a_time_are_read_as_one_by_one() {
        let signs = b"azAZ09_-'. @[`{/:^\x7f\x00\xc3\xa4bcdefghijkl";
        let mut n = 7_u32;
        for round in 0..20_000 {
            let text: Vec<u8> = (0..round % 30)
                .map(|_| {
                    n = n.wrapping_mul(1_103_515_245).wrapping_add(12_345);
                    // Mostly letters, so that words are long.
                    let at = (n >> 16) as usize;
                    signs[if at & 3 == 0 { at / 4 % signs.len() } else { at / 4 % 4 }]
                })
                .collect();
            let check = |run: Run, is: fn(&u8) -> bool| {
                let len = text.iter().take_while(|b| is(b)).count();
                let capitals = text[..len].iter().skip(1).any(u8::is_ascii_uppercase);
                let hash = word(&text[..len].to_ascii_lowercase());
                assert_eq!(run, Run { len, hash, capitals }, "{text:?}");
            };
            check(letters(&text), u8::is_ascii_alphabetic);
            check(wordy(&text), |b| b.is_ascii_alphanumeric() || *b == b'_');
        }
        assert_ne!(word("größe".as_bytes()), word("grüße".as_bytes()));
        assert_ne!(word(b"a@b"), word(b"a`b"));
    }

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
