//! A `serde_json` formatter that also escapes what would deceive a reader.

use std::io::{self, Write};

use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};
use warden_core::text::is_deceptive;

/// Wraps a formatter; every character of [`is_deceptive`] becomes `\uXXXX`, so
/// that printing the JSON to a terminal moves no cursor and hides no text.
/// A reader of the JSON gets back exactly the same string.
pub(crate) struct Safe<F>(F);

impl Safe<PrettyFormatter<'static>> {
    pub(crate) fn pretty() -> Self {
        Self(PrettyFormatter::new())
    }
}

impl Safe<CompactFormatter> {
    pub(crate) fn compact() -> Self {
        Self(CompactFormatter)
    }
}

/// Writes JSON text in which nothing deceives. Outside of strings valid JSON
/// is ASCII, so that an escape can only ever stand inside a string.
pub(crate) fn write_escaped<W: ?Sized + Write>(out: &mut W, text: &str) -> io::Result<()> {
    // Nearly all texts are plain ASCII; these cost one look at their bytes.
    if text.bytes().all(|b| matches!(b, 0x20..=0x7e)) {
        return out.write_all(text.as_bytes());
    }
    let mut from = 0;
    for (at, c) in text.char_indices().filter(|&(_, c)| is_deceptive(c)) {
        out.write_all(&text.as_bytes()[from..at])?;
        for unit in c.encode_utf16(&mut [0; 2]) {
            write!(out, "\\u{unit:04x}")?;
        }
        from = at + c.len_utf8();
    }
    out.write_all(&text.as_bytes()[from..])
}

impl<F: Formatter> Formatter for Safe<F> {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, w: &mut W, s: &str) -> io::Result<()> {
        write_escaped(w, s)
    }

    fn begin_array<W: ?Sized + Write>(&mut self, w: &mut W) -> io::Result<()> {
        self.0.begin_array(w)
    }

    fn end_array<W: ?Sized + Write>(&mut self, w: &mut W) -> io::Result<()> {
        self.0.end_array(w)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, w: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(w, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, w: &mut W) -> io::Result<()> {
        self.0.end_array_value(w)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, w: &mut W) -> io::Result<()> {
        self.0.begin_object(w)
    }

    fn end_object<W: ?Sized + Write>(&mut self, w: &mut W) -> io::Result<()> {
        self.0.end_object(w)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, w: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(w, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, w: &mut W) -> io::Result<()> {
        self.0.begin_object_value(w)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, w: &mut W) -> io::Result<()> {
        self.0.end_object_value(w)
    }
}

#[cfg(test)]
mod tests {
    use serde::Serialize;

    use super::*;

    #[test]
    fn every_string_reads_back_and_nothing_deceives() {
        let all: String = (0..=0x10ffff_u32).filter_map(char::from_u32).collect();
        let mut out = Vec::new();
        let mut ser = serde_json::Serializer::with_formatter(&mut out, Safe::compact());
        all.serialize(&mut ser).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(!text.chars().any(is_deceptive));
        assert!(serde_json::from_str::<String>(&text).unwrap() == all);
    }
}
