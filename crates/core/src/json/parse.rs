//! The reader: values, arrays and objects. Strings and numbers are read in
//! [`super::scalar`].

use super::anomaly::{Anomaly, AnomalyKind};
use super::doc::{Form, Kind, Node, NodeId, Place, Span};
use super::keys::{Key, duplicates, mark};
use super::read::{Limits, ReadError, ReadErrorKind};

const MAX_DEPTH: u16 = 512;

pub(super) type Read<T> = Result<T, ReadError>;

pub(super) struct Reader<'s> {
    pub(super) src: &'s [u8],
    pub(super) at: usize,
    depth: u16,
    max_nodes: u32,
    nodes: Vec<Node>,
    anomalies: Vec<Anomaly>,
    /// Names of the objects that are open, innermost last.
    keys: Vec<Key>,
    /// Where the next node stands.
    place: Place,
}

impl<'s> Reader<'s> {
    pub(super) fn new(src: &'s [u8], limits: &Limits) -> Self {
        Self {
            src,
            at: 0,
            depth: limits.depth.min(MAX_DEPTH),
            max_nodes: limits.nodes,
            nodes: Vec::with_capacity((src.len() / 12 + 1).min(limits.nodes as usize)),
            anomalies: Vec::new(),
            keys: Vec::new(),
            place: Place::default(),
        }
    }

    /// Reads the whole text.
    pub(super) fn text(mut self) -> Read<(Vec<Node>, Vec<Anomaly>)> {
        if self.src.starts_with(b"\xef\xbb\xbf") {
            self.odd(AnomalyKind::Bom, 0, 3);
            self.at = 3;
        }
        self.value(0)?;
        self.space();
        if self.at < self.src.len() {
            self.odd(AnomalyKind::TrailingBytes, self.at, self.src.len());
        }
        Ok((self.nodes, self.anomalies))
    }

    pub(super) fn fail<T>(&self, kind: ReadErrorKind) -> Read<T> {
        let kind = if self.at >= self.src.len() { ReadErrorKind::UnexpectedEnd } else { kind };
        Err(ReadError { at: self.at as u32, kind })
    }

    pub(super) fn odd(&mut self, kind: AnomalyKind, start: usize, end: usize) {
        let span = Span { start: start as u32, end: end as u32 };
        self.anomalies.push(Anomaly { kind, span });
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.src.get(self.at).copied()
    }

    fn space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// Appends a node that ends here.
    pub(super) fn push(&mut self, kind: Kind, start: usize) -> Read<NodeId> {
        self.push_form(kind, Form::Plain, start)
    }

    pub(super) fn push_form(&mut self, kind: Kind, form: Form, start: usize) -> Read<NodeId> {
        let id = self.nodes.len() as u32;
        if id >= self.max_nodes {
            return Err(ReadError { at: start as u32, kind: ReadErrorKind::TooManyNodes });
        }
        let span = Span { start: start as u32, end: self.at as u32 };
        self.nodes.push(Node { kind, form, span, next: id + 1, place: self.place });
        Ok(NodeId(id))
    }

    fn close(&mut self, id: NodeId) {
        let next = self.nodes.len() as u32;
        let node = &mut self.nodes[id.0 as usize];
        node.span.end = self.at as u32;
        node.next = next;
    }

    pub(super) fn word(&mut self, word: &[u8]) -> bool {
        let found = self.src[self.at..].starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    fn value(&mut self, depth: u16) -> Read<()> {
        self.space();
        let start = self.at;
        match self.peek() {
            Some(b'"') => self.string().map(drop),
            Some(b'{' | b'[') if depth >= self.depth => self.fail(ReadErrorKind::TooDeep),
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') if self.word(b"true") => self.push(Kind::True, start).map(drop),
            Some(b'f') if self.word(b"false") => self.push(Kind::False, start).map(drop),
            Some(b'n') if self.word(b"null") => self.push(Kind::Null, start).map(drop),
            Some(b'N') if self.word(b"NaN") => self.non_finite(start),
            Some(b'I') if self.word(b"Infinity") => self.non_finite(start),
            _ => self.fail(ReadErrorKind::UnexpectedByte),
        }
    }

    fn object(&mut self, depth: u16) -> Read<()> {
        let id = self.push(Kind::Obj, self.at)?;
        self.at += 1;
        let first_key = self.keys.len();
        self.space();
        if self.peek() == Some(b'}') {
            self.at += 1;
        } else {
            while self.member(id, depth)? {}
        }
        duplicates(self.src, &self.keys[first_key..], &mut self.anomalies);
        self.keys.truncate(first_key);
        self.close(id);
        Ok(())
    }

    /// Reads one member and what stands behind it; `false` at the end.
    fn member(&mut self, object: NodeId, depth: u16) -> Read<bool> {
        self.place = Place { parent: object.0, nth: 0 };
        self.space();
        if self.peek() != Some(b'"') {
            return self.fail(ReadErrorKind::UnexpectedByte);
        }
        let key = self.string()?;
        let Node { span, form, .. } = self.nodes[key.0 as usize];
        let mark = mark(&self.src[span.start as usize + 1..span.end as usize - 1]);
        self.keys.push(Key { span, plain: form == Form::Plain, mark });
        self.space();
        if self.peek() != Some(b':') {
            return self.fail(ReadErrorKind::UnexpectedByte);
        }
        self.at += 1;
        self.place.nth = 1;
        self.value(depth + 1)?;
        self.comma_or(b'}')
    }

    fn array(&mut self, depth: u16) -> Read<()> {
        let id = self.push(Kind::Arr, self.at)?;
        self.at += 1;
        self.space();
        if self.peek() == Some(b']') {
            self.at += 1;
        } else {
            for nth in 0.. {
                self.place = Place { parent: id.0, nth };
                self.value(depth + 1)?;
                if !self.comma_or(b']')? {
                    break;
                }
            }
        }
        self.close(id);
        Ok(())
    }

    fn comma_or(&mut self, end: u8) -> Read<bool> {
        self.space();
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                Ok(true)
            }
            Some(b) if b == end => {
                self.at += 1;
                Ok(false)
            }
            _ => self.fail(ReadErrorKind::UnexpectedByte),
        }
    }
}
