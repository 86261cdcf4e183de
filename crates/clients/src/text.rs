//! From bytes to text, and from offsets to lines, columns and excerpts.

use warden_core::text::is_deceptive;

/// Between two checkpoints of [`Positions`].
const STEP: usize = 4096;
/// Characters of a source line that an error shows.
const EXCERPT: usize = 80;

/// Decodes UTF-8 or UTF-16 with or without a byte order mark: PowerShell
/// writes UTF-16 LE when it redirects into a file.
pub(crate) fn decode(bytes: &[u8]) -> Result<String, String> {
    match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => utf8(rest),
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [a, 0, b, 0, ..] if *a != 0 && *b != 0 => utf16(bytes, u16::from_le_bytes),
        [0, a, 0, b, ..] if *a != 0 && *b != 0 => utf16(bytes, u16::from_be_bytes),
        _ => utf8(bytes),
    }
}

fn utf8(bytes: &[u8]) -> Result<String, String> {
    String::from_utf8(bytes.to_vec()).map_err(|e| {
        let good = e.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(&bytes[..good]);
        let (line, column) = Positions::new(&text).at(&text, text.len());
        format!("{line}:{column}: is not valid UTF-8")
    })
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, String> {
    let units = bytes.chunks_exact(2).map(|c| unit([c[0], c[1]]));
    if !bytes.len().is_multiple_of(2) {
        return Err("is not valid UTF-16: it ends within a character".into());
    }
    char::decode_utf16(units)
        .collect::<Result<_, _>>()
        .map_err(|_| "is not valid UTF-16: it holds half a surrogate pair".into())
}

/// Finds lines and columns without walking the whole text for each: a
/// minified config is one line of megabytes.
pub(crate) struct Positions {
    /// Byte offset, line and column of some characters, some [`STEP`] apart.
    checkpoints: Vec<(usize, u32, u32)>,
}

impl Positions {
    pub(crate) fn new(text: &str) -> Self {
        let mut checkpoints = vec![(0, 1, 1)];
        let (mut line, mut column, mut last) = (1, 1, 0);
        for (i, c) in text.char_indices() {
            if i - last >= STEP {
                checkpoints.push((i, line, column));
                last = i;
            }
            step(c, &mut line, &mut column);
        }
        Self { checkpoints }
    }

    /// Line and column of a byte offset, both from 1, columns in characters.
    pub(crate) fn at(&self, text: &str, offset: usize) -> (u32, u32) {
        let n = self.checkpoints.partition_point(|c| c.0 <= offset).max(1) - 1;
        let (start, mut line, mut column) = self.checkpoints[n];
        for (i, c) in text[start..].char_indices() {
            if start + i >= offset {
                break;
            }
            step(c, &mut line, &mut column);
        }
        (line, column)
    }
}

fn step(c: char, line: &mut u32, column: &mut u32) {
    if c == '\n' {
        *line += 1;
        *column = 1;
    } else {
        *column += 1;
    }
}

/// `line:column: message`, the source line, and a caret below the place.
/// Values in the line are masked: it may well hold a key.
pub(crate) fn pointed(text: &str, offset: usize, message: &str) -> String {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let (line_no, column) = Positions::new(text).at(text, offset);
    let start = text[..offset].rfind('\n').map_or(0, |i| i + 1);
    let end = text[offset..].find('\n').map_or(text.len(), |i| offset + i);
    // A window first: the line may have megabytes.
    let caret = text[start..offset].chars().count();
    let from = if caret + 10 < EXCERPT { 0 } else { caret - EXCERPT / 2 };
    let window_start = text[start..].char_indices().nth(from).map_or(end, |(i, _)| start + i);
    let line: String = text[window_start.min(end)..end].chars().take(EXCERPT).collect();
    let shown = if from == 0 { mask(&line) } else { mask_all(&line) };
    format!(
        "{line_no}:{column}: {message}\n  | {}\n  | {}^",
        shown.trim_end(),
        " ".repeat(caret - from)
    )
}

/// Letters and digits of everything but keys become dots, so that the shape
/// of the line stays and what it holds does not.
fn mask(line: &str) -> String {
    let chars: Vec<char> = line.chars().collect();
    let mut keep = vec![false; chars.len()];
    let mut i = 0;
    while i < chars.len() {
        let end = key_end(&chars, i);
        if end > i {
            keep[i..end].fill(true);
            i = end;
        } else if chars[i] == '"' || chars[i] == '\'' {
            i = string_end(&chars, i);
        } else {
            i += 1;
            while i < chars.len() && chars[i - 1].is_alphanumeric() && chars[i].is_alphanumeric() {
                i += 1;
            }
        }
    }
    chars.iter().zip(keep).map(|(c, k)| if k { *c } else { masked(*c) }).collect()
}

fn mask_all(line: &str) -> String {
    line.chars().map(masked).collect()
}

fn masked(c: char) -> char {
    match c {
        '\t' => ' ',
        c if c.is_alphanumeric() => '·',
        c if is_deceptive(c) => '?',
        c => c,
    }
}

fn string_end(chars: &[char], start: usize) -> usize {
    let mut i = start + 1;
    while i < chars.len() && chars[i] != chars[start] {
        i += if chars[i] == '\\' { 2 } else { 1 };
    }
    (i + 1).min(chars.len())
}

/// The end of a key that begins here: a short name in quotes before a colon,
/// or a bare one at the start of the line; `start` if there is none.
fn key_end(chars: &[char], start: usize) -> usize {
    let quoted = matches!(chars[start], '"' | '\'');
    if !quoted && chars[..start].iter().any(|c| !matches!(c, ' ' | '\t' | '-')) {
        return start;
    }
    let first = start + usize::from(quoted);
    let name = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let end = first + chars[first..].iter().take_while(|c| name(c)).count();
    if end == first || end - first > 40 || !chars[first].is_ascii_alphabetic() {
        return start;
    }
    let closed = end + usize::from(quoted);
    if quoted && chars.get(end) != Some(&chars[start]) {
        return start;
    }
    let gap = chars[closed.min(chars.len())..].iter().take_while(|c| **c == ' ').count();
    let after = chars.get(closed + gap + 1);
    match chars.get(closed + gap) {
        Some(':') if quoted || after.is_none_or(|c| *c == ' ') => closed,
        Some('=') if !quoted && after.is_some_and(|c| matches!(c, ' ' | '"' | '[' | '{')) => closed,
        _ => start,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_is_read_with_and_without_a_mark() {
        let le: Vec<u8> = "{\"a\":1}".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let be: Vec<u8> = "{\"a\":1}".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decode(&le).as_deref(), Ok("{\"a\":1}"));
        assert_eq!(decode(&be).as_deref(), Ok("{\"a\":1}"));
        assert_eq!(decode(&[&[0xff, 0xfe][..], &le].concat()).as_deref(), Ok("{\"a\":1}"));
        assert_eq!(decode(b"\xef\xbb\xbf{}").as_deref(), Ok("{}"));
        assert!(decode(b"ab\n\xff").unwrap_err().starts_with("2:1:"));
        assert!(decode(&[0xff, 0xfe, 0x00]).is_err());
    }

    #[test]
    fn columns_count_characters() {
        let text = format!("é\"x\n{}ä!", "a".repeat(3 * STEP));
        let p = Positions::new(&text);
        assert_eq!(p.at(&text, 2), (1, 2));
        assert_eq!(p.at(&text, text.len() - 1), (2, 3 * STEP as u32 + 2));
    }

    #[test]
    fn an_excerpt_shows_keys_and_shape_but_no_values() {
        let text = "{\n  \"env\": {\"TOKEN\": \"sk-abc12\" \"B\": 1}\n";
        let shown = pointed(text, text.find("\"B\"").unwrap(), "expected a comma");
        assert_eq!(
            shown,
            "2:31: expected a comma\n  |   \"env\": {\"TOKEN\": \"··-·····\" \"B\": ·}\n  | \
             \u{20}                             ^"
        );
        for secret in ["key: abc12==", "abc12=", "TOKEN = \"abc12\"", "- abc12", "a abc12: x"] {
            assert!(!pointed(secret, 0, "m").contains("abc12"), "{secret}");
        }
        assert!(pointed("command: npx", 0, "m").contains("command: ···"));
    }

    #[test]
    fn a_long_line_is_cut_around_the_caret() {
        let text = format!("\"{}\"!", "ü".repeat(100_000));
        let shown = pointed(&text, text.len() - 1, "m");
        let lines: Vec<_> = shown.lines().collect();
        assert!(lines[0].starts_with("1:100003:"), "{shown}");
        assert_eq!(lines[1].chars().nth(lines[2].chars().count() - 1), Some('!'), "{shown}");
    }
}
