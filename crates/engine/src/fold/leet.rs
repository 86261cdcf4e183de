//! Digits and signs that stand for letters.

use super::builder::Builder;

const fn letter(c: u8) -> Option<&'static str> {
    Some(match c {
        b'0' => "o",
        b'1' | b'!' => "i",
        b'3' => "e",
        b'4' | b'@' => "a",
        b'5' | b'$' => "s",
        b'7' => "t",
        _ => return None,
    })
}

/// The text with the digits inside words read as letters. Digits that only
/// end a word (`sha1`, `now!`) make no disguise by themselves. `None` if no
/// word is disguised.
pub(super) fn read(text: &str) -> Option<Builder> {
    let bytes = text.as_bytes();
    let mut out: Option<Builder> = None;
    let mut copied = 0;
    let mut at = 0;
    while at < bytes.len() {
        let len = bytes[at..].iter().take_while(|b| PARTS[usize::from(**b)]).count();
        if len >= MIN_WORD && is_disguised(&bytes[at..at + len]) {
            let out = out.get_or_insert_with(|| Builder::with_capacity(text.len()));
            if copied < at {
                out.keep(&text[copied..at], copied);
            }
            translate(text, at, at + len, out);
            copied = at + len;
        }
        at += len.max(1);
    }
    if let Some(out) = &mut out
        && copied < text.len()
    {
        out.keep(&text[copied..], copied);
    }
    out
}

/// Shorter words are version numbers and formulas.
const MIN_WORD: usize = 4;

/// Letters, and what stands for one.
static PARTS: [bool; 256] = parts();

const fn parts() -> [bool; 256] {
    let mut t = [false; 256];
    let mut b = 0;
    while b < 256 {
        t[b] = (b as u8).is_ascii_alphabetic() || letter(b as u8).is_some();
        b += 1;
    }
    t
}

/// A sign for a letter stands between letters, or begins a word.
fn is_disguised(word: &[u8]) -> bool {
    if word.iter().all(u8::is_ascii_alphabetic) {
        return false;
    }
    let letters = word.iter().filter(|b| b.is_ascii_alphabetic()).count();
    let last = word.iter().rposition(u8::is_ascii_alphabetic).unwrap_or(0);
    letters * 2 >= word.len() && word[..last].iter().any(|b| letter(*b).is_some())
}

fn translate(text: &str, start: usize, end: usize, out: &mut Builder) {
    for (n, b) in text.as_bytes()[start..end].iter().enumerate() {
        let at = start + n;
        match letter(*b) {
            Some(l) if !(at + 1 == end && matches!(b, b'!' | b'$' | b'@')) => {
                out.replace(l, at, 1);
            }
            _ => out.keep(&text[at..=at], at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_restored_and_numbers_stay() {
        let read_text = read("1gn0r3 pr3v10us in 2024 now!").map(|b| b.text);
        assert_eq!(read_text.as_deref(), Some("ignore previous in 2024 now!"));
        assert!(read("in 2024").is_none());
    }
}
