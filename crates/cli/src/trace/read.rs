//! Traces as they are read back: ours, and those of mcp-warden.

use std::io::BufRead;
use std::time::{Duration, SystemTime};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::value::RawValue;
use warden_guard::Side;

use super::{FORMAT, Header, Line, Sealed, checked_hash};

/// The longest line: a frame of 32 MiB, every byte of it escaped.
const LONGEST: u64 = 256 << 20;

/// What stands in a trace.
#[derive(Debug)]
pub(crate) struct Trace {
    /// The first line; `None` in a trace of mcp-warden.
    pub(crate) header: Option<Header>,
    pub(crate) entries: Vec<Entry>,
    /// What is wrong with the chain, if anything.
    pub(crate) broken: Option<String>,
}

/// One frame, or the end of a side.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The number of its line.
    pub(crate) n: u64,
    /// Since the beginning.
    pub(crate) at: Duration,
    pub(crate) from: Side,
    pub(crate) what: Piece,
    /// Rules of the secrets that were taken out.
    pub(crate) redacted: Vec<String>,
    /// What the guard noted then.
    pub(crate) verdicts: Vec<serde_json::Value>,
}

#[derive(Debug)]
pub(crate) enum Piece {
    Frame(Vec<u8>),
    Oversize(Vec<u8>),
    End,
}

/// A line of mcp-warden's traces.
#[derive(Deserialize)]
struct Foreign<'a> {
    direction: Option<String>,
    #[serde(borrow)]
    frame: Option<&'a RawValue>,
}

/// Reads a trace. The error names the line.
pub(crate) fn read(from: impl BufRead) -> Result<Trace, String> {
    let mut reader = Reader::default();
    let mut number = 0u64;
    let mut from = from;
    loop {
        let mut line = Vec::new();
        let mut some = std::io::Read::take(&mut from, LONGEST);
        let read = some.read_until(b'\n', &mut line).map_err(|e| e.to_string())?;
        if read == 0 {
            break;
        }
        number += 1;
        let text = std::str::from_utf8(&line).map_err(|_| wrong(number, "it is no UTF-8"))?;
        let text = text.trim_end_matches(['\n', '\r']);
        if !text.trim().is_empty() {
            reader.line(number, text).map_err(|why| wrong(number, &why))?;
        }
    }
    Ok(Trace { header: reader.header, entries: reader.entries, broken: reader.broken })
}

fn wrong(number: u64, why: &str) -> String {
    format!("line {number}: {}", warden_core::Untrusted::from(why).term_limited(200))
}

#[derive(Default)]
struct Reader {
    header: Option<Header>,
    entries: Vec<Entry>,
    broken: Option<String>,
    first: Option<SystemTime>,
    prev: String,
    next: u64,
}

impl Reader {
    fn line(&mut self, number: u64, text: &str) -> Result<(), String> {
        if number == 1
            && let Ok(sealed) = serde_json::from_str::<Sealed<Header>>(text)
        {
            if sealed.line.trace != FORMAT {
                return Err("a trace of another version".to_owned());
            }
            self.chain(number, text, sealed.n, &sealed.prev);
            self.first = humantime::parse_rfc3339(&sealed.t).ok();
            self.header = Some(sealed.line);
            return Ok(());
        }
        if self.header.is_some() { self.own(number, text) } else { self.foreign(number, text) }
    }

    fn chain(&mut self, number: u64, text: &str, n: u64, prev: &str) {
        let hash = checked_hash(text);
        let fits = hash.is_some() && n == self.next && prev == self.prev;
        if !fits && self.broken.is_none() {
            self.broken = Some(format!("the chain is broken at line {number}"));
        }
        hash.unwrap_or_default().clone_into(&mut self.prev);
        self.next = n.wrapping_add(1);
    }

    fn own(&mut self, number: u64, text: &str) -> Result<(), String> {
        let sealed: Sealed<Line> = serde_json::from_str(text).map_err(|e| e.to_string())?;
        self.chain(number, text, sealed.n, &sealed.prev);
        let line = sealed.line;
        if let Some(verdict) = line.verdict {
            // Of what was noted before any frame nothing can be replayed.
            if let Some(entry) = self.entries.last_mut() {
                entry.verdicts.push(verdict);
            }
            return Ok(());
        }
        let from = line.side().ok_or("it has no direction")?;
        let bytes = match (line.raw, line.b64) {
            (Some(raw), None) => raw.into_bytes(),
            (None, Some(b64)) => STANDARD.decode(b64).map_err(|e| e.to_string())?,
            (None, None) if line.end => Vec::new(),
            _ => return Err("it has no frame, or two".to_owned()),
        };
        let what = match (line.end, line.oversize) {
            (true, _) => Piece::End,
            (_, true) => Piece::Oversize(bytes),
            _ => Piece::Frame(bytes),
        };
        let time = humantime::parse_rfc3339(&sealed.t).ok();
        let at = time.zip(self.first).and_then(|(t, first)| t.duration_since(first).ok());
        let redacted = line.redactions.into_iter().map(|r| r.rule).collect();
        let (n, at, verdicts) = (sealed.n, at.unwrap_or_default(), Vec::new());
        self.entries.push(Entry { n, at, from, what, redacted, verdicts });
        Ok(())
    }

    /// A bare message, or one in `frame`. Without a direction, whatever has a
    /// method is the client's.
    fn foreign(&mut self, number: u64, text: &str) -> Result<(), String> {
        let raw: &RawValue = serde_json::from_str(text).map_err(|e| e.to_string())?;
        let wrapped: Option<Foreign<'_>> = serde_json::from_str(text).ok();
        let (direction, frame) = match wrapped {
            Some(Foreign { direction, frame: Some(frame) }) => (direction, frame),
            _ => (None, raw),
        };
        let value: serde_json::Value =
            serde_json::from_str(frame.get()).map_err(|e| e.to_string())?;
        let object = value.as_object().ok_or("it is no JSON object")?;
        let from = match direction.as_deref() {
            Some("c2s") => Side::Client,
            Some("s2c") => Side::Server,
            Some(_) => return Err("an unknown direction".to_owned()),
            None if object.contains_key("method") => Side::Client,
            None => Side::Server,
        };
        self.entries.push(Entry {
            n: number,
            at: Duration::ZERO,
            from,
            what: Piece::Frame(frame.get().as_bytes().to_vec()),
            redacted: Vec::new(),
            verdicts: Vec::new(),
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traces_of_mcp_warden_are_read() {
        let text = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n\n\
            {\"direction\":\"s2c\",\"ts\":1,\"frame\":{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"n\":1.50}}}\n";
        let trace = read(text.as_bytes()).expect("a trace");
        assert!(trace.header.is_none() && trace.broken.is_none());
        let sides: Vec<Side> = trace.entries.iter().map(|e| e.from).collect();
        assert_eq!(sides, [Side::Client, Side::Server]);
        let Piece::Frame(frame) = &trace.entries[1].what else { panic!("a frame") };
        assert!(frame.ends_with(b"1.50}}"), "as it was written");
        for wrong in ["nonsense", "[]", "{\"direction\":\"up\",\"frame\":{}}", "7"] {
            assert!(read(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }
}
