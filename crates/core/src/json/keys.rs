//! Finding member names that stand in one object more than once.

use std::collections::HashSet;

use super::anomaly::{Anomaly, AnomalyKind};
use super::doc::Span;
use super::string::unescape;

/// Objects of up to this many members are searched pair by pair.
const SMALL_OBJECT: usize = 12;

/// A member name of an object that is being read.
#[derive(Clone, Copy)]
pub(super) struct Key {
    pub(super) span: Span,
    /// Whether its bytes are its text.
    pub(super) plain: bool,
    /// Its first bytes and its length, so that hardly any two names have to be
    /// compared.
    pub(super) mark: u64,
}

/// The mark of a name.
pub(super) fn mark(name: &[u8]) -> u64 {
    let first = |m: u64, b: &u8| m << 8 | u64::from(*b);
    name.iter().take(6).fold(name.len() as u64, first)
}

/// Reports every name that stood in the same object before. Names are compared
/// as clients see them: escapes resolved, and whatever is no Unicode as U+FFFD.
/// Linear in the number of members, since a hostile object of a million equal
/// names must not cost a million squared.
pub(super) fn duplicates(src: &[u8], keys: &[Key], out: &mut Vec<Anomaly>) {
    let bytes = |k: &Key| &src[k.span.start as usize + 1..k.span.end as usize - 1];
    let mut report = |k: &Key| out.push(Anomaly { kind: AnomalyKind::DuplicateKey, span: k.span });
    let plain = keys.iter().all(|k| k.plain);
    if plain && keys.len() <= SMALL_OBJECT {
        for (n, key) in keys.iter().enumerate() {
            let same = |other: &Key| other.mark == key.mark && bytes(other) == bytes(key);
            if keys[..n].iter().any(same) {
                report(key);
            }
        }
    } else if plain {
        let mut seen = HashSet::with_capacity(keys.len());
        keys.iter().filter(|k| !seen.insert(bytes(k))).for_each(report);
    } else {
        let mut seen = HashSet::with_capacity(keys.len());
        keys.iter().filter(|k| !seen.insert(unescape(bytes(k)))).for_each(report);
    }
}
