//! Canonical forms: RFC 8785, and the lossless one that digests are made of.

use sha2::{Digest, Sha256};

use super::doc::{Form as StringForm, Kind, Span, Val};
use super::odd;
use super::sort::Name;
use super::string::plain_run;

/// What to do with a number that a double does not hold exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberPolicy {
    /// Refuse it. For our own signed documents.
    RefuseUnsafe,
    /// Write the nearest double, as RFC 8785 asks.
    AsDouble,
}

/// Why a value has no RFC 8785 form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a number or string at byte {} has no canonical form", .at.start)]
pub struct JcsError {
    /// Where it stands.
    pub at: Span,
}

/// The RFC 8785 form of a value. Of duplicate members the last one is taken,
/// as in every client.
///
/// # Errors
/// For a number that is not finite, or not exact under
/// [`NumberPolicy::RefuseUnsafe`], and for a string that is no Unicode text.
pub fn jcs(v: Val<'_>, numbers: NumberPolicy) -> Result<Vec<u8>, JcsError> {
    let mut out = Vec::with_capacity(v.raw().len());
    Writer { form: Form::Jcs(numbers), out: &mut out }.value(v)?;
    Ok(out)
}

/// The lossless canonical form that item digests are made of: RFC 8785, but
/// duplicate members are kept, in source order after sorting by name; a lone
/// surrogate is written as its lower-case escape; a byte that is no UTF-8 is
/// written as `\x` and two hexadecimal digits; a number that a double does not
/// hold exactly (see [`super::Num::is_exact`]) is written as `#` and its
/// lexeme. Two values have the same form only if every client reads the same.
pub fn lossless(v: Val<'_>) -> Vec<u8> {
    let mut out = Vec::with_capacity(v.raw().len());
    // The lossless form exists for every value that was read.
    let _ = Writer { form: Form::Lossless, out: &mut out }.value(v);
    out
}

/// The digest that pins, locks, approvals and ignore entries are bound to:
/// `sha256:` and the hexadecimal SHA-256 of the [`lossless`] form.
pub fn item_digest(v: Val<'_>) -> String {
    format!("sha256:{}", crate::digest::hex(&Sha256::digest(lossless(v))))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Jcs(NumberPolicy),
    Lossless,
}

struct Writer<'o> {
    form: Form,
    out: &'o mut Vec<u8>,
}

impl Writer<'_> {
    fn value(&mut self, v: Val<'_>) -> Result<(), JcsError> {
        match v.kind() {
            Kind::Null => self.out.extend_from_slice(b"null"),
            Kind::True => self.out.extend_from_slice(b"true"),
            Kind::False => self.out.extend_from_slice(b"false"),
            Kind::Num => self.number(v)?,
            Kind::Str => self.string(v)?,
            Kind::Arr => self.array(v)?,
            Kind::Obj => self.object(v)?,
        }
        Ok(())
    }

    fn array(&mut self, v: Val<'_>) -> Result<(), JcsError> {
        self.out.push(b'[');
        for (n, item) in v.items().enumerate() {
            if n > 0 {
                self.out.push(b',');
            }
            self.value(item)?;
        }
        self.out.push(b']');
        Ok(())
    }

    fn object(&mut self, v: Val<'_>) -> Result<(), JcsError> {
        let mut members: Vec<(Name<'_>, Val<'_>, Val<'_>)> =
            v.members().map(|(k, v)| (Name::of(k), k, v)).collect();
        // RFC 8785 section 3.2.3: by UTF-16 code units. The sort is stable, so
        // duplicates keep their order.
        members.sort_by(|a, b| a.0.cmp(&b.0));
        self.out.push(b'{');
        let mut first = true;
        for (n, (key, name, value)) in members.iter().enumerate() {
            let shadowed = members.get(n + 1).is_some_and(|(next, ..)| next == key);
            if shadowed && self.form != Form::Lossless && name.form() != StringForm::Odd {
                continue;
            }
            if !std::mem::take(&mut first) {
                self.out.push(b',');
            }
            self.string(*name)?;
            self.out.push(b':');
            self.value(*value)?;
        }
        self.out.push(b'}');
        Ok(())
    }

    fn number(&mut self, v: Val<'_>) -> Result<(), JcsError> {
        let refuse = JcsError { at: v.span() };
        let num = v.num().ok_or(refuse)?;
        if is_canonical_integer(num.lexeme()) {
            self.out.extend_from_slice(num.lexeme().as_bytes());
            return Ok(());
        }
        match (self.form, num.as_f64()) {
            (Form::Jcs(NumberPolicy::RefuseUnsafe), _) if !num.is_exact() => return Err(refuse),
            (Form::Jcs(_), None) => return Err(refuse),
            (Form::Lossless, _) if !num.is_exact() => {
                self.out.push(b'#');
                self.out.extend_from_slice(num.lexeme().as_bytes());
            }
            (_, Some(f)) => {
                self.out.extend_from_slice(ryu_js::Buffer::new().format(f).as_bytes());
            }
            (_, None) => {}
        }
        Ok(())
    }

    fn string(&mut self, v: Val<'_>) -> Result<(), JcsError> {
        match (v.form(), self.form) {
            (StringForm::Plain | StringForm::Escaped, _) => {
                write_string(&v.text().unwrap_or_default(), self.out);
            }
            (StringForm::Odd, Form::Jcs(_)) => return Err(JcsError { at: v.span() }),
            (StringForm::Odd, Form::Lossless) => {
                self.out.push(b'"');
                odd::write(v.inner(), self.out);
                self.out.push(b'"');
            }
        }
        Ok(())
    }
}

/// Whether a number is written as ECMAScript would write it, judged by its look
/// alone: up to 15 digits without sign.
fn is_canonical_integer(lexeme: &str) -> bool {
    lexeme.len() <= 15 && lexeme.bytes().all(|b| b.is_ascii_digit())
}

/// Writes a string as RFC 8785 section 3.2.2.2 asks, quotes included.
pub fn write_string(s: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    write_escaped(s, out);
    out.push(b'"');
}

pub(super) fn write_escaped(s: &str, out: &mut Vec<u8>) {
    let mut rest = s.as_bytes();
    loop {
        let (run, _) = plain_run(rest);
        let (plain, more) = rest.split_at(run);
        out.extend_from_slice(plain);
        let Some((b, more)) = more.split_first() else { return };
        write_escape(*b, out);
        rest = more;
    }
}

fn write_escape(b: u8, out: &mut Vec<u8>) {
    match b {
        b'"' => out.extend_from_slice(b"\\\""),
        b'\\' => out.extend_from_slice(b"\\\\"),
        8 => out.extend_from_slice(b"\\b"),
        9 => out.extend_from_slice(b"\\t"),
        10 => out.extend_from_slice(b"\\n"),
        12 => out.extend_from_slice(b"\\f"),
        13 => out.extend_from_slice(b"\\r"),
        _ => {
            out.extend_from_slice(b"\\u00");
            push_hex(b, out);
        }
    }
}

/// Two lower-case hexadecimal digits.
pub(super) fn push_hex(b: u8, out: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    out.extend([DIGITS[usize::from(b >> 4)], DIGITS[usize::from(b & 15)]]);
}
