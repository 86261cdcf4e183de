//! Escape sequences of terminals (ECMA-48, and xterm's control sequences).

use std::ops::Range;

use crate::inspect::{Edit, Found, rules};

const ESC: char = '\u{1b}';
/// A string sequence that is longer is taken for one without an end.
const STRING_MAX: usize = 64 << 10;

/// What a sequence is.
enum Kind {
    /// Colours and other attributes.
    Attributes,
    /// Moves the cursor or erases.
    Moves,
    /// Attributes that make text invisible.
    Invisible,
    /// A link (OSC 8) with its target, empty at its end.
    Link(Range<usize>),
    /// Another command to the terminal: title, clipboard, device strings.
    Command(&'static str),
    /// Anything else: harmless.
    Other,
}

struct Sequence {
    range: Range<usize>,
    kind: Kind,
}

/// Findings, and all sequences, which stand in the way of reading.
pub(in crate::inspect) struct Terminal {
    pub(in crate::inspect) found: Vec<Found>,
    pub(in crate::inspect) sequences: Vec<Edit>,
}

/// Reads the sequences of a text.
pub(in crate::inspect) fn find(text: &str) -> Terminal {
    let mut out = Terminal { found: Vec::new(), sequences: Vec::new() };
    if !has_escapes(text) {
        return out;
    }
    let sequences = sequences(text);
    for (n, s) in sequences.iter().enumerate() {
        out.sequences.push(Edit { range: s.range.clone(), replacement: "".into() });
        match &s.kind {
            Kind::Moves => out.found.push(found(
                &rules::TERMINAL_MOVE,
                s,
                "moves the cursor or erases what was shown",
            )),
            Kind::Invisible => out.found.push(found(
                &rules::TERMINAL_HIDE,
                s,
                "makes the text behind it invisible",
            )),
            Kind::Command(what) => out.found.push(found(&rules::TERMINAL_COMMAND, s, what)),
            Kind::Link(target) => link(text, &sequences, n, target, &mut out.found),
            Kind::Attributes | Kind::Other => {}
        }
    }
    out
}

fn has_escapes(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr(0x1b, bytes).is_some()
        || memchr::memchr_iter(0xc2, bytes).any(|n| matches!(bytes.get(n + 1), Some(0x80..=0x9f)))
}

fn found(meta: &'static crate::rule::Meta, s: &Sequence, what: &str) -> Found {
    Found::edit(meta, s.range.clone(), format!("A terminal sequence {what}"), "")
}

/// A link whose visible words name another host than its target.
fn link(text: &str, all: &[Sequence], n: usize, target: &Range<usize>, out: &mut Vec<Found>) {
    let target = &text[target.clone()];
    if target.is_empty() {
        return;
    }
    let end = all[n + 1..].iter().find(|s| matches!(s.kind, Kind::Link(_)));
    let start = all[n].range.end;
    let words = &text[start..end.map_or(text.len(), |s| s.range.start).max(start)];
    let web = ["http://", "https://", "mailto:", "file://"].iter().any(|s| target.starts_with(s));
    let shown = words.trim();
    let named = crate::lex::find_addresses(shown, crate::lex::Target::Address);
    let host = crate::lex::host_of(target);
    let other = named.first().is_some_and(|r| {
        let shown = crate::lex::host_of(&shown[r.clone()]);
        !shown.eq_ignore_ascii_case(host) && !host.ends_with(&format!(".{shown}"))
    });
    if other || !web {
        let message = format!(
            "A terminal link shows one address and opens {}",
            warden_core::Untrusted::from(target).term_limited(80)
        );
        out.push(Found::edit(&rules::TERMINAL_LINK, all[n].range.clone(), message, ""));
        if let Some(end) = end {
            let message = "The end of a terminal link";
            out.push(Found::quiet(&rules::TERMINAL_LINK, end.range.clone(), message));
        }
    }
}

fn sequences(text: &str) -> Vec<Sequence> {
    let mut out = Vec::new();
    let mut next = 0;
    let mut colours = Colours::default();
    for (at, c) in text.char_indices() {
        if at < next {
            continue;
        }
        let (intro, start) = match c {
            ESC => match text[at + 1..].chars().next() {
                Some(c) if c.is_ascii() => (c, at + 2),
                _ => continue,
            },
            '\u{9b}' => ('[', at + 2),
            '\u{9d}' => (']', at + 2),
            '\u{90}' => ('P', at + 2),
            '\u{98}' => ('X', at + 2),
            '\u{9e}' => ('^', at + 2),
            '\u{9f}' => ('_', at + 2),
            _ => continue,
        };
        let s = read(text, at, intro, start, &mut colours);
        next = s.range.end;
        out.push(s);
    }
    out
}

fn read(text: &str, at: usize, intro: char, start: usize, colours: &mut Colours) -> Sequence {
    match intro {
        '[' => csi(text, at, start, colours),
        ']' => {
            let (body, end) = string(text, start);
            Sequence { range: at..end, kind: osc(text, body) }
        }
        'P' => device(text, at, start, "sends a device control string"),
        'X' | '^' | '_' => device(text, at, start, "sends a hidden string to the terminal"),
        'c' => Sequence { range: at..start, kind: Kind::Moves },
        // Character sets take one more byte.
        '(' | ')' | '*' | '+' | '#' | '%' => {
            let more = text[start..].chars().next().filter(char::is_ascii).map_or(0, |_| 1);
            Sequence { range: at..start + more, kind: Kind::Other }
        }
        _ => Sequence { range: at..start, kind: Kind::Other },
    }
}

fn device(text: &str, at: usize, start: usize, what: &'static str) -> Sequence {
    let (_, end) = string(text, start);
    Sequence { range: at..end, kind: Kind::Command(what) }
}

/// The body of a string sequence and the offset behind its terminator. One
/// without an end holds nothing back but its introducer.
fn string(text: &str, start: usize) -> (Range<usize>, usize) {
    let limit = crate::lex::sentence::char_floor(text, start + STRING_MAX);
    for (n, c) in text[start..limit].char_indices() {
        match c {
            '\u{7}' | '\u{9c}' => return (start..start + n, start + n + c.len_utf8()),
            ESC if text[start + n + 1..].starts_with('\\') => {
                return (start..start + n, start + n + 2);
            }
            '\n' | ESC => break,
            _ => {}
        }
    }
    (start..start, start)
}

fn osc(text: &str, body: Range<usize>) -> Kind {
    let words = &text[body.clone()];
    let (number, rest) = words.split_once(';').unwrap_or((words, ""));
    match number {
        "8" => {
            let target = rest.split_once(';').map_or("", |s| s.1);
            Kind::Link(body.end - target.len()..body.end)
        }
        "52" => Kind::Command("writes to the clipboard"),
        "0" | "1" | "2" => Kind::Command("sets the title of the window"),
        "" => Kind::Other,
        _ => Kind::Command("gives the terminal a command"),
    }
}

fn csi(text: &str, at: usize, start: usize, colours: &mut Colours) -> Sequence {
    let bytes = text.as_bytes();
    let mut end = start;
    while end < bytes.len() && end - start < 64 && matches!(bytes[end], 0x20..=0x3f) {
        end += 1;
    }
    let last = bytes.get(end).copied().filter(|b| matches!(b, 0x40..=0x7e));
    let Some(last) = last else { return Sequence { range: at..end, kind: Kind::Other } };
    let parameters = &text[start..end];
    let kind = match last {
        b'm' if colours.hide(parameters) => Kind::Invisible,
        b'm' => Kind::Attributes,
        b'A' | b'B' | b'C' | b'D' | b'E' | b'F' | b'G' | b'H' | b'J' | b'L' | b'M' | b'P'
        | b'S' | b'T' | b'X' | b'd' | b'f' => Kind::Moves,
        b'h' | b'l' if parameters.starts_with("?1049") || parameters.starts_with("?47") => {
            Kind::Moves
        }
        b'n' | b'c' | b't' | b'q' if last != b'q' || parameters.starts_with('>') => {
            Kind::Command("asks the terminal for an answer")
        }
        _ => Kind::Other,
    };
    Sequence { range: at..end + 1, kind }
}

/// The colours in force.
#[derive(Default)]
struct Colours {
    fore: Option<String>,
    back: Option<String>,
}

impl Colours {
    /// Takes in the parameters of one sequence: whether the text behind it is
    /// concealed, or of the colour of its background.
    fn hide(&mut self, parameters: &str) -> bool {
        let p: Vec<&str> = parameters.split([';', ':']).collect();
        let mut n = 0;
        let mut changed = false;
        while n < p.len() {
            match p[n] {
                "8" => return true,
                "" | "0" => *self = Self::default(),
                "38" | "48" => {
                    let len = if p.get(n + 1) == Some(&"2") { 5 } else { 3 };
                    let colour = p.get(n + 1..(n + len).min(p.len())).unwrap_or_default().join(";");
                    *(if p[n] == "38" { &mut self.fore } else { &mut self.back }) = Some(colour);
                    changed = true;
                    n += len - 1;
                }
                "39" => self.fore = None,
                "49" => self.back = None,
                c if c.len() == 2 && c.starts_with(['3', '9']) => {
                    self.fore = Some(c[1..].to_owned());
                    changed = true;
                }
                c if c.len() == 2 && c.starts_with('4') => {
                    self.back = Some(c[1..].to_owned());
                    changed = true;
                }
                _ => {}
            }
            n += 1;
        }
        changed && self.fore.is_some() && self.fore == self.back
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> Vec<&'static str> {
        find(text).found.iter().map(|f| f.meta.id).collect()
    }

