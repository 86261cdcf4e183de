//! Digits and signs that stand for letters.

use super::builder::Builder;

fn letter(c: u8) -> Option<&'static str> {
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

/// The text with the digits inside words read as letters. A mark that only
/// ends a word (`now!`) stays. `None` if no word changes.
pub fn read(text: &str) -> Option<Builder> {
    let bytes = text.as_bytes();
    let mut out = Builder::with_capacity(text.len());
    let mut start = 0;
    let mut changed = false;
    for (i, b) in bytes.iter().enumerate() {
        let Some(l) = letter(*b) else { continue };
        let before = i.checked_sub(1).map(|n| bytes[n]);
        let after = bytes.get(i + 1).copied();
        let wordy = |b: Option<u8>| b.is_some_and(|b| b.is_ascii_alphabetic());
        let part =
            |b: Option<u8>| b.is_some_and(|b| b.is_ascii_alphabetic() || letter(b).is_some());
        let inside = wordy(after) || (wordy(before) && (part(after) || b.is_ascii_digit()));
        if !inside {
            continue;
        }
        out.keep(&text[start..i], start);
        out.replace(l, i, 1);
        start = i + 1;
        changed = true;
    }
    out.keep(&text[start..], start);
    changed.then_some(out)
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
