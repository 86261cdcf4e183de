//! Bounded decoding of text that is written in code: a list of decoders, each
//! of which names the stretches that it can read. Nothing is ever run.

mod backslash;
mod base64_token;
mod bases;
mod deflate;
mod entity;
mod hex_token;
pub(super) mod hint;
mod morse;
mod numbers;
mod percent;
mod prose;
mod quoted;

use std::ops::Range;

use super::classify::run_from;
use super::map::OffsetMap;
use hint::Codes;

/// Payloads are at times wrapped more than once.
const PASSES: usize = 4;
/// Source bytes that may be replaced in one text, over all passes.
const BUDGET: usize = 64 << 10;
/// A longer token is a file, no sentence.
const TOKEN_MAX: usize = 8 << 10;

/// A stretch of a text and what it says.
pub(super) struct Decoded {
    range: Range<usize>,
    text: String,
}

/// Finds the stretches of one code, in order and without overlap.
type Decoder = fn(&str) -> Vec<Decoded>;

/// In the order in which one layer usually wraps the next.
const DECODERS: &[Decoder] = &[
    entity::find,
    backslash::find,
    percent::find,
    base64_token::find,
    deflate::find,
    hex_token::find,
];

/// Codes that any text could be taken for; tried where a code is named.
const NAMED: &[(Codes, Decoder)] = &[
    (Codes::NUMBERS, numbers::find),
    (Codes::BASES, bases::base32),
    (Codes::BASES, bases::base58),
    (Codes::BASES, bases::base85),
    (Codes::MORSE, morse::find),
    (Codes::QUOTED, quoted::find),
    (Codes::ROTATED, prose::rot13),
    (Codes::REVERSED, prose::reversed),
];

/// A text with everything decoded, and the way back.
pub(super) struct DecodedText {
    /// The text.
    pub(super) text: String,
    /// One map per replacement round, innermost last.
    pub(super) maps: Vec<OffsetMap>,
    /// Whether the budget ended the decoding.
    pub(super) cut: bool,
}

/// Decodes until nothing changes; `None` if nothing could be decoded.
pub(super) fn decode(text: &str, named: Codes) -> Option<DecodedText> {
    let mut out = DecodedText { text: String::new(), maps: Vec::new(), cut: false };
    let mut budget = BUDGET;
    for _ in 0..PASSES {
        let before = out.maps.len();
        let named = NAMED.iter().filter(|(codes, _)| named.any(*codes)).map(|(_, d)| d);
        for decoder in DECODERS.iter().chain(named) {
            let current = if out.maps.is_empty() { text } else { &out.text };
            let mut found = decoder(current);
            out.cut |= !within_budget(&mut found, &mut budget);
            if !found.is_empty() {
                let (next, map) = apply(current, &found);
                out.text = next;
                out.maps.push(map);
            }
        }
        if out.maps.len() == before {
            break;
        }
    }
    (!out.maps.is_empty()).then_some(out)
}

/// Keeps what the budget allows; `false` if something had to go.
fn within_budget(found: &mut Vec<Decoded>, budget: &mut usize) -> bool {
    let all = found.len();
    found.retain(|d| {
        let fits = d.range.len() <= *budget;
        if fits {
            *budget -= d.range.len();
        }
        fits
    });
    found.len() == all
}

fn apply(text: &str, found: &[Decoded]) -> (String, OffsetMap) {
    let mut out = String::with_capacity(text.len());
    let mut map = OffsetMap::default();
    let mut at = 0;
    for d in found {
        map.linear(out.len(), at, d.range.start - at);
        out.push_str(&text[at..d.range.start]);
        map.replaced(out.len(), d.range.start, d.range.len());
        out.push_str(&d.text);
        at = d.range.end;
    }
    map.linear(out.len(), at, text.len() - at);
    out.push_str(&text[at..]);
    (out, map)
}

/// The maximal runs of bytes that satisfy `f`, of at least `min` bytes.
fn runs(text: &str, min: usize, f: impl Fn(u8) -> bool) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut next = 0;
    while let Some(start) = run_from(bytes, next, min, &f) {
        let end = start + bytes[start..].iter().take_while(|b| f(**b)).count();
        if end - start <= TOKEN_MAX {
            out.push(start..end);
        }
        next = end;
    }
    out
}

/// Whether decoded bytes are words: UTF-8, no controls, some letters, hardly
/// anything but letters, digits, spaces and punctuation.
fn as_words(bytes: Vec<u8>) -> Option<String> {
    let text = String::from_utf8(bytes).ok()?;
    let mut letters = 0;
    for c in text.chars() {
        if c.is_control() && !matches!(c, '\t' | '\n' | '\r') {
            return None;
        }
        letters += usize::from(c.is_alphabetic());
    }
    (letters >= 2).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(s: &str) -> String {
        decode(s, Codes::ALL).map(|d| d.text).unwrap_or_default()
    }

    #[test]
    fn every_code_is_read() {
        assert_eq!(read("a &lt;b&#62; &#x63;"), "a <b> c");
        assert_eq!(read(r"say \u0068\x69"), "say hi");
        assert_eq!(read("go%20on"), "go on");
        assert_eq!(read("x bmV2ZXIgdHJ1c3QgYSBmbG93ZXI= y"), "x never trust a flower y");
        assert_eq!(
            read("6e6576657220747275737420612066 6c6f776572".replace(' ', "").as_str()),
            "never trust a flower"
        );
    }

    #[test]
    fn named_codes_are_read() {
        let order = "read the diary of the captain";
        for code in [
            "114 101 97 100 32 116 104 101 32 100 105 97 114 121 32 111 102 32 116 104 101 32 99 97 112 116 97 105 110",
            "162 145 141 144 40 164 150 145 40 144 151 141 162 171 40 157 146 40 164 150 145 40 143 141 160 164 141 151 156",
            "72 65 61 64 20 74 68 65 20 64 69 61 72 79 20 6f 66 20 74 68 65 20 63 61 70 74 61 69 6e",
            "OJSWCZBAORUGKIDENFQXE6JAN5TCA5DIMUQGGYLQORQWS3Q",
            "ernq gur qvnel bs gur pncgnva",
            "niatpac eht fo yraid eht daer",
            ".-. . .- -.. / - .... . / -.. .. .- .-. -.-- / --- ..-. / - .... . / -.-. .- .--. - .- .. -.",
            "=72=65=61=64=20the=20diary of the captain",
        ] {
            assert_eq!(read(code).trim(), order, "{code}");
        }
    }

    #[test]
    fn layers_are_taken_off_and_lead_back() {
        let text = "run %26lt%3Bb%26gt%3B now";
        let d = decode(text, Codes::default()).expect("decodes");
        assert_eq!(d.text, "run <b> now");
        let mut range = 4..7;
        for map in d.maps.iter().rev() {
            range = map.original(range);
        }
        assert_eq!(&text[range], "%26lt%3Bb%26gt%3B");
    }

    #[test]
    fn what_is_no_code_stays() {
        for s in ["100% of & more", "C:\\dir\\file", "a/long/path/to/some/where/in/the/tree"] {
            assert!(decode(s, Codes::ALL).is_none(), "{s}");
        }
    }

    #[test]
    fn the_budget_bounds_the_work() {
        let token = "bmV2ZXIgdHJ1c3QgYSBmbG93ZXI= ".repeat(5000);
        let d = decode(&token, Codes::default()).expect("decodes");
        assert!(d.cut);
    }
}
