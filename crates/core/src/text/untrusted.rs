//! Text that someone else wrote: it leaves only through an escape for the sink
//! it goes to.

use serde::{Serialize, Serializer};

/// A stranger's text. It has neither `Display` nor a `Debug` of its content, so
/// that it cannot reach a terminal, a page or a log by accident.
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Untrusted(String);

impl std::fmt::Debug for Untrusted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Untrusted({} bytes)", self.0.len())
    }
}

impl<T: Into<String>> From<T> for Untrusted {
    fn from(s: T) -> Self {
        Self(s.into())
    }
}

/// In JSON the content is written as it is: the serialiser escapes it, and
/// the report's formatter also escapes what [`is_deceptive`] names.
impl Serialize for Untrusted {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&self.0)
    }
}

/// Whether a character can mislead the person who reads it in a terminal, a
/// page or a diff: controls, format characters (bidirectional overrides,
/// zero-width, tags), fillers that look like nothing, and private use.
/// Sources: Unicode Standard 23.x (general category Cc, Cf, Co), UTS #39
/// section 3, and the attack known as Trojan Source (CVE-2021-42574).
pub fn is_deceptive(c: char) -> bool {
    matches!(c,
        '\0'..='\x1f' | '\x7f'..='\u{9f}'
        | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e000}'..='\u{f8ff}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
        | '\u{f0000}'..='\u{10ffff}')
}

fn push_visible(out: &mut String, c: char) {
    match c {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        // A lone variation selector 16 only asks for the coloured form of the
        // emoji before it; escaping it would make honest text unreadable.
        '\u{fe0f}' => out.push(c),
        c if is_deceptive(c) => out.push_str(&format!("\\u{{{:04x}}}", c as u32)),
        c => out.push(c),
    }
}

impl Untrusted {
    /// The text itself, for code that reads it and never shows it.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One line for a terminal: every character of [`is_deceptive`] becomes a
    /// visible escape.
    pub fn term(&self) -> String {
        let mut out = String::with_capacity(self.0.len());
        self.0.chars().for_each(|c| push_visible(&mut out, c));
        out
    }

    /// As [`Self::term`], cut after `max` characters, with an ellipsis.
    pub fn term_limited(&self, max: usize) -> String {
        let mut out = String::new();
        for (n, c) in self.0.chars().enumerate() {
            if n >= max {
                out.push('…');
                break;
            }
            push_visible(&mut out, c);
        }
        out
    }

    /// Text for an HTML element or a double-quoted attribute; characters that
    /// could deceive are visible escapes.
    pub fn html(&self) -> String {
        let mut out = String::with_capacity(self.0.len());
        for c in self.term().chars() {
            match c {
                '&' => out.push_str("&amp;"),
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '"' => out.push_str("&quot;"),
                '\'' => out.push_str("&#39;"),
                c => out.push(c),
            }
        }
        out
    }

    /// Inline code for Markdown, safe inside a table: the fence is longer than
    /// any run of backticks inside (CommonMark 6.1) and `|` becomes a broken
    /// bar, since no escape works in every renderer's tables.
    pub fn md(&self) -> String {
        let text = self.term().replace('|', "¦");
        let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(longest + 1);
        if text.is_empty() {
            return "` `".into();
        }
        let pad = if text.starts_with('`') || text.ends_with('`') || text.trim() != text {
            " "
        } else {
            ""
        };
        format!("{fence}{pad}{text}{pad}{fence}")
    }

    /// A JSON string, quotes included, in which every character that could
    /// deceive is an escape.
    pub fn json(&self) -> String {
        let mut out = String::from('"');
        for c in self.0.chars() {
            match c {
                '"' => out.push_str("\\\""),
                '\\' => out.push_str("\\\\"),
                c if is_deceptive(c) => {
                    for unit in c.encode_utf16(&mut [0; 2]) {
                        out.push_str(&format!("\\u{unit:04x}"));
                    }
                }
                c => out.push(c),
            }
        }
        out.push('"');
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NASTY: &str = "a\u{1b}[2Jb\u{202e}c<script>|`x`\"'&\n\u{e0041}";

    #[test]
    fn the_terminal_sees_no_control_or_format_character() {
        let shown = Untrusted::from(NASTY).term();
        assert!(!shown.chars().any(is_deceptive), "{shown}");
        assert!(shown.contains("\\u{001b}[2J") && shown.contains("\\u{202e}"), "{shown}");
    }

    #[test]
    fn html_has_no_live_markup() {
        let shown = Untrusted::from(NASTY).html();
        assert!(!shown.contains(['<', '>', '"', '\'']), "{shown}");
    }

    #[test]
    fn markdown_code_cannot_be_left() {
        assert_eq!(Untrusted::from("a``b").md(), "```a``b```");
        assert_eq!(Untrusted::from("`a").md(), "`` `a ``");
        assert_eq!(Untrusted::from("a|b").md(), "`a¦b`");
    }

    #[test]
    fn json_reads_back_and_is_printable() {
        let shown = Untrusted::from(NASTY).json();
        assert!(shown.chars().all(|c| !is_deceptive(c)));
        let back: String = serde_json::from_str(&shown).expect("valid JSON");
        assert_eq!(back, NASTY);
    }

    #[test]
    fn debug_shows_no_content() {
        assert_eq!(format!("{:?}", Untrusted::from("secret")), "Untrusted(6 bytes)");
    }
}
