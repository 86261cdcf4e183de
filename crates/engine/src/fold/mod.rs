//! The readings of a text: what a person or a model would take it to say,
//! each with a map back to what was written.

mod builder;
mod classify;
mod collapse;
mod decode;
mod invisible;
mod leet;
mod map;
mod parts;
mod skeleton;
mod spaced;
pub(crate) mod unicode;

use std::borrow::Cow;
use std::ops::Range;

use crate::words::Words;

pub use builder::Builder;
pub(crate) use classify::{
    CREDENTIAL, HYPHENS, LONG_TOKEN, has_run, has_spaced_letters, is_token, may_hide, run_from,
    stays,
};
pub use classify::{Classes, classify};
use decode::hint::Codes;
pub use invisible::{is_invisible, tag_to_ascii};
pub use map::OffsetMap;
pub use skeleton::{WordReading, word_reading};

/// How a reading was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadingKind {
    /// As written, white space collapsed.
    Plain,
    /// Unicode folded.
    Folded,
    /// Decoded, then folded.
    Decoded,
    /// An identifier split into words.
    Words,
    /// Digits read as letters.
    Leet,
    /// Letter-spaced words joined.
    Spaced,
}

/// One way to read a text.
#[derive(Debug)]
pub struct Reading<'a> {
    /// How it was made.
    pub kind: ReadingKind,
    /// The text. ASCII letters may be of either case in a plain reading.
    pub text: Cow<'a, str>,
    /// Maps from the reading outward to the source, in order of use.
    maps: Vec<OffsetMap>,
    /// Offsets at which a paragraph or list item begins.
    pub breaks: Vec<u32>,
}

impl Reading<'_> {
    /// The same, on its own.
    pub(crate) fn owned(&self) -> Reading<'static> {
        Reading {
            kind: self.kind,
            text: Cow::Owned(self.text.clone().into_owned()),
            maps: self.maps.clone(),
            breaks: self.breaks.clone(),
        }
    }

    /// The range of the source text that a range of this reading stands for.
    pub fn original(&self, range: Range<usize>) -> Range<usize> {
        self.maps.iter().fold(range, |r, m| m.original(r))
    }
}

/// All readings of one text: the plain one first, or the words of a name.
#[derive(Debug)]
pub struct Readings<'a> {
    /// What stands in it.
    pub classes: Classes,
    /// The readings.
    pub list: Vec<Reading<'a>>,
    /// Whether decoding ended at its budget.
    pub cut: bool,
}

impl<'a> Readings<'a> {
    /// What stands in a text, without a reading of it.
    pub(crate) fn none(classes: Classes) -> Self {
        Self { classes, list: Vec::new(), cut: false }
    }

    /// Reads a text; `identifier` says that it is a name or a key.
    pub fn of(text: &'a str, identifier: bool) -> Self {
        let mut words = Words::default();
        words.read(text);
        Self::read(text, identifier, &words)
    }

    /// The same for a text whose words are known.
    pub(crate) fn read(text: &'a str, identifier: bool, words: &Words) -> Self {
        let mut out = Self::none(words.classes);
        if identifier && parts::has_parts(text) {
            // Its words are all that a name says.
            out.list.push(built(ReadingKind::Words, parts::split(text), Vec::new()));
        } else {
            out.list.push(plain(text, words.classes));
        }
        out.beyond(text, words);
        out
    }

    /// Reads a text in every way but as it stands.
    pub(crate) fn beyond_plain(text: &'a str, words: &Words) -> Self {
        let mut out = Self::none(words.classes);
        out.beyond(text, words);
        out
    }

    fn beyond(&mut self, text: &'a str, words: &Words) {
        let classes = self.classes;
        if classes.folds {
            self.list.push(built(ReadingKind::Folded, unicode::fold(text), Vec::new()));
        }
        let named = decode::hint::codes_named(text, words);
        if classes.escapes || classes.long_token || !named.is_empty() {
            self.add_decoded(text, named);
        }
        if classes.spaced_letters {
            self.extend(ReadingKind::Spaced, spaced::read(text));
        }
        if classes.leet {
            self.extend(ReadingKind::Leet, leet::read(text));
        }
    }

