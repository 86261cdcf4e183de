//! Hashes that are the same on every machine.

/// Where a hash begins.
pub(super) const SEED: u64 = 0xcbf2_9ce4_8422_2325;

/// One byte more.
pub(super) fn step(h: u64, b: u8) -> u64 {
    (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3)
}

/// Letters of a word that its forms share.
const STEM: usize = 5;

/// The hash of a text as it stands.
pub(super) fn text(t: &str) -> u64 {
    t.bytes().fold(SEED, step)
}

/// The hash of a word in lower case, and of its beginning; that is 0 when the
/// word is no longer.
pub(super) fn word(t: &str) -> (u64, u64) {
    let (mut h, mut stem) = (SEED, 0);
    if t.is_ascii() {
        for (n, b) in t.bytes().enumerate() {
            if n == STEM {
                stem = h;
            }
            h = step(h, b.to_ascii_lowercase());
        }
        return (h, stem);
    }
    for (n, c) in t.chars().flat_map(char::to_lowercase).enumerate() {
        if n == STEM {
            stem = h;
        }
        let mut buf = [0; 4];
        h = c.encode_utf8(&mut buf).bytes().fold(h, step);
    }
    (h, stem)
}

/// One hash of several.
pub(super) fn mix(parts: &[u64]) -> u64 {
    let h = parts.iter().fold(0x9e37_79b9_7f4a_7c15_u64, |h, p| {
        (h.rotate_left(23) ^ p).wrapping_mul(0xd6e8_feb8_6659_fd93)
    });
    h ^ h >> 32
}
