//! From offsets in a reading back to offsets in the text it was made from.

use std::ops::Range;

/// A stretch of a reading and where it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    folded: u32,
    original: u32,
    original_len: u32,
    /// Each byte of the stretch stands for one byte of the original; otherwise
    /// the stretch stands for the original stretch as a whole.
    linear: bool,
}

/// Maps byte ranges of a reading to byte ranges of its source. Without pieces
/// it is the identity, which costs nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OffsetMap {
    pieces: Vec<Piece>,
}

impl OffsetMap {
    /// Notes that `len` bytes at `folded` are the bytes at `original`, one by
    /// one. Neighbouring stretches are joined.
    pub fn linear(&mut self, folded: usize, original: usize, len: usize) {
        if let Some(last) = self.pieces.last_mut()
            && last.linear
            && last.folded as usize + last.original_len as usize == folded
            && last.original as usize + last.original_len as usize == original
        {
            last.original_len += len as u32;
            return;
        }
        self.push(folded, original, len, true);
    }

    /// Notes that what starts at `folded` stands for `len` bytes at `original`.
    pub fn replaced(&mut self, folded: usize, original: usize, len: usize) {
        self.push(folded, original, len, false);
    }

    fn push(&mut self, folded: usize, original: usize, len: usize, linear: bool) {
        self.pieces.push(Piece {
            folded: folded as u32,
            original: original as u32,
            original_len: len as u32,
            linear,
        });
    }

    /// The range of the source that a range of the reading stands for.
    pub fn original(&self, range: Range<usize>) -> Range<usize> {
        if self.pieces.is_empty() {
            return range;
        }
        let start = self.piece_at(range.start);
        let last = range.end.saturating_sub(1).max(range.start);
        let end = self.piece_at(last);
        let from = if start.linear {
            start.original as usize + (range.start - start.folded as usize)
        } else {
            start.original as usize
        };
        let to = if end.linear {
            end.original as usize + (last - end.folded as usize) + 1
        } else {
            (end.original + end.original_len) as usize
        };
        from..to.max(from)
    }

    fn piece_at(&self, folded: usize) -> Piece {
        let n = self.pieces.partition_point(|p| p.folded as usize <= folded);
        let mut piece = self.pieces[n.saturating_sub(1)];
        piece.folded = piece.folded.min(folded as u32);
        piece
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_pieces_it_is_the_identity() {
        assert_eq!(OffsetMap::default().original(3..9), 3..9);
    }

    #[test]
    fn linear_stretches_join_and_replaced_ones_map_whole() {
        let mut m = OffsetMap::default();
        m.linear(0, 0, 2);
        m.linear(2, 2, 2);
        m.replaced(4, 4, 10);
        m.linear(7, 14, 3);
        assert_eq!(m.original(1..4), 1..4);
        assert_eq!(m.original(5..6), 4..14);
        assert_eq!(m.original(3..9), 3..16);
    }
}