    fn extend(&mut self, kind: ReadingKind, b: Option<Builder>) {
        self.list.extend(b.map(|b| built(kind, b, Vec::new())));
    }

    fn add_decoded(&mut self, text: &str, named: Codes) {
        let Some(decoded) = decode::decode(text, named) else { return };
        self.cut |= decoded.cut;
        let folded = if decoded.text.is_ascii() {
            collapse::collapse(&decoded.text)
        } else {
            unicode::fold(&decoded.text)
        };
        let maps = decoded.maps.into_iter().rev().collect();
        self.list.push(built(ReadingKind::Decoded, folded, maps));
    }
}

fn plain(text: &str, classes: Classes) -> Reading<'_> {
    if classes.spacing {
        return built(ReadingKind::Plain, collapse::collapse(text), Vec::new());
    }
    Reading {
        kind: ReadingKind::Plain,
        text: Cow::Borrowed(text),
        maps: Vec::new(),
        breaks: Vec::new(),
    }
}

fn built<'a>(kind: ReadingKind, b: Builder, mut outer: Vec<OffsetMap>) -> Reading<'a> {
    outer.insert(0, b.map);
    Reading { kind, text: Cow::Owned(b.text), maps: outer, breaks: b.breaks }
}

/// The sources of this module, for the digest of the ruleset.
pub(crate) const SOURCES: &[(&str, &[u8])] = &[
    ("fold/mod.rs", include_bytes!("mod.rs")),
    ("fold/builder.rs", include_bytes!("builder.rs")),
    ("fold/classify.rs", include_bytes!("classify.rs")),
    ("fold/collapse.rs", include_bytes!("collapse.rs")),
    ("fold/invisible.rs", include_bytes!("invisible.rs")),
    ("fold/leet.rs", include_bytes!("leet.rs")),
    ("fold/map.rs", include_bytes!("map.rs")),
    ("fold/skeleton.rs", include_bytes!("skeleton.rs")),
    ("fold/spaced.rs", include_bytes!("spaced.rs")),
    ("fold/unicode.rs", include_bytes!("unicode.rs")),
    ("fold/parts.rs", include_bytes!("parts.rs")),
    ("fold/decode/mod.rs", include_bytes!("decode/mod.rs")),
    ("fold/decode/backslash.rs", include_bytes!("decode/backslash.rs")),
    ("fold/decode/base64_token.rs", include_bytes!("decode/base64_token.rs")),
    ("fold/decode/entity.rs", include_bytes!("decode/entity.rs")),
    ("fold/decode/hex_token.rs", include_bytes!("decode/hex_token.rs")),
    ("fold/decode/bases.rs", include_bytes!("decode/bases.rs")),
    ("fold/decode/deflate.rs", include_bytes!("decode/deflate.rs")),
    ("fold/decode/hint.rs", include_bytes!("decode/hint.rs")),
    ("fold/decode/morse.rs", include_bytes!("decode/morse.rs")),
    ("fold/decode/numbers.rs", include_bytes!("decode/numbers.rs")),
    ("fold/decode/prose.rs", include_bytes!("decode/prose.rs")),
    ("fold/decode/quoted.rs", include_bytes!("decode/quoted.rs")),
    ("fold/decode/percent.rs", include_bytes!("decode/percent.rs")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_borrowed() {
        let r = Readings::of("Lists files.", false);
        assert_eq!(r.list.len(), 1);
        assert!(matches!(r.list[0].text, Cow::Borrowed(_)));
    }

    #[test]
    fn a_decoded_match_leads_back_to_its_code() {
        let text = "см. bmV2ZXIgdHJ1c3QgYSBmbG93ZXI= now";
        let r = Readings::of(text, false);
        let d = r.list.iter().find(|r| r.kind == ReadingKind::Decoded).expect("decoded");
        let at = d.text.find("trust").expect("read");
        assert_eq!(&text[d.original(at..at + 5)], "bmV2ZXIgdHJ1c3QgYSBmbG93ZXI=");
    }
}
