//! The entry to the reader: its modes, bounds and errors.

use std::sync::Arc;

use super::anomaly::AnomalyKind;
use super::doc::Doc;
use super::parse::Reader;

/// How much the reader puts up with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Any anomaly is an error. For our own files.
    Strict,
    /// Everything that some client is known to read is read.
    AsClientsRead,
}

/// Bounds, checked before anything is allocated for what would exceed them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Length of the source in bytes.
    pub bytes: usize,
    /// Nesting of arrays and objects; values above 512 count as 512, since the
    /// reader recurses.
    pub depth: u16,
    /// Number of values and member names.
    pub nodes: u32,
}

impl Default for Limits {
    /// 16 MiB, 128 levels, about a million nodes: ten times the largest list
    /// seen from a real server.
    fn default() -> Self {
        Self { bytes: 16 << 20, depth: 128, nodes: 1 << 20 }
    }
}

/// Why a text could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind} at byte {at}")]
pub struct ReadError {
    /// Byte offset in the source.
    pub at: u32,
    /// What was wrong there.
    pub kind: ReadErrorKind,
}

/// The ways in which a text can be no JSON, or too much of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum ReadErrorKind {
    #[error("unexpected character")]
    UnexpectedByte,
    #[error("the text ends too early")]
    UnexpectedEnd,
    #[error("invalid escape")]
    BadEscape,
    #[error("invalid number")]
    BadNumber,
    #[error("nested too deeply")]
    TooDeep,
    #[error("too many values")]
    TooManyNodes,
    #[error("too long")]
    TooLong,
    #[error("{}", .0.name())]
    Anomaly(AnomalyKind),
}

/// Reads one JSON text.
///
/// # Errors
/// When the text is no JSON that any client reads, exceeds a limit, or, in
/// [`Mode::Strict`], has an anomaly.
pub fn read(src: Arc<[u8]>, mode: Mode, limits: &Limits) -> Result<Doc, ReadError> {
    if src.len() > limits.bytes || u32::try_from(src.len()).is_err() {
        return Err(ReadError { at: 0, kind: ReadErrorKind::TooLong });
    }
    let text: Option<Arc<str>> = std::str::from_utf8(&src).ok().map(Arc::from);
    // Text and bytes share their memory.
    let src = text.clone().map_or(src, Arc::from);
    let (nodes, mut anomalies) = Reader::new(&src, limits).text()?;
    anomalies.sort_by_key(|a| a.span);
    if let (Mode::Strict, Some(a)) = (mode, anomalies.first()) {
        return Err(ReadError { at: a.span.start, kind: ReadErrorKind::Anomaly(a.kind) });
    }
    Ok(Doc { src, text, nodes, anomalies })
}
