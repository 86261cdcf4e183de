//! The order that mcp-warden gives the values of an `enum`: by the name of
//! their Python type, then by the text that Python's `json.dumps` gives them.

use std::cmp::Ordering;

use warden_core::json::{Kind, Val, lossless, write_string};

use crate::canon::Canon;

/// The values of an `enum` in their order; duplicates stay.
pub(super) fn sorted(values: Val<'_>) -> Vec<Canon> {
    let mut keyed: Vec<((&'static str, String), Canon)> = values
        .items()
        .map(|v| {
            let mut text = String::new();
            dumps(v, &mut text);
            ((type_name(v), text), Canon::json(v))
        })
        .collect();
    keyed.sort_by(|a, b| a.0.cmp(&b.0));
    keyed.into_iter().map(|(_, canon)| canon).collect()
}

/// What Python calls the type of a value that its reader gives.
fn type_name(v: Val<'_>) -> &'static str {
    match v.kind() {
        Kind::Null => "NoneType",
        Kind::True | Kind::False => "bool",
        Kind::Obj => "dict",
        Kind::Num if is_float(v) => "float",
        Kind::Num => "int",
        Kind::Arr => "list",
        Kind::Str => "str",
    }
}

/// Python reads a number as an integer unless it has a fraction or an exponent.
pub(super) fn is_float(v: Val<'_>) -> bool {
    v.raw().iter().any(|b| matches!(b, b'.' | b'e' | b'E'))
}

/// As `json.dumps(v, sort_keys=True, ensure_ascii=False)`.
fn dumps(v: Val<'_>, out: &mut String) {
    match v.kind() {
        Kind::Null => out.push_str("null"),
        Kind::True => out.push_str("true"),
        Kind::False => out.push_str("false"),
        Kind::Num => out.push_str(&number(v)),
        Kind::Str => string(&v.text().unwrap_or_default(), out),
        Kind::Arr => {
            out.push('[');
            for (n, item) in v.items().enumerate() {
                if n > 0 {
                    out.push_str(", ");
                }
                dumps(item, out);
            }
            out.push(']');
        }
        Kind::Obj => {
            let mut members: Vec<(String, Val<'_>)> = Vec::new();
            for (key, value) in v.members() {
                members.push((key.text().unwrap_or_default().into_owned(), value));
            }
            // Stable, so that the last of equal names, which counts, is last.
            members.sort_by(|a, b| a.0.cmp(&b.0));
            out.push('{');
            let mut first = true;
            for (n, (key, value)) in members.iter().enumerate() {
                if members.get(n + 1).is_some_and(|(next, _)| next == key) {
                    continue;
                }
                if !std::mem::take(&mut first) {
                    out.push_str(", ");
                }
                string(key, out);
                out.push_str(": ");
                dumps(*value, out);
            }
            out.push('}');
        }
    }
}

fn string(s: &str, out: &mut String) {
    let mut bytes = Vec::with_capacity(s.len() + 2);
    write_string(s, &mut bytes);
    out.push_str(&String::from_utf8_lossy(&bytes));
}

/// As Python's `repr` writes a number.
pub(super) fn number(v: Val<'_>) -> String {
    let Some(num) = v.num() else { return String::new() };
    if !is_float(v) {
        return if num.lexeme() == "-0" { "0".into() } else { num.lexeme().into() };
    }
    match num.as_f64() {
        Some(f) => float(f),
        None => String::from_utf8_lossy(&lossless(v)).into_owned(),
    }
}

/// The shortest digits that give the double back, in Python's notation:
/// scientific below 10⁻⁴ and from 10¹⁶ on, the exponent with two digits.
fn float(f: f64) -> String {
    let text = format!("{f:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..16).contains(&exponent) || f == 0.0 {
        let plain = format!("{f}");
        return if plain.contains('.') { plain } else { format!("{plain}.0") };
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.unsigned_abs())
}

/// Code-point order, which is the order of UTF-8 bytes.
pub(super) fn code_points(a: &str, b: &str) -> Ordering {
    a.as_bytes().cmp(b.as_bytes())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use warden_core::json::{Limits, Mode, read};

    use super::*;

    fn order(text: &str) -> Vec<String> {
        let doc = read(Arc::from(text.as_bytes()), Mode::AsClientsRead, &Limits::default());
        let doc = doc.expect("JSON");
        sorted(doc.root()).into_iter().map(|c| c.as_str().to_owned()).collect()
    }

    #[test]
    fn by_type_then_by_text() {
        assert_eq!(
            order(r#"["b", 10, 2, 1.5, null, true, {"a":1}, [], "a", false]"#),
            ["null", "false", "true", r#"{"a":1}"#, "1.5", "10", "2", "[]", r#""a""#, r#""b""#]
        );
    }

    #[test]
    fn floats_are_compared_as_python_writes_them() {
        assert_eq!(float(1e16), "1e+16");
        assert_eq!(float(1e15), "1000000000000000.0");
        assert_eq!(float(1.5e-5), "1.5e-05");
        assert_eq!(float(0.0001), "0.0001");
        assert_eq!(float(-0.0), "-0.0");
        assert_eq!(float(1e100), "1e+100");
        assert_eq!(float(5e-324), "5e-324");
        assert_eq!(float(123456789012345680.0), "1.2345678901234568e+17");
    }
}
