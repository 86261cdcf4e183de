//! Which texts of an item are scored: its prose, and what its prose reads like
//! where letters were hidden, spaced or encoded.

use warden_core::surface::TextUnit;

use crate::fold::{Reading, ReadingKind, is_invisible};
use crate::frames::FieldKind;
use crate::frames::plug::{kind_of, letters};

/// More texts than this are not scored in one item.
const MAX_TEXTS: usize = 2_000;

/// A text that is scored.
pub(crate) struct Text<'u> {
    /// Its number among the item's texts.
    pub(crate) unit: usize,
    /// What it is.
    pub(crate) kind: FieldKind,
    /// The text as it stands, or as it reads.
    pub(crate) text: &'u str,
    /// How it came to read so, where it differs.
    pub(crate) reading: Option<&'u Reading<'static>>,
}

/// The texts of an item that are scored; `readings` says for each prose text
/// what it reads like.
pub(crate) fn of<'u>(
    units: &'u [TextUnit<'u>],
    readings: &'u [Vec<Reading<'static>>],
) -> Vec<Text<'u>> {
    let mut out = Vec::new();
    let mut readings = readings.iter();
    for (n, unit) in units.iter().enumerate() {
        let Some(kind) = kind_of(unit) else { continue };
        if out.len() >= MAX_TEXTS {
            break;
        }
        out.push(Text { unit: n, kind, text: &unit.text, reading: None });
        let readings = readings.next().into_iter().flatten();
        for reading in readings.filter(|r| says_more(&unit.text, r)) {
            out.push(Text { unit: n, kind, text: &reading.text, reading: Some(reading) });
        }
    }
    out
}

/// Whether a reading is more than the text without its accents, which are no
/// disguise.
pub(crate) fn says_more(text: &str, reading: &Reading<'_>) -> bool {
    let accented = || text.chars().filter(|c| is_accented(*c)).count();
    reading.kind != ReadingKind::Folded
        || text.chars().any(is_invisible)
        || letters(&reading.text) > letters(text) + 2 * accented()
}

fn is_accented(c: char) -> bool {
    matches!(c, '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' | '\u{300}'..='\u{36f}')
}
