//! Server-sent events with a bound on their size (WHATWG HTML, section 9.2.6).

/// One event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Event {
    /// The `event` field; empty means `message`.
    pub(crate) name: Vec<u8>,
    /// The `data` fields, joined by newlines.
    pub(crate) data: Vec<u8>,
}

impl Event {
    /// Whether it carries a message of MCP; clients pass over other events.
    pub(crate) fn is_message(&self) -> bool {
        matches!(&*self.name, b"" | b"message") && !self.data.is_empty()
    }
}

/// An event or a line that exceeds the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EventTooLarge;

/// Decodes a stream piece by piece.
#[derive(Debug)]
pub(crate) struct SseDecoder {
    limit: usize,
    line: Vec<u8>,
    event: Event,
    has_data: bool,
    /// The last byte was a CR: an LF that follows belongs to it.
    after_cr: bool,
    first_line: bool,
    last_id: Vec<u8>,
    retry: Option<u64>,
}

/// Ids longer than this are not kept: they would go back in a header.
const MAX_ID: usize = 1024;

impl SseDecoder {
    /// Events of at most `limit` bytes.
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            limit,
            line: Vec::new(),
            event: Event::default(),
            has_data: false,
            after_cr: false,
            first_line: true,
            last_id: Vec::new(),
            retry: None,
        }
    }

    /// The last `id` that was sent, to resume the stream with.
    pub(crate) fn last_id(&self) -> &[u8] {
        &self.last_id
    }

    /// How long the server asks to wait before reconnecting, in milliseconds.
    pub(crate) fn retry(&self) -> Option<u64> {
        self.retry
    }

    /// Takes bytes from the front of `chunk` until an event is complete, or
    /// all of them. What is not complete when the stream ends is no event.
    pub(crate) fn next(&mut self, chunk: &mut &[u8]) -> Result<Option<Event>, EventTooLarge> {
        while let Some(first) = chunk.first() {
            if std::mem::take(&mut self.after_cr) && *first == b'\n' {
                *chunk = &chunk[1..];
                continue;
            }
            let end = memchr::memchr2(b'\n', b'\r', chunk);
            let part = &chunk[..end.unwrap_or(chunk.len())];
            if self.line.len() + self.event.data.len() + part.len() > self.limit {
                return Err(EventTooLarge);
            }
            self.line.extend_from_slice(part);
            let Some(end) = end else {
                *chunk = &[];
                break;
            };
            self.after_cr = chunk[end] == b'\r';
            *chunk = &chunk[end + 1..];
            let line = std::mem::take(&mut self.line);
            if let Some(event) = self.take_line(&line) {
                return Ok(Some(event));
            }
        }
        Ok(None)
    }

    fn take_line(&mut self, line: &[u8]) -> Option<Event> {
        let bom = std::mem::take(&mut self.first_line);
        let line = if bom { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line) } else { line };
        if line.is_empty() {
            let event = std::mem::take(&mut self.event);
            return std::mem::take(&mut self.has_data).then_some(event);
        }
        let (field, value) = match memchr::memchr(b':', line) {
            Some(at) => (&line[..at], &line[at + 1..]),
            None => (line, &line[line.len()..]),
        };
        self.field(field, value.strip_prefix(b" ").unwrap_or(value));
        None
    }

    fn field(&mut self, field: &[u8], value: &[u8]) {
        match field {
            b"event" => self.event.name = value.to_vec(),
            b"data" => {
                if std::mem::replace(&mut self.has_data, true) {
                    self.event.data.push(b'\n');
                }
                self.event.data.extend_from_slice(value);
            }
            b"id" if value.len() <= MAX_ID && !value.contains(&0) => self.last_id = value.to_vec(),
            b"retry" if value.iter().all(u8::is_ascii_digit) => {
                self.retry = std::str::from_utf8(value).ok().and_then(|v| v.parse().ok());
            }
            // A comment has an empty field name; unknown fields are ignored.
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn all(decoder: &mut SseDecoder, chunks: &[&[u8]]) -> Result<Vec<Event>, EventTooLarge> {
        let mut events = Vec::new();
        for chunk in chunks {
            let mut rest = *chunk;
            while let Some(event) = decoder.next(&mut rest)? {
                events.push(event);
            }
        }
        Ok(events)
    }

    fn event(name: &str, data: &str) -> Event {
        Event { name: name.into(), data: data.into() }
    }

    #[test]
    fn fields_comments_and_every_line_ending() {
        let text = b"\xef\xbb\xbf: hello\r\nevent: message\rid: 7\nretry: 1500\r\ndata: one\r\ndata:two\n\r\
            data\n\nevent: lost\n\nunknown: x\ndata:  y\n\ndata: not finished";
        let mut d = SseDecoder::new(100);
        let got = all(&mut d, &[text]).expect("small enough");
        assert_eq!(got, [event("message", "one\ntwo"), event("", ""), event("", " y")]);
        assert_eq!((d.last_id(), d.retry()), (b"7".as_slice(), Some(1500)));
    }

    #[test]
    fn an_event_of_many_lines_is_bounded_as_a_whole() {
        let mut d = SseDecoder::new(32);
        let line = b"data: 0123456789\n".as_slice();
        assert_eq!(all(&mut d, &[line, line, line, line]), Err(EventTooLarge));
    }

    proptest! {
        #[test]
        fn chunking_does_not_matter(text in "[\r\ndatei: x\u{feff}]{0,60}", cuts in prop::collection::vec(0usize..64, 0..8)) {
            let text = text.as_bytes();
            let mut cuts: Vec<usize> = cuts.into_iter().map(|c| c.min(text.len())).collect();
            cuts.extend([0, text.len()]);
            cuts.sort_unstable();
            let chunks: Vec<&[u8]> = cuts.windows(2).map(|w| &text[w[0]..w[1]]).collect();
            let whole = all(&mut SseDecoder::new(1000), &[text]);
            prop_assert_eq!(all(&mut SseDecoder::new(1000), &chunks), whole);
        }
    }
}
