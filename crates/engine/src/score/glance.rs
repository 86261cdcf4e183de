//! The first step: a weight for each word, added up over an item.
//!
//! It is made to be passed by every text that might be hostile and by few
//! others, and to cost next to nothing: one look-up a word.

use super::hash;
use super::model::Linear;
use super::texts::Text;
use super::words::unspaced;

/// Buckets of its table.
pub const BUCKETS: usize = 1 << 15;

/// Words beyond this many say no more.
const MAX_WORDS: usize = 20_000;

/// Stands for whatever is no plain word: identifiers, numbers, addresses.
const NAME: u64 = 1;

/// Whether an item is worth reading.
pub(super) fn passes(linear: &Linear<'_>, threshold: f32, texts: &[Text<'_>]) -> bool {
    let (mut sum, mut count) = (0i32, 0usize);
    for text in texts {
        each(&text.text, |bucket| {
            let weight = linear.stored(bucket);
            sum += i32::from(weight);
            count += usize::from(weight != 0);
        });
    }
    count > 0 && linear.scaled(sum, count) >= threshold
}

/// The words of an item, for training.
pub(super) fn words(texts: &[Text<'_>]) -> Vec<u32> {
    let mut out = Vec::new();
    texts.iter().for_each(|text| each(&text.text, |bucket| out.push(bucket)));
    out
}

fn bucket(h: u64) -> u32 {
    ((h ^ h >> 32) % BUCKETS as u64) as u32
}

/// Hands out the words of a text; of scripts without spaces, pairs of letters.
fn each(text: &str, mut out: impl FnMut(u32)) {
    let bytes = text.as_bytes();
    let (mut i, mut left) = (0, MAX_WORDS);
    while i < bytes.len() && left > 0 {
        let b = bytes[i];
        if b >= 0x80 || b.is_ascii_alphanumeric() {
            let (end, h) = word(text, i, &mut out);
            if let Some(h) = h {
                out(bucket(h));
                left -= 1;
            }
            i = end.max(i + 1);
        } else {
            i += 1;
        }
    }
}

/// Reads the word at `start`: where it ends and its hash, unless it was handed
/// out in pieces already.
fn word(text: &str, start: usize, out: &mut impl FnMut(u32)) -> (usize, Option<u64>) {
    let bytes = text.as_bytes();
    let mut h = hash::SEED;
    let mut i = start;
    // A part of a host, a path or an address is a name too.
    let (mut name, mut upper) = (joins(bytes, start.wrapping_sub(1)), false);
    while let Some(&b) = bytes.get(i) {
        match b {
            b'a'..=b'z' => {
                h = hash::step(h, b);
                upper = true;
            }
            b'A'..=b'Z' => {
                name |= upper;
                h = hash::step(h, b | 0x20);
            }
            b'0'..=b'9' | b'_' => name = true,
            0x80.. => return wide(text, start, out),
            _ => break,
        }
        i += 1;
    }
    let name = name || joins(bytes, i);
    (i, Some(if name { NAME } else { h }))
}

/// Whether a byte binds two words into an address.
fn joins(bytes: &[u8], at: usize) -> bool {
    let word = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
    match bytes.get(at) {
        Some(b'@') => true,
        Some(b'.' | b'/' | b':') => {
            let beside = |at: usize| word(at) || bytes.get(at) == Some(&b'/');
            beside(at.wrapping_add(1)) && beside(at.wrapping_sub(1))
        }
        _ => false,
    }
}

/// The same for words with letters beyond ASCII.
fn wide(text: &str, start: usize, out: &mut impl FnMut(u32)) -> (usize, Option<u64>) {
    let mut h = hash::SEED;
    let mut last = None;
    let mut any = false;
    for (n, c) in text[start..].char_indices() {
        if !c.is_alphanumeric() {
            let end = if n == 0 { c.len_utf8() } else { n };
            return (start + end, any.then_some(h));
        }
        if unspaced(c) {
            if let Some(z) = last.replace(c) {
                out(bucket(hash::mix(&[u64::from(u32::from(z)), u64::from(u32::from(c))])));
            }
            continue;
        }
        last = None;
        any = true;
        h = c.to_lowercase().fold(h, |h, c| {
            let mut buf = [0; 4];
            c.encode_utf8(&mut buf).bytes().fold(h, hash::step)
        });
    }
    (text.len(), any.then_some(h))
}