    #[test]
    fn colours_are_left_and_tricks_are_not() {
        assert!(rules("\u{1b}[1;32mok\u{1b}[0m").is_empty());
        assert!(rules("\u{1b}[38;2;255;128;0mok\u{1b}[K").is_empty());
        assert_eq!(rules("a\u{1b}[2Jb"), ["WRD-RT-TERMINAL-MOVE"]);
        assert_eq!(rules("a\u{1b}[8mb"), ["WRD-RT-TERMINAL-HIDE"]);
        assert_eq!(rules("a\u{1b}[30;40mb"), ["WRD-RT-TERMINAL-HIDE"]);
        let black = "\u{1b}[38;2;0;0;0m\u{1b}[48;2;0;0;0mb\u{1b}[0m";
        assert_eq!(rules(black), ["WRD-RT-TERMINAL-HIDE"]);
        assert_eq!(rules("\u{1b}]52;c;YQ==\u{7}"), ["WRD-RT-TERMINAL-COMMAND"]);
        assert_eq!(rules("\u{9b}2J"), ["WRD-RT-TERMINAL-MOVE"]);
    }

    #[test]
    fn links_are_compared_with_what_they_show() {
        let link =
            |to: &str, words: &str| format!("\u{1b}]8;;{to}\u{1b}\\{words}\u{1b}]8;;\u{1b}\\");
        assert!(rules(&link("https://a.example.org/x", "a.example.org")).is_empty());
        assert!(rules(&link("https://a.example.org/x", "the guide")).is_empty());
        assert!(!rules(&link("https://b.example.org/", "https://a.example.com/login")).is_empty());
        assert!(!rules(&link("ssh://b.example.org/", "go")).is_empty());
    }
}
