//! Recorded sessions: one JSON object a line, each with the digest of the one
//! before, so that nothing can be taken out or put in unseen.

mod line;
mod read;
mod redact;

pub(crate) use line::{FORMAT, Header, HeaderPin, Line, Sealed, Session, checked_hash};
pub(crate) use read::{Entry, Piece, Trace, read};
pub(crate) use redact::{Redaction, redact};
