//! The reader: strings and numbers.

use super::anomaly::AnomalyKind;
use super::doc::{Form, Kind, NodeId};
use super::number::holds_exactly;
use super::parse::{Read, Reader};
use super::read::ReadErrorKind;
use super::string::{hex4, low_surrogate, plain_run};

impl Reader<'_> {
    pub(super) fn non_finite(&mut self, start: usize) -> Read<()> {
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

    fn some_digits(&mut self) -> Read<()> {
        if self.digits() == 0 {
            return self.fail(ReadErrorKind::BadNumber);
        }
        Ok(())
    }

    pub(super) fn number(&mut self) -> Read<()> {
        let start = self.at;
        let mut exponent = false;
        if self.peek() == Some(b'-') {
            self.at += 1;
            if self.word(b"Infinity") {
                return self.non_finite(start);
            }
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else {
            self.some_digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.some_digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            exponent = true;
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.some_digits()?;
        }
        self.push(Kind::Num, start)?;
        // Up to 15 decimal digits survive the way through a double (IEEE 754,
        // table 3.2 and C's DBL_DIG), which spares most numbers the comparison.
        if exponent || self.at - start > 15 {
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

    pub(super) fn string(&mut self) -> Read<NodeId> {
        let start = self.at;
        self.at += 1;
        let (run, ascii) = plain_run(&self.src[self.at..]);
        if ascii && self.src.get(self.at + run) == Some(&b'"') {
            self.at += run + 1;
            return self.push(Kind::Str, start);
        }
        self.string_with_more(start)
    }

    /// Goes through a string that is more than ASCII without escapes.
    fn string_with_more(&mut self, start: usize) -> Read<NodeId> {
        let mut seen = Seen::default();
        loop {
            let (run, ascii) = plain_run(&self.src[self.at..]);
            self.at += run;
            seen.beyond_ascii |= !ascii;
            match self.peek() {
                None => return self.fail(ReadErrorKind::UnexpectedEnd),
                Some(b'"') => break,
                Some(b'\\') => {
                    seen.escape = true;
                    seen.lone |= self.escape()?;
                }
                Some(_) => {
                    seen.control.get_or_insert(self.at);
                    self.at += 1;
                }
            }
        }
        self.at += 1;
        let form = self.judge_string(start, &seen);
        self.push_form(Kind::Str, form, start)
    }

    /// Reports each kind of oddity of a string once, so that a text of control
    /// characters does not become a list many times its size.
    fn judge_string(&mut self, start: usize, seen: &Seen) -> Form {
        let inner = &self.src[start + 1..self.at - 1];
        let invalid = seen.beyond_ascii && std::str::from_utf8(inner).is_err();
        if let Some(at) = seen.control {
            self.odd(AnomalyKind::ControlInString, at, at + 1);
        }
        if seen.lone {
            self.odd(AnomalyKind::LoneSurrogate, start, self.at);
        }
        if invalid {
            self.odd(AnomalyKind::InvalidUtf8, start, self.at);
        }
        match () {
            () if seen.lone || invalid => Form::Odd,
            () if seen.escape => Form::Escaped,
            () => Form::Plain,
        }
    }

    /// Steps over one escape; `true` if it is half of a surrogate pair.
    fn escape(&mut self) -> Read<bool> {
        match self.src.get(self.at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                self.at += 2;
                Ok(false)
            }
            Some(b'u') => match hex4(self.src, self.at + 2) {
                Some(u) => {
                    let pair = low_surrogate(self.src, self.at, u).is_some();
                    self.at += if pair { 12 } else { 6 };
                    Ok(!pair && (0xd800..0xe000).contains(&u))
                }
                None => self.bad_escape(),
            },
            _ => self.bad_escape(),
        }
    }

    /// An escape that only the end of the text cut off is no wrong escape.
    fn bad_escape<T>(&mut self) -> Read<T> {
        let rest = &self.src[self.at + 1..];
        let cut = match rest.split_first() {
            None => true,
            Some((b'u', hex)) => hex.len() < 4 && hex.iter().all(u8::is_ascii_hexdigit),
            Some(_) => false,
        };
        if cut {
            self.at = self.src.len();
        }
        self.fail(ReadErrorKind::BadEscape)
    }
}

/// What was met inside a string.
#[derive(Default)]
struct Seen {
    escape: bool,
    lone: bool,
    beyond_ascii: bool,
    /// Where the first unescaped control character stands.
    control: Option<usize>,
}
