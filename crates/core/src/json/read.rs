//! The reader.

use std::collections::HashMap;
use std::sync::Arc;

use super::anomaly::{Anomaly, AnomalyKind};
use super::doc::{Doc, Kind, Node, NodeId, Span};
use super::number::holds_exactly;
use super::string::{hex4, low_surrogate, unescape};

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

const MAX_DEPTH: u16 = 512;
/// Objects of up to this many members are searched for duplicates in a line.
const SMALL_OBJECT: usize = 16;

/// Reads one JSON text.
///
/// # Errors
/// When the text is no JSON that any client reads, exceeds a limit, or, in
/// [`Mode::Strict`], has an anomaly.
pub fn read(src: Arc<[u8]>, mode: Mode, limits: &Limits) -> Result<Doc, ReadError> {
    if src.len() > limits.bytes || u32::try_from(src.len()).is_err() {
        return Err(ReadError { at: 0, kind: ReadErrorKind::TooLong });
    }
    let mut reader = Reader {
        src: &src,
        at: 0,
        depth: limits.depth.min(MAX_DEPTH),
        max_nodes: limits.nodes,
        nodes: Vec::with_capacity((src.len() / 12 + 1).min(limits.nodes as usize)),
        anomalies: Vec::new(),
        keys: Vec::new(),
    };
    reader.text()?;
    let Reader { nodes, mut anomalies, .. } = reader;
    anomalies.sort_by_key(|a| a.span);
    if let (Mode::Strict, Some(a)) = (mode, anomalies.first()) {
        return Err(ReadError { at: a.span.start, kind: ReadErrorKind::Anomaly(a.kind) });
    }
    Ok(Doc { src, nodes, anomalies })
}

struct Reader<'s> {
    src: &'s [u8],
    at: usize,
    depth: u16,
    max_nodes: u32,
    nodes: Vec<Node>,
    anomalies: Vec<Anomaly>,
    /// Names of the objects that are open, innermost last.
    keys: Vec<Span>,
}

type Read<T> = Result<T, ReadError>;

