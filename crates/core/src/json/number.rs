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

/// Compares the written decimal with the shortest decimal of the double it
/// parses to, digit by digit and without computing powers, so that a lexeme of
/// any length costs no more than its length.
pub(super) fn holds_exactly(lexeme: &str, f: f64) -> bool {
    // Integers of up to 15 digits are always exact.
    if lexeme.len() <= 15 && lexeme.bytes().all(|b| b.is_ascii_digit() || b == b'-') {
        return true;
    }
    let shortest = format!("{f:e}");
    match (decimal(lexeme), decimal(&shortest)) {
        (Some(a), Some(b)) => a == b,
        _ => false,
    }
}

/// Significant digits without leading and trailing zeros, and the power of ten
/// of the last one. The sign of zero is ignored.
fn decimal(s: &str) -> Option<(bool, Vec<u8>, i64)> {
    let (neg, s) = match s.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, s),
    };
    let (mantissa, exp) = match s.split_once(['e', 'E']) {
        Some((m, e)) => (m, e.parse::<i64>().ok()?),
        None => (s, 0),
    };
    let (int, frac) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut digits: Vec<u8> = int.bytes().chain(frac.bytes()).collect();
    let mut last = exp.checked_sub(i64::try_from(frac.len()).ok()?)?;
    while digits.last() == Some(&b'0') {
        digits.pop();
        last += 1;
    }
    let lead = digits.iter().take_while(|d| **d == b'0').count();
    digits.drain(..lead);
    if digits.is_empty() {
        return Some((false, digits, 0));
    }
    Some((neg, digits, last))
}
