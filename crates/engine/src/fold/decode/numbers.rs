//! Lists of character codes: decimal, octal, hexadecimal, binary.

use super::{Decoded, as_words};

/// Fewer numbers are a list of numbers.
const MIN: usize = 8;
/// More are a file.
const MAX: usize = 4 << 10;

/// Lists of numbers that are the codes of words.
pub(super) fn find(text: &str) -> Vec<Decoded> {
    let mut out = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let starts =
            bytes[at].is_ascii_hexdigit() && (at == 0 || !bytes[at - 1].is_ascii_alphanumeric());
        if !starts {
            at += 1;
            continue;
        }
        let (items, end) = list(text, at);
        if items.len() >= MIN
            && let Some(words) = [2, 8, 10, 16].iter().find_map(|radix| codes(&items, *radix))
        {
            out.push(Decoded { range: at..end, text: words });
        }
        at = end.max(at + 1);
    }
    out
}

/// The numbers of a list that begins at `start`, and where it ends.
fn list(text: &str, start: usize) -> (Vec<&str>, usize) {
    let bytes = text.as_bytes();
    let mut items = Vec::new();
    let mut at = start;
    let mut end = start;
    while items.len() < MAX {
        let from = at;
        let skip = usize::from(text[at..].starts_with("0x") || text[at..].starts_with("\\x")) * 2;
        at += skip;
        let digits = bytes[at..].iter().take(9).take_while(|b| b.is_ascii_hexdigit()).count();
        let next = bytes.get(at + digits);
        if !(1..=8).contains(&digits) || next.is_some_and(u8::is_ascii_alphanumeric) {
            break;
        }
        items.push(&text[from + skip..at + digits]);
        end = at + digits;
        at = end + bytes[end..].iter().take(3).take_while(|b| is_gap(**b)).count();
        if at == end || at >= bytes.len() {
            break;
        }
    }
    (items, end)
}

fn is_gap(b: u8) -> bool {
    matches!(b, b' ' | b',' | b';' | b'-' | b'/' | b'\n')
}

fn codes(items: &[&str], radix: u32) -> Option<String> {
    if radix == 2 && !items.iter().all(|i| (7..=8).contains(&i.len())) {
        return None;
    }
    let byte = |i: &&str| u8::from_str_radix(i, radix).ok().filter(|b| (9..0x7f).contains(b));
    let bytes: Vec<u8> = items.iter().map(byte).collect::<Option<_>>()?;
    // Other lists of small numbers are codes of hardly any letters.
    let wordy = bytes.iter().filter(|b| b.is_ascii_alphabetic() || **b == b' ').count();
    (wordy * 5 >= bytes.len() * 4).then(|| as_words(bytes)).flatten()
}