impl Reader<'_> {
    fn text(&mut self) -> Read<()> {
        if self.src.starts_with(b"\xef\xbb\xbf") {
            self.odd(AnomalyKind::Bom, 0, 3);
            self.at = 3;
        }
        self.value(0)?;
        self.space();
        if self.at < self.src.len() {
            self.odd(AnomalyKind::TrailingBytes, self.at, self.src.len());
        }
        Ok(())
    }

    fn fail<T>(&self, kind: ReadErrorKind) -> Read<T> {
        let kind = if self.at >= self.src.len() { ReadErrorKind::UnexpectedEnd } else { kind };
        Err(ReadError { at: self.at as u32, kind })
    }

    fn odd(&mut self, kind: AnomalyKind, start: usize, end: usize) {
        let span = Span { start: start as u32, end: end as u32 };
        self.anomalies.push(Anomaly { kind, span });
    }

    fn peek(&self) -> Option<u8> {
        self.src.get(self.at).copied()
    }

    fn space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    fn push(&mut self, kind: Kind, start: usize) -> Read<NodeId> {
        let id = self.nodes.len() as u32;
        if id >= self.max_nodes {
            return Err(ReadError { at: start as u32, kind: ReadErrorKind::TooManyNodes });
        }
        let span = Span { start: start as u32, end: self.at as u32 };
        self.nodes.push(Node { kind, span, next: id + 1 });
        Ok(NodeId(id))
    }

    fn close(&mut self, id: NodeId) {
        let next = self.nodes.len() as u32;
        let node = &mut self.nodes[id.0 as usize];
        node.span.end = self.at as u32;
        node.next = next;
    }

    fn word(&mut self, word: &[u8]) -> bool {
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
            Some(b'{' | b'[') if depth >= self.depth => self.fail(ReadErrorKind::TooDeep),
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => self.string().map(drop),
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
            while self.member(depth)? {}
        }
        self.report_duplicates(first_key);
        self.keys.truncate(first_key);
        self.close(id);
        Ok(())
    }

    /// Reads one member and what stands behind it; `false` at the end.
    fn member(&mut self, depth: u16) -> Read<bool> {
        self.space();
        if self.peek() != Some(b'"') {
            return self.fail(ReadErrorKind::UnexpectedByte);
        }
        let key = self.string()?;
        self.keys.push(self.nodes[key.0 as usize].span);
        self.space();
        if self.peek() != Some(b':') {
            return self.fail(ReadErrorKind::UnexpectedByte);
        }
        self.at += 1;
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
            loop {
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

    fn key_bytes(&self, span: Span) -> &[u8] {
        &self.src[span.start as usize + 1..span.end as usize - 1]
    }

    /// Linear in the number of members: a hostile object of a million equal
    /// names must not cost a million squared.
    fn report_duplicates(&mut self, first: usize) {
        let keys = &self.keys[first..];
        let mut found = Vec::new();
        if keys.len() <= SMALL_OBJECT {
            for (n, key) in keys.iter().enumerate() {
                if keys[..n].iter().any(|other| self.same_key(*other, *key)) {
                    found.push(*key);
                }
            }
        } else {
            let mut seen = HashMap::with_capacity(keys.len());
            for key in keys {
                if seen.insert(unescape(self.key_bytes(*key)), ()).is_some() {
                    found.push(*key);
                }
            }
        }
        for span in found {
            self.anomalies.push(Anomaly { kind: AnomalyKind::DuplicateKey, span });
        }
    }

    fn same_key(&self, a: Span, b: Span) -> bool {
        let (a, b) = (self.key_bytes(a), self.key_bytes(b));
        a == b || ((a.contains(&b'\\') || b.contains(&b'\\')) && unescape(a) == unescape(b))
    }

    fn non_finite(&mut self, start: usize) -> Read<()> {
        self.push(Kind::Num, start)?;
        self.odd(AnomalyKind::NonFinite, start, self.at);
        Ok(())
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        self.at - start
    }

    fn number(&mut self) -> Read<()> {
        let start = self.at;
        let mut integer = true;
        if self.peek() == Some(b'-') {
            self.at += 1;
            if self.word(b"Infinity") {
                return self.non_finite(start);
            }
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else if self.digits() == 0 {
            return self.fail(ReadErrorKind::BadNumber);
        }
        if self.peek() == Some(b'.') {
            integer = false;
            self.at += 1;
            if self.digits() == 0 {
                return self.fail(ReadErrorKind::BadNumber);
            }
        }
        if let Some(b'e' | b'E') = self.peek() {
            integer = false;
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            if self.digits() == 0 {
                return self.fail(ReadErrorKind::BadNumber);
            }
        }
        self.push(Kind::Num, start)?;
        if !(integer && self.at - start <= 15) {
            self.judge_number(start);
        }
        Ok(())
    }

    fn judge_number(&mut self, start: usize) {
        let lexeme = std::str::from_utf8(&self.src[start..self.at]).unwrap_or_default();
        let kind = match lexeme.parse::<f64>() {
            Ok(f) if !f.is_finite() => AnomalyKind::NonFinite,
            Ok(f) if !holds_exactly(lexeme, f) => AnomalyKind::NumberNotInteroperable,
            _ => return,
        };
        self.odd(kind, start, self.at);
    }

    fn string(&mut self) -> Read<NodeId> {
        let start = self.at;
        let mut lone = false;
        let mut ascii = true;
        self.at += 1;
        loop {
            let Some(b) = self.peek() else { return self.fail(ReadErrorKind::UnexpectedEnd) };
            match b {
                b'"' => break,
                b'\\' => lone |= self.escape()?,
                0..=0x1f => {
                    self.odd(AnomalyKind::ControlInString, self.at, self.at + 1);
                    self.at += 1;
                }
                _ => {
                    ascii &= b < 0x80;
                    self.at += 1;
                }
            }
        }
        self.at += 1;
        if lone {
            self.odd(AnomalyKind::LoneSurrogate, start, self.at);
        }
        if !ascii && std::str::from_utf8(&self.src[start + 1..self.at - 1]).is_err() {
            self.odd(AnomalyKind::InvalidUtf8, start, self.at);
        }
        self.push(Kind::Str, start)
    }

    /// Steps over one escape; `true` if it is half of a surrogate pair.
    fn escape(&mut self) -> Read<bool> {
        match self.src.get(self.at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                self.at += 2;
                Ok(false)
            }
            Some(b'u') => {
                let Some(u) = hex4(self.src, self.at + 2) else {
                    return self.fail(ReadErrorKind::BadEscape);
                };
                let pair = low_surrogate(self.src, self.at, u).is_some();
                self.at += if pair { 12 } else { 6 };
                Ok(!pair && (0xd800..0xe000).contains(&u))
            }
            _ => self.fail(ReadErrorKind::BadEscape),
        }
    }
}
