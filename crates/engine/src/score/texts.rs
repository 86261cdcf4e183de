//! Which texts of an item are scored: its prose, and what its prose reads like
//! where letters were hidden, spaced or encoded.

use warden_core::surface::TextUnit;

use crate::fold::Reading;
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
        for reading in readings.next().into_iter().flatten() {
            out.push(Text { unit: n, kind, text: &reading.text, reading: Some(reading) });
        }
    }
    out
}
