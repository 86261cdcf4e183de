//! Numbers keep their lexeme; a double is only one reading of it.

/// A number as it was written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Num<'d> {
    lexeme: &'d str,
}

impl<'d> Num<'d> {
    pub(super) fn new(lexeme: &'d str) -> Self {
        Self { lexeme }
    }

    /// The number as it stands in the source.
    pub fn lexeme(self) -> &'d str {
        self.lexeme
    }

    /// The double that JavaScript and Python clients would see; `None` for
    /// `NaN`, the infinities and what overflows to them.
    pub fn as_f64(self) -> Option<f64> {
        self.lexeme.parse::<f64>().ok().filter(|f| f.is_finite())
    }

    /// Whether a double holds exactly what was written.
    pub fn is_exact(self) -> bool {
        self.as_f64().is_some_and(|f| holds_exactly(self.lexeme, f))
    }
}

/// Whether a double says the same number as was written, that is, whether the
/// decimal that ECMAScript prints for it has the same digits. This is
/// what tells whether a client that prints the number shows what was written;
/// the binary value of the double behind `0.1` does not matter. Compared digit
/// by digit and without computing powers, so that a lexeme of any length costs
/// no more than its length.
pub(super) fn holds_exactly(lexeme: &str, f: f64) -> bool {
    if lexeme.len() <= 15 && lexeme.bytes().all(|b| b.is_ascii_digit() || b == b'-') {
        return true;
    }
    match (decimal(lexeme), decimal(ryu_js::Buffer::new().format_finite(f))) {
        (Some(a), Some(b)) => a == b,
        _ => false,
    }
}

/// A decimal number in a form in which equal numbers are equal.
#[derive(PartialEq)]
struct Decimal {
    negative: bool,
    /// Significant digits, without leading and trailing zeros.
    digits: Vec<u8>,
    /// The power of ten of the last digit.
    last: i64,
}

/// `None` when the exponent is beyond any number that a double comes near. The
/// sign of zero is ignored.
fn decimal(s: &str) -> Option<Decimal> {
    let (negative, s) = match s.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, s),
    };
    let (mantissa, exponent) = s.split_once(['e', 'E']).unwrap_or((s, "0"));
    let (int, frac) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut digits: Vec<u8> = int.bytes().chain(frac.bytes()).skip_while(|d| *d == b'0').collect();
    let written = digits.len();
    digits.truncate(digits.iter().rposition(|d| *d != b'0').map_or(0, |n| n + 1));
    if digits.is_empty() {
        // Before the exponent is looked at, which may be anything.
        return Some(Decimal { negative: false, digits, last: 0 });
    }
    let exponent = exponent.parse::<i64>().ok()?;
    let dropped = i64::try_from(written - digits.len()).ok()?;
    let last = exponent.checked_sub(i64::try_from(frac.len()).ok()?)?.checked_add(dropped)?;
    Some(Decimal { negative, digits, last })
}
