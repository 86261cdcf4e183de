//! Which texts of an item are scored: its prose, and what its prose reads like
//! where letters were hidden, spaced or encoded.

use std::borrow::Cow;

use warden_core::surface::{Role, TextUnit};

use crate::fold::{Reading, ReadingKind, Readings, is_invisible};
use crate::frames::FieldKind;
use crate::frames::plug::kind_of;

/// More texts than this are not scored in one item.
const MAX_TEXTS: usize = 2_000;

/// A text that is scored.
pub(crate) struct Text<'u> {
    /// Its number among the item's texts.
    pub(crate) unit: usize,
    /// What it is.
    pub(crate) kind: FieldKind,
    /// The text as it stands, or as it reads.
    pub(crate) text: Cow<'u, str>,
    /// How it came to read so, where it differs.
    pub(crate) reading: Option<Reading<'u>>,
}

/// The texts of an item that are scored.
pub(crate) fn of<'u>(units: &'u [TextUnit<'u>]) -> Vec<Text<'u>> {
    let mut out = Vec::new();
    for (n, unit) in units.iter().enumerate().filter(|(_, u)| u.role != Role::Blob) {
        let Some(kind) = kind_of(unit) else { continue };
        if out.len() >= MAX_TEXTS {
            break;
        }
        out.push(Text { unit: n, kind, text: Cow::Borrowed(&unit.text), reading: None });
        if !may_hide(&unit.text) {
            continue;
        }
        for reading in Readings::of(&unit.text, false).list {
            if reveals(&unit.text, &reading) {
                let text = Cow::Owned(reading.text.clone().into_owned());
                out.push(Text { unit: n, kind, text, reading: Some(reading) });
            }
        }
    }
    out
}

/// Whether a text can read differently than it looks: it has letters from
/// outside the scripts that languages are written in, or what decodes.
fn may_hide(text: &str) -> bool {
    text.len() < 20_000 && (text.bytes().any(|b| b >= 0x80) || encoded(text))
}

fn encoded(text: &str) -> bool {
    let mut run = 0;
    for b in text.bytes() {
        match b {
            b'%' | b'\\' | b'&' => return true,
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'+' | b'/' | b'=' => run += 1,
            _ => run = 0,
        }
        if run >= 24 {
            return true;
        }
    }
    spaced(text)
}

/// Letters on their own, many in a row.
fn spaced(text: &str) -> bool {
    let single = text.split(' ').map(|w| w.len() == 1);
    let mut row = 0;
    for s in single {
        row = if s { row + 1 } else { 0 };
        if row >= 6 {
            return true;
        }
    }
    false
}

fn reveals(plain: &str, reading: &Reading<'_>) -> bool {
    match reading.kind {
        ReadingKind::Decoded | ReadingKind::Spaced => true,
        // Accents are no disguise.
        ReadingKind::Folded => {
            let latin = |t: &str| t.bytes().filter(u8::is_ascii_alphabetic).count();
            let accented = plain.chars().filter(|c| is_accented(*c)).count();
            plain.chars().any(is_invisible) || latin(&reading.text) > latin(plain) + 2 * accented
        }
        ReadingKind::Plain | ReadingKind::Words | ReadingKind::Leet => false,
    }
}

fn is_accented(c: char) -> bool {
    matches!(c, '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' | '\u{300}'..='\u{36f}')
}
