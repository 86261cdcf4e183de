//! International Morse code (ITU-R M.1677-1) in dots and dashes.

use super::{Decoded, runs};

/// Fewer signs are a line of dashes.
const MIN: usize = 24;

const CODE: &[(&str, char)] = &[
    (".-", 'a'),
    ("-...", 'b'),
    ("-.-.", 'c'),
    ("-..", 'd'),
    (".", 'e'),
    ("..-.", 'f'),
    ("--.", 'g'),
    ("....", 'h'),
    ("..", 'i'),
    (".---", 'j'),
    ("-.-", 'k'),
    (".-..", 'l'),
    ("--", 'm'),
    ("-.", 'n'),
    ("---", 'o'),
    (".--.", 'p'),
    ("--.-", 'q'),
    (".-.", 'r'),
    ("...", 's'),
    ("-", 't'),
    ("..-", 'u'),
    ("...-", 'v'),
    (".--", 'w'),
    ("-..-", 'x'),
    ("-.--", 'y'),
    ("--..", 'z'),
    ("-----", '0'),
    (".----", '1'),
    ("..---", '2'),
    ("...--", '3'),
    ("....-", '4'),
    (".....", '5'),
    ("-....", '6'),
    ("--...", '7'),
    ("---..", '8'),
    ("----.", '9'),
    (".-.-.-", '.'),
    ("--..--", ','),
    ("-..-.", '/'),
    (".--.-.", '@'),
    ("..--.-", '_'),
];

/// Runs of Morse signs.
pub(super) fn find(text: &str) -> Vec<Decoded> {
    let mut out = Vec::new();
    for range in runs(text, MIN, |b| matches!(b, b'.' | b'-' | b'/' | b' ' | b'|')) {
        if let Some(text) = letters(&text[range.clone()]) {
            out.push(Decoded { range, text });
        }
    }
    out
}

fn letters(signs: &str) -> Option<String> {
    let mut out = String::from(" ");
    for word in signs.split(['/', '|']) {
        for sign in word.split(' ').filter(|s| !s.is_empty()) {
            out.push(CODE.iter().find(|(code, _)| *code == sign)?.1);
        }
        if !out.ends_with(' ') {
            out.push(' ');
        }
    }
    (out.chars().filter(char::is_ascii_alphabetic).count() >= 6).then_some(out)
}
