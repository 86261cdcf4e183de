//! Where sentences and clauses end.

use std::ops::Range;

use crate::fold::Reading;

/// Abbreviations whose full stop ends nothing.
const ABBREVIATIONS: &[&str] = &["e.g", "i.e", "etc", "vs", "cf", "approx", "incl", "resp", "no"];

/// How far a sentence is followed; longer ones are cut.
const REACH: usize = 600;

fn ends_here(text: &str, at: usize) -> bool {
    let b = text.as_bytes();
    match b[at] {
        b'!' | b'?' => b.get(at + 1).is_none_or(|n| !n.is_ascii_alphanumeric() && *n != b'='),
        b'.' => {
            let next = b.get(at + 1).copied();
            let stops = next.is_none_or(|n| {
                n.is_ascii_whitespace() || matches!(n, b'"' | b'\'' | b')' | b'*' | b'<')
            });
            stops && !abbreviation(&text[..at])
        }
        // U+3002 and the full-width `!` and `?`.
        0xe3 => b[at..].starts_with("。".as_bytes()),
        0xef => b[at..].starts_with("！".as_bytes()) || b[at..].starts_with("？".as_bytes()),
        _ => false,
    }
}

fn abbreviation(before: &str) -> bool {
    ABBREVIATIONS.iter().any(|a| {
        before.len() >= a.len()
            && before.is_char_boundary(before.len() - a.len())
            && before[before.len() - a.len()..].eq_ignore_ascii_case(a)
            && !before[..before.len() - a.len()].ends_with(|c: char| c.is_alphanumeric())
    })
}

/// Whether no sentence ends between two offsets.
pub(crate) fn unbroken(reading: &Reading<'_>, from: usize, to: usize) -> bool {
    if from >= to {
        return true;
    }
    let text: &str = &reading.text;
    let n = reading.breaks.partition_point(|b| (*b as usize) < from);
    if reading.breaks.get(n).is_some_and(|b| (*b as usize) < to) {
        return false;
    }
    !(from..to).any(|at| is_candidate(text.as_bytes()[at]) && ends_here(text, at))
}

fn is_candidate(b: u8) -> bool {
    matches!(b, b'.' | b'!' | b'?' | 0xe3 | 0xef)
}

/// Whether a sentence ends with the byte at an offset.
pub(crate) fn ends(text: &str, at: usize) -> bool {
    is_candidate(text.as_bytes()[at]) && ends_here(text, at)
}

/// The sentence around a range.
pub(crate) fn around(reading: &Reading<'_>, range: Range<usize>) -> Range<usize> {
    let text: &str = &reading.text;
    let bytes = text.as_bytes();
    let floor = range.start.saturating_sub(REACH);
    let ceiling = (range.end + REACH).min(text.len());
    let n = reading.breaks.partition_point(|b| (*b as usize) <= range.start);
    let floor = n.checked_sub(1).map_or(floor, |n| floor.max(reading.breaks[n] as usize));
    let m = reading.breaks.partition_point(|b| (*b as usize) < range.end);
    let ceiling = reading.breaks.get(m).map_or(ceiling, |b| ceiling.min(*b as usize));
    let mut start = range.start;
    while start > floor && !(is_candidate(bytes[start - 1]) && ends_here(text, start - 1)) {
        start -= 1;
    }
    let mut end = range.end;
    while end < ceiling && !(is_candidate(bytes[end]) && ends_here(text, end)) {
        end += 1;
    }
    char_floor(text, start)..char_floor(text, end)
}

/// The nearest character boundary at or before an offset.
pub(crate) fn char_floor(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold::Readings;

    #[test]
    fn sentences_end_at_stops_and_paragraphs() {
        let text = "Reads a.txt, e.g. from disk. Then stops!\n\nNew part";
        let readings = Readings::of(text, false);
        let r = &readings.list[0];
        let s = |needle: &str| {
            let at = r.text.find(needle).expect("there");
            r.text[around(r, at..at + needle.len())].trim().to_owned()
        };
        assert_eq!(s("disk"), "Reads a.txt, e.g. from disk");
        assert_eq!(s("stops"), "Then stops");
        assert_eq!(s("part"), "New part");
        assert!(!unbroken(r, 0, r.text.find("Then").expect("there")));
    }
}
