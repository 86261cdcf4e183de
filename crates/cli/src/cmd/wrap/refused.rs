//! A server that is not started: every request is told so.

use std::cell::Cell;
use std::io::{Read, Write};
use std::sync::Arc;

use warden_core::json::{Limits, Mode, Val, read};
use warden_guard::{code, error_frame};

use super::framer::{Framer, Piece};

/// Bytes of one request.
const LIMIT: usize = 1 << 20;

/// What the client is told.
pub(crate) struct Refusal {
    pub(crate) message: String,
    pub(crate) rules: Vec<String>,
    /// The command with which a person can look into it.
    pub(crate) review: String,
}

/// Answers until `initialize` was answered, or the client is through.
pub(crate) fn answer(refusal: &Refusal, mut from: impl Read, mut to: impl Write) {
    let mut framer = Framer::new(LIMIT);
    let mut chunk = vec![0; 16 << 10];
    let through = Cell::new(false);
    let mut take = |piece: Piece| {
        let Piece::Frame(frame) = piece else { return };
        if let Some((frame, last)) = answered(refusal, &frame)
            && !through.get()
        {
            let written = to.write_all(&frame).and_then(|()| to.write_all(b"\n"));
            through.set(last || written.and_then(|()| to.flush()).is_err());
        }
    };
    loop {
        match from.read(&mut chunk) {
            Ok(n @ 1..) => framer.push(&chunk[..n], &mut take),
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
            _ => break,
        }
        if through.get() {
            return;
        }
    }
}

/// The answer to a request, and whether it was the last.
fn answered(refusal: &Refusal, frame: &Arc<[u8]>) -> Option<(Arc<[u8]>, bool)> {
    let doc = read(Arc::clone(frame), Mode::AsClientsRead, &Limits::default()).ok()?;
    let method = doc.root().get_text("method")?;
    let id = doc.root().get("id").filter(|v: &Val<'_>| v.text().is_some() || v.num().is_some())?;
    let answer =
        error_frame(id.raw(), code::LAUNCH, &refusal.message, &refusal.rules, &refusal.review);
    Some((answer, method == "initialize"))
}
