//! What a text does that RFC 8259 does not allow or advises against.

use super::doc::Span;

/// One departure from interoperable JSON, with its place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anomaly {
    /// What is odd.
    pub kind: AnomalyKind,
    /// Where it stands, in bytes of the source.
    pub span: Span,
}

/// The ways in which parsers of MCP clients are known to disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum AnomalyKind {
    /// A member name that stood in the same object before (RFC 8259, section 4).
    DuplicateKey,
    /// Half of a surrogate pair in a `\u` escape (RFC 8259, section 8.2); the
    /// span is the string's.
    LoneSurrogate,
    /// `NaN`, `Infinity` or a number too large for a double.
    NonFinite,
    /// A byte order mark in front of the text (RFC 8259, section 8.1).
    Bom,
    /// Bytes that are no UTF-8 inside a string; the span is the string's.
    InvalidUtf8,
    /// A control character that stands unescaped inside a string; the span is
    /// the first one's.
    ControlInString,
    /// A number that a double does not hold exactly (RFC 7493, section 2.2).
    NumberNotInteroperable,
    /// Something stands behind the first value.
    TrailingBytes,
}

impl AnomalyKind {
    /// A stable kebab-case name, used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::DuplicateKey => "duplicate-key",
            Self::LoneSurrogate => "lone-surrogate",
            Self::NonFinite => "non-finite-number",
            Self::Bom => "byte-order-mark",
            Self::InvalidUtf8 => "invalid-utf8",
            Self::ControlInString => "control-in-string",
            Self::NumberNotInteroperable => "number-not-interoperable",
            Self::TrailingBytes => "trailing-bytes",
        }
    }
}
