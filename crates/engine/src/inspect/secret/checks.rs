//! Whether a string of the right form is a credential or stands for one.

use std::collections::HashSet;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::shapes::{Check, Shape};

/// What the form's own check says.
pub(super) fn holds(shape: &Shape, body: &str) -> bool {
    match shape.check {
        Check::Random => random(body),
        // The format of the checksum is described in prose only, so a token
        // that fails it must at least look random.
        Check::Crc62 => crc62(body) || very_random(body),
        Check::Jwt => jwt(body),
        Check::Parts(lengths) => {
            let parts: Vec<&str> = body.split('.').collect();
            parts.len() == lengths.len()
                && parts.iter().zip(lengths).all(|(p, n)| *n == 0 || p.len() == *n)
                && random(body)
        }
        Check::Holds(part) => body.contains(part) && random(body),
    }
}

/// CRC-32 of all but the last six characters, in base 62, padded with `0`.
fn crc62(body: &str) -> bool {
    const DIGITS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let Some((text, sum)) = body.split_at_checked(body.len().saturating_sub(6)) else {
        return false;
    };
    let mut n = crc32fast::hash(text.as_bytes());
    let mut digits = [b'0'; 6];
    for d in digits.iter_mut().rev() {
        *d = DIGITS[(n % 62) as usize];
        n /= 62;
    }
    sum.as_bytes() == digits
}

/// The header is JSON with an algorithm, and there are three parts.
fn jwt(body: &str) -> bool {
    let whole = format!("eyJ{body}");
    let parts: Vec<&str> = whole.split('.').collect();
    let [header, claims, signature] = parts.as_slice() else { return false };
    let json = |part: &str| {
        let bytes = URL_SAFE_NO_PAD.decode(part.trim_end_matches('=')).ok()?;
        serde_json::from_slice::<serde_json::Value>(&bytes).ok()
    };
    json(header).is_some_and(|h| h.get("alg").is_some())
        && json(claims).is_some_and(|c| c.is_object() && !known_example(&c))
        && signature.len() >= 20
}

/// The claims of the token that tutorials show.
fn known_example(claims: &serde_json::Value) -> bool {
    claims.get("sub").is_some_and(|s| s == "1234567890")
        || claims.get("name").is_some_and(|s| s == "John Doe")
}

/// Digits and letters in no obvious order.
pub(super) fn random(body: &str) -> bool {
    let digits = body.bytes().filter(u8::is_ascii_digit).count();
    let letters = body.bytes().filter(u8::is_ascii_alphabetic).count();
    digits > 0 && letters > 0 && bits(body) >= 3.0 && !runs(body)
}

fn very_random(body: &str) -> bool {
    random(body) && bits(body) >= 4.0
}

/// Shannon entropy in bits a character.
fn bits(s: &str) -> f64 {
    let mut counts = [0u32; 256];
    s.bytes().for_each(|b| counts[usize::from(b)] += 1);
    let n = s.len() as f64;
    counts
        .iter()
        .filter(|c| **c > 0)
        .map(|c| {
            let p = f64::from(*c) / n;
            -p * p.log2()
        })
        .sum()
}

/// `abcdef…`, `123456…`: half of the characters follow the one before.
fn runs(s: &str) -> bool {
    let b = s.as_bytes();
    let follows = b.windows(2).filter(|w| w[1] == w[0].wrapping_add(1) || w[1] == w[0]).count();
    follows * 2 > b.len()
}

/// Words that people put where a key would stand.
const WORDS: &[&str] = &[
    "example",
    "xxxx",
    "your",
    "placeholder",
    "replace",
    "changeme",
    "redacted",
    "insert",
    "dummy",
    "sample",
    "token",
    "secret",
    "notreal",
    "...",
    "****",
    "abcdefghij",
    "1234567890",
    "0000000",
    "testkey",
    "test-key",
    "mykey",
    "my-key",
    "here",
];

/// Whether a value only stands for one.
pub(super) fn placeholder(body: &str) -> bool {
    let lower = body.to_ascii_lowercase();
    let distinct: HashSet<u8> = lower.bytes().collect();
    WORDS.iter().any(|w| lower.contains(w)) || distinct.len() * 4 < lower.len().min(32)
}

/// Hosts that no stranger reaches, and those of examples (RFC 2606).
pub(super) fn local(host: &str) -> bool {
    host.is_empty()
        || !host.contains(['.', ':'])
        || host.starts_with("127.")
        || host == "0.0.0.0"
        || ["example.com", "example.org", "example.net"].iter().any(|e| host.ends_with(e))
        || [".localhost", ".local"].iter().any(|e| host.ends_with(e))
}

/// Passwords of documentation, and references to variables.
pub(super) fn usual_password(password: &str) -> bool {
    let lower = password.to_ascii_lowercase();
    password.contains(['$', '{', '<', '%', '*', '[', '('])
        || [
            "password", "passwd", "changeme", "secret", "postgres", "example", "your", "xxx",
            "token", "mysecret", "apikey", "api_key", "redacted",
        ]
        .iter()
        .any(|w| lower.contains(w))
        || !password.bytes().any(|b| b.is_ascii_digit() || b.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_documented_one() {
        // CRC-32 of "123456789" is 0xcbf43926 (the usual check value).
        assert_eq!(crc32fast::hash(b"123456789"), 0xcbf4_3926);
        let body = "a".repeat(30);
        let mut n = crc32fast::hash(body.as_bytes());
        let digits = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        let mut sum = Vec::new();
        for _ in 0..6 {
            sum.insert(0, digits[(n % 62) as usize]);
            n /= 62;
        }
        let sum = String::from_utf8(sum).expect("ASCII");
        assert!(crc62(&format!("{body}{sum}")));
        assert!(!crc62(&format!("{body}000000")));
    }

    #[test]
    fn stand_ins_are_told_from_keys() {
        assert!(placeholder("AAAAAAAAAAAAAAAAAAAAAAAA") && placeholder("your_key_goes_in"));
        assert!(!placeholder("Q3vT9kLm2XwZ8rNb5YpD"));
        assert!(random("Q3vT9kLm2XwZ8rNb5YpD") && !random("abcdefghijklmnopqrstuvw1"));
    }
}
