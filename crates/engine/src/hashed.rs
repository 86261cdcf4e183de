//! Words by their hash.
//!
//! The words of a text are hashed as they are read and looked up in tables of
//! our own words. A chance likeness of two hashes costs a little work or a
//! wrong class of one word, so a quick hash will do.

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

/// What a byte is in a word, as bits.
const LOWER: u8 = 1;
const DIGIT: u8 = 2;
const UNDERSCORE: u8 = 4;
/// The bit that makes a capital a small letter.
const UPPER: u8 = 0x20;

static KINDS: [u8; 256] = kinds();

const fn kinds() -> [u8; 256] {
    let mut t = [0; 256];
    let mut i = 0;
    while i < 256 {
        t[i] = match i as u8 {
            b'a'..=b'z' => LOWER,
            b'A'..=b'Z' => UPPER,
            b'0'..=b'9' => DIGIT,
            b'_' => UNDERSCORE,
            _ => 0,
        };
        i += 1;
    }
    t
}

#[inline(always)]
fn kind(byte: u8) -> u8 {
    KINDS[usize::from(byte)]
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
    /// Whether there is a digit or an underscore.
    pub(crate) coded: bool,
}

/// Reads bytes of these kinds.
#[inline(always)]
fn read(bytes: &[u8], kinds: u8) -> Run {
    let none = Run { len: 0, hash: SEED, capitals: false, coded: false };
    let Some((head, rest)) = bytes.split_first() else { return none };
    let first = kind(*head);
    if first & kinds == 0 {
        return none;
    }
    let mut hash = step(SEED, *head | first & UPPER);
    let mut behind = 0;
    let mut len = 1;
    for b in rest {
        let kind = kind(*b);
        if kind & kinds == 0 {
            break;
        }
        hash = step(hash, *b | kind & UPPER);
        behind |= kind;
        len += 1;
    }
    let coded = (first | behind) & (DIGIT | UNDERSCORE) != 0;
    Run { len, hash, capitals: behind & UPPER != 0, coded }
}

/// The letters of ASCII at the beginning of some bytes.
#[inline]
pub(crate) fn letters(bytes: &[u8]) -> Run {
    read(bytes, LOWER | UPPER)
}

/// The letters, digits and underscores of ASCII at the beginning.
#[inline]
pub(crate) fn wordy(bytes: &[u8]) -> Run {
    read(bytes, LOWER | UPPER | DIGIT | UNDERSCORE)
}

/// The hash of a word; letters of ASCII are the same in either case.
#[inline]
pub(crate) fn word(word: &[u8]) -> u64 {
    word.iter().fold(SEED, |h, b| step(h, *b | kind(*b) & UPPER))
}

/// The hash of three bytes, letters in either case; no word has the same but by
/// chance.
#[inline]
pub(crate) fn triple(bytes: [u8; 3]) -> u64 {
    bytes.iter().fold(!SEED, |h, b| step(h, *b | kind(*b) & UPPER))
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
    fn a_run_is_read_to_its_end() {
        let run =
            |len, text: &[u8], capitals, coded| Run { len, hash: word(text), capitals, coded };
        assert_eq!(wordy(b"Read_2 x"), run(6, b"read_2", false, true));
        assert_eq!(letters(b"Read_2 x"), run(4, b"READ", false, false));
        assert_eq!(wordy(b"mailTo"), run(6, b"mailto", true, false));
        assert_eq!(wordy(b"2"), run(1, b"2", false, true));
        assert_eq!(wordy(b"-"), run(0, b"", false, false));
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
