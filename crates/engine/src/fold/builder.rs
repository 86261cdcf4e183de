//! Builds the text of a reading together with its map.

use super::map::OffsetMap;

/// Text, map and paragraph breaks of a reading in the making. White space is
/// collapsed: a run becomes one space, a blank line or the start of a list
/// item also a break.
#[derive(Default)]
pub struct Builder {
    /// The text so far.
    pub text: String,
    /// Its map.
    pub map: OffsetMap,
    /// Offsets behind which a new paragraph or list item begins.
    pub breaks: Vec<u32>,
    space: Option<Space>,
}

#[derive(Clone, Copy)]
struct Space {
    at: usize,
    end: usize,
    newlines: u32,
}

impl Builder {
    /// An empty builder with room for a text of that length.
    pub fn with_capacity(len: usize) -> Self {
        Self { text: String::with_capacity(len), ..Self::default() }
    }

    /// White space of the source at `at`.
    pub fn space(&mut self, at: usize, len: usize, newline: bool) {
        let space = self.space.get_or_insert(Space { at, end: at, newlines: 0 });
        space.end = at + len;
        space.newlines += u32::from(newline);
    }

    /// A stretch of the source that is kept as it is; no white space in it.
    pub fn keep(&mut self, s: &str, at: usize) {
        self.flush(s);
        self.map.linear(self.text.len(), at, s.len());
        self.text.push_str(s);
    }

    /// The same in lower case, as far as it is ASCII. A number at the start of
    /// a line is read as a word here, not as the mark of a list item.
    pub fn keep_lower(&mut self, s: &str, at: usize) {
        self.flush(s.split_inclusive(|_: char| true).next().unwrap_or_default());
        self.keep(s, at);
        let from = self.text.len() - s.len();
        self.text[from..].make_ascii_lowercase();
    }

    /// What stands for `len` bytes of the source at `at`.
    pub fn replace(&mut self, s: &str, at: usize, len: usize) {
        if s.is_empty() {
            return;
        }
        self.flush(s);
        self.map.replaced(self.text.len(), at, len);
        self.text.push_str(s);
    }

    fn flush(&mut self, next: &str) {
        let Some(space) = self.space.take() else { return };
        if self.text.is_empty() {
            return;
        }
        if space.newlines > 1 || (space.newlines == 1 && starts_item(next)) {
            self.breaks.push(self.text.len() as u32);
        }
        if space.end - space.at == 1 {
            self.map.linear(self.text.len(), space.at, 1);
        } else {
            self.map.replaced(self.text.len(), space.at, space.end - space.at);
        }
        self.text.push(' ');
    }
}

/// Whether a line that begins like this is a list item, a heading or markup.
fn starts_item(line: &str) -> bool {
    let mut chars = line.chars();
    match chars.next() {
        Some('-' | '*' | '#' | '•' | '+' | '<' | '|' | '>') => true,
        Some(c) if c.is_ascii_digit() => matches!(chars.next(), Some('.' | ')')),
        _ => false,
    }
}
