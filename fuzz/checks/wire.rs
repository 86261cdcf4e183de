//! What must hold of everything that a server sends before it is understood:
//! the framing of lines, of server-sent events, and the messages inside.

use warden_wire::fuzzing::{events, lines, message};

/// The first byte says how the stream is cut into pieces.
pub(crate) fn check(data: &[u8]) {
    let Some((piece, stream)) = data.split_first() else { return };
    let piece = usize::from(*piece);
    lines(stream, piece);
    events(stream, piece);
    message(stream);
}
