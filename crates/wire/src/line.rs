//! Newline-delimited messages with a bound on their length.

/// A line that exceeds the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LineTooLong;

/// Cuts a byte stream into lines. The limit is checked before bytes are
/// copied, so that a stream without newlines costs no more than the limit.
#[derive(Debug)]
pub(crate) struct LineFramer {
    held: Vec<u8>,
    limit: usize,
}

impl LineFramer {
    /// Lines of at most `limit` bytes, the newline not counted.
    pub(crate) fn new(limit: usize) -> Self {
        Self { held: Vec::new(), limit }
    }

    /// Takes bytes from the front of `chunk` up to the end of a line. Returns
    /// the line without its `\n` or `\r\n`, or `None` when all of `chunk` was
    /// taken and the line goes on.
    pub(crate) fn next(&mut self, chunk: &mut &[u8]) -> Result<Option<Vec<u8>>, LineTooLong> {
        let newline = memchr::memchr(b'\n', chunk);
        let part = &chunk[..newline.unwrap_or(chunk.len())];
        if self.held.len() + part.len() > self.limit {
            return Err(LineTooLong);
        }
        self.held.extend_from_slice(part);
        match newline {
            Some(at) => {
                *chunk = &chunk[at + 1..];
                Ok(Some(self.take()))
            }
            None => {
                *chunk = &[];
                Ok(None)
            }
        }
    }

    /// What stands behind the last newline, once the stream has ended.
    pub(crate) fn finish(&mut self) -> Option<Vec<u8>> {
        (!self.held.is_empty()).then(|| self.take())
    }

    fn take(&mut self) -> Vec<u8> {
        let mut line = std::mem::take(&mut self.held);
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        line
    }
}

/// Whether a line is the head of a message framed as in the Language Server
/// Protocol, which MCP does not use.
pub(crate) fn is_content_length(line: &[u8]) -> bool {
    const HEAD: &[u8] = b"content-length:";
    line.get(..HEAD.len()).is_some_and(|h| h.eq_ignore_ascii_case(HEAD))
        && line[HEAD.len()..].trim_ascii().iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn all(framer: &mut LineFramer, chunks: &[&[u8]]) -> Result<Vec<Vec<u8>>, LineTooLong> {
        let mut lines = Vec::new();
        for chunk in chunks {
            let mut rest = *chunk;
            while let Some(line) = framer.next(&mut rest)? {
                lines.push(line);
            }
        }
        lines.extend(framer.finish());
        Ok(lines)
    }

    #[test]
    fn carriage_returns_and_a_missing_last_newline_are_tolerated() {
        let mut f = LineFramer::new(10);
        let lines = all(&mut f, &[b"a\r", b"\n\nb\xff", b"c"]);
        assert_eq!(lines, Ok(vec![b"a".to_vec(), b"".to_vec(), b"b\xffc".to_vec()]));
    }

    #[test]
    fn the_limit_counts_whole_lines() {
        assert_eq!(all(&mut LineFramer::new(4), &[b"ab", b"cd\n"]), Ok(vec![b"abcd".to_vec()]));
        let mut f = LineFramer::new(4);
        assert_eq!(all(&mut f, &[b"ab", b"cde"]), Err(LineTooLong));
        assert!(f.held.len() <= 4, "nothing beyond the limit is copied");
    }

    #[test]
    fn content_length_heads() {
        assert!(is_content_length(b"Content-Length: 120"));
        assert!(is_content_length(b"content-length:7\t"));
        assert!(!is_content_length(b"Content-Length: unknown"));
        assert!(!is_content_length(b"{\"a\":1}"));
    }

    proptest! {
        #[test]
        fn chunking_does_not_matter(
            lines in prop::collection::vec("[^\r\n]{0,12}", 0..8),
            cuts in prop::collection::vec(0usize..64, 0..8),
        ) {
            let text = lines.iter().map(|l| format!("{l}\n")).collect::<String>().into_bytes();
            let mut cuts: Vec<usize> = cuts.into_iter().map(|c| c.min(text.len())).collect();
            cuts.extend([0, text.len()]);
            cuts.sort_unstable();
            let chunks: Vec<&[u8]> = cuts.windows(2).map(|w| &text[w[0]..w[1]]).collect();
            let want: Vec<Vec<u8>> = lines.iter().map(|l| l.clone().into_bytes()).collect();
            prop_assert_eq!(all(&mut LineFramer::new(64), &chunks), Ok(want));
        }

        #[test]
        fn nothing_beyond_the_limit_is_held(chunks in prop::collection::vec(any::<Vec<u8>>(), 0..8)) {
            let mut f = LineFramer::new(16);
            for chunk in &chunks {
                let mut rest = chunk.as_slice();
                while let Ok(Some(line)) = f.next(&mut rest) {
                    prop_assert!(line.len() <= 16);
                }
                prop_assert!(f.held.len() <= 16);
            }
        }
    }
}
