//! The order of member names in canonical forms (RFC 8785, section 3.2.3).

use std::borrow::Cow;
use std::cmp::Ordering;

use super::doc::{Form, Val};
use super::odd;

/// A member name, compared by its UTF-16 code units.
pub(super) enum Name<'d> {
    Text(Cow<'d, str>),
    /// Of a name that is no Unicode text.
    Units(Vec<u16>),
}

impl<'d> Name<'d> {
    pub(super) fn of(key: Val<'d>) -> Self {
        match key.form() {
            Form::Odd => Self::Units(odd::units(key.inner())),
            Form::Plain | Form::Escaped => Self::Text(key.text().unwrap_or_default()),
        }
    }
}

impl Ord for Name<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Text(a), Self::Text(b)) => utf16_order(a, b),
            (Self::Text(a), Self::Units(b)) => a.encode_utf16().cmp(b.iter().copied()),
            (Self::Units(a), Self::Text(b)) => a.iter().copied().cmp(b.encode_utf16()),
            (Self::Units(a), Self::Units(b)) => a.cmp(b),
        }
    }
}

impl PartialOrd for Name<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Name<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Name<'_> {}

/// Compares two texts by their UTF-16 code units.
///
/// The order of UTF-8 bytes is that of code points. It differs from the order
/// of UTF-16 only where a character beyond U+FFFF (lead byte F0 and up) meets
/// one from U+E000 on (lead byte EE or EF), which sorts behind surrogates.
pub fn utf16_order(a: &str, b: &str) -> Ordering {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let Some(n) = a.iter().zip(b).position(|(x, y)| x != y) else { return a.len().cmp(&b.len()) };
    match (a[n], b[n]) {
        (0xee | 0xef, 0xf0..) => Ordering::Greater,
        (0xf0.., 0xee | 0xef) => Ordering::Less,
        (x, y) => x.cmp(&y),
    }
}
