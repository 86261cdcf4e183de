//! Lines of a stream, bounded before they are kept.

use std::sync::Arc;

/// What of a line that is too long is kept of either end, to find its id.
const END: usize = 4096;
/// A buffer that has grown beyond this is given back.
const KEPT: usize = 1 << 20;

/// One line, without its end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Whole.
    Frame(Arc<[u8]>),
    /// The first and the last bytes of one that is too long.
    Oversize(Vec<u8>),
}

/// Cuts a stream into lines. A line that exceeds the limit is passed over, and
/// costs no more than the limit.
#[derive(Debug)]
pub(crate) struct Framer {
    held: Vec<u8>,
    limit: usize,
    /// The line at hand is too long; its last bytes.
    tail: Option<Vec<u8>>,
}

impl Framer {
    pub(crate) fn new(limit: usize) -> Self {
        Self { held: Vec::new(), limit, tail: None }
    }

    /// Takes everything in `chunk`.
    pub(crate) fn push(&mut self, mut chunk: &[u8], f: &mut dyn FnMut(Piece)) {
        while let Some(at) = memchr::memchr(b'\n', chunk) {
            let (line, rest) = chunk.split_at(at);
            chunk = &rest[1..];
            if self.held.is_empty() && self.tail.is_none() && line.len() <= self.limit {
                emit(line, f);
            } else {
                self.keep(line);
                self.end(f);
            }
        }
        self.keep(chunk);
    }

    /// What stands behind the last line end, once the stream is over.
    pub(crate) fn finish(&mut self, f: &mut dyn FnMut(Piece)) {
        if !self.held.is_empty() || self.tail.is_some() {
            self.end(f);
        }
    }

    fn keep(&mut self, part: &[u8]) {
        if let Some(tail) = &mut self.tail {
            push_tail(tail, part);
        } else if self.held.len() + part.len() > self.limit {
            let mut tail = Vec::new();
            push_tail(&mut tail, &self.held[END.min(self.held.len())..]);
            self.held.truncate(END);
            push_tail(&mut tail, part);
            self.tail = Some(tail);
        } else {
            self.held.extend_from_slice(part);
        }
    }

    fn end(&mut self, f: &mut dyn FnMut(Piece)) {
        match self.tail.take() {
            Some(tail) => {
                self.held.extend_from_slice(&tail);
                f(Piece::Oversize(std::mem::take(&mut self.held)));
            }
            None => emit(&self.held, f),
        }
        self.held.clear();
        self.held.shrink_to(KEPT);
    }
}

fn push_tail(tail: &mut Vec<u8>, part: &[u8]) {
    let part = &part[part.len().saturating_sub(END)..];
    let excess = (tail.len() + part.len()).saturating_sub(END);
    tail.drain(..excess.min(tail.len()));
    tail.extend_from_slice(part);
}

/// An empty line is no message and nothing that a reader would miss.
fn emit(line: &[u8], f: &mut dyn FnMut(Piece)) {
    if !line.trim_ascii().is_empty() {
        f(Piece::Frame(line.into()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(limit: usize, chunks: &[&[u8]]) -> Vec<Piece> {
        let mut framer = Framer::new(limit);
        let mut out = Vec::new();
        chunks.iter().for_each(|c| framer.push(c, &mut |p| out.push(p)));
        framer.finish(&mut |p| out.push(p));
        out
    }

    fn frame(text: &str) -> Piece {
        Piece::Frame(text.as_bytes().into())
    }

    #[test]
    fn chunking_does_not_matter() {
        let text = b"one\n\n  \ntwo\r\nthree";
        let want = vec![frame("one"), frame("two\r"), frame("three")];
        for cut in 0..=text.len() {
            assert_eq!(all(9, &[&text[..cut], &text[cut..]]), want);
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_passed_over_and_its_ends_are_kept() {
        let long = [b"head".as_slice(), &[b'x'; 20_000], b"tail\n"].concat();
        let mut framer = Framer::new(10_000);
        let mut out = Vec::new();
        for chunk in long.chunks(700) {
            framer.push(chunk, &mut |p| out.push(p));
            assert!(framer.held.len() <= 10_000);
        }
        framer.push(b"next\n", &mut |p| out.push(p));
        assert_eq!(out.len(), 2);
        let Piece::Oversize(ends) = &out[0] else { panic!("{out:?}") };
        assert!(ends.starts_with(b"head") && ends.ends_with(b"tail") && ends.len() <= 2 * END);
        assert_eq!(out[1], frame("next"));
    }
}
