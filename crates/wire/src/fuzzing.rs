//! Entry points for the fuzz targets, which live outside the workspace. Each
//! feeds a stream in pieces of the given size and checks that bounds hold.

use std::sync::Arc;

use warden_core::json::{Limits, Mode, read};

use crate::line::LineFramer;
use crate::rpc::classify;
use crate::sse::SseDecoder;

const LIMIT: usize = 256;

/// The line framer.
pub fn lines(stream: &[u8], piece: usize) {
    let mut framer = LineFramer::new(LIMIT);
    for mut chunk in stream.chunks(piece.max(1)) {
        loop {
            match framer.next(&mut chunk) {
                Ok(Some(line)) => assert!(line.len() <= LIMIT && !line.contains(&b'\n')),
                Ok(None) => break,
                Err(_) => return,
            }
        }
        assert!(chunk.is_empty());
    }
    assert!(framer.finish().is_none_or(|line| line.len() <= LIMIT));
}

/// The decoder of server-sent events.
pub fn events(stream: &[u8], piece: usize) {
    let mut decoder = SseDecoder::new(LIMIT);
    for mut chunk in stream.chunks(piece.max(1)) {
        loop {
            match decoder.next(&mut chunk) {
                Ok(Some(event)) => assert!(event.data.len() <= LIMIT),
                Ok(None) => break,
                Err(_) => return,
            }
        }
        assert!(chunk.is_empty());
    }
}

/// The classification of a message, and the reply to it.
pub fn message(text: &[u8]) {
    if let Ok(doc) = read(Arc::from(text), Mode::AsClientsRead, &Limits::default()) {
        let _ = classify(doc.root(), Some(7));
        doc.root().items().for_each(|m| drop(classify(m, Some(7))));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bounds_hold(stream in "[\\PC\r\n:]{0,600}", piece in 1usize..40) {
            super::lines(stream.as_bytes(), piece);
            super::events(stream.as_bytes(), piece);
            super::message(stream.as_bytes());
        }
    }
}
