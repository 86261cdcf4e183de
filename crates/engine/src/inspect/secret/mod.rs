//! Credentials in run-time texts: known forms, checked as far as they can be.

mod checks;
mod shapes;

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use super::{Found, rules};
use shapes::{Alphabet, SHAPES, Shape};

/// Findings of this kind in one text beyond which no more are listed; all are
/// still taken out.
static PREFIXES: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    AhoCorasick::builder()
        .match_kind(MatchKind::LeftmostLongest)
        .build(SHAPES.iter().map(|s| s.prefix).chain(MARKS.iter().copied()))
        .ok()
});

/// What else begins a credential, behind the shapes.
const MARKS: &[&str] = &[
    "PRIVATE KEY-----",
    "://",
    "AccountKey=",
    "aws_secret_access_key",
    "AWS_SECRET_ACCESS_KEY",
    "SecretAccessKey",
    "secretAccessKey",
];

/// Finds credentials.
pub(super) fn find(text: &str) -> Vec<Found> {
    let mut out: Vec<Found> = Vec::new();
    let Some(prefixes) = PREFIXES.as_ref() else { return out };
    let mut next = 0;
    for m in prefixes.find_iter(text) {
        if m.start() < next {
            continue;
        }
        let n = m.pattern().as_usize();
        let found = match SHAPES.get(n) {
            Some(shape) => token(text, m.start(), shape),
            None => marked(text, m.range(), MARKS[n - SHAPES.len()]),
        };
        if let Some(f) = found {
            next = f.range.end;
            out.push(f);
        }
    }
    out
}

fn redact(range: Range<usize>, name: &str) -> Found {
    let words = format!("A credential ({name}) stands in the text");
    Found::edit(&rules::SECRET, range, words, format!("[redacted: {name}]"))
}

/// Not in the middle of a longer word.
fn begins(text: &str, at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|n| text.as_bytes().get(n));
    before.is_none_or(|b| {
        !(b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'/' | b'+' | b'.'))
    })
}

fn token(text: &str, at: usize, shape: &Shape) -> Option<Found> {
    let address = shape.prefix.contains('/');
    if !address && !begins(text, at) {
        return None;
    }
    let start = at + shape.prefix.len();
    let len = run(text, start, shape.alphabet, shape.max + 1);
    let body = text[start..start + len].trim_end_matches(['.', '=', '-']);
    let fits = (shape.min..=shape.max).contains(&body.len());
    let range = at..start + body.len();
    (fits && checks::holds(shape, body) && !checks::placeholder(body))
        .then(|| redact(range, shape.name))
}

fn run(text: &str, start: usize, alphabet: Alphabet, max: usize) -> usize {
    text.as_bytes()[start..].iter().take(max).take_while(|b| alphabet.has(**b)).count()
}

fn marked(text: &str, range: Range<usize>, mark: &str) -> Option<Found> {
    match mark {
        "PRIVATE KEY-----" => private_key(text, range.end),
        "://" => password_in_url(text, range),
        "Authorization: Basic " => basic(text, range.end),
        "Authorization: Bearer " => bearer(text, range.end),
        "AccountKey=" => value(text, range.end, 86, 88, "Azure storage key"),
        _ => value(text, range.end, 40, 40, "AWS secret key"),
    }
}

/// A value of that length behind a name, with `=`, `:` and quotes in between.
fn value(text: &str, at: usize, min: usize, max: usize, name: &str) -> Option<Found> {
    let gap = text.as_bytes()[at..]
        .iter()
        .take(8)
        .take_while(|b| matches!(b, b'=' | b':' | b' ' | b'"' | b'\'' | b'\\'))
        .count();
    let start = at + gap;
    let len = run(text, start, Alphabet::Base64, max + 1);
    let body = &text[start..start + len];
    ((min..=max).contains(&len) && checks::random(body) && !checks::placeholder(body))
        .then(|| redact(start..start + len, name))
}

/// `user:password` in base64 (RFC 7617).
fn basic(text: &str, at: usize) -> Option<Found> {
    use base64::Engine as _;
    let len = run(text, at, Alphabet::Base64, 512);
    let bytes = base64::engine::general_purpose::STANDARD.decode(&text[at..at + len]).ok()?;
    let pair = String::from_utf8(bytes).ok()?;
    let (_, password) = pair.split_once(':')?;
    (password.len() >= 8 && !checks::usual_password(password))
        .then(|| redact(at..at + len, "password in a header"))
}

/// A token of no known form behind `Bearer` (RFC 6750).
fn bearer(text: &str, at: usize) -> Option<Found> {
    let known = SHAPES.iter().find(|s| text[at..].starts_with(s.prefix));
    if let Some(found) = known.and_then(|s| token(text, at, s)) {
        return Some(found);
    }
    let len = run(text, at, Alphabet::Dotted, 4096);
    let body = text[at..at + len].trim_end_matches('.');
    (body.len() >= 24 && checks::random(body) && !checks::placeholder(body))
        .then(|| redact(at..at + body.len(), "bearer token"))
}

/// A block of PEM (RFC 7468). Without an end or with hardly a line in it, it
/// is talk about one.
fn private_key(text: &str, body: usize) -> Option<Found> {
    let line = text[..body].rfind("-----BEGIN")?;
    if body - line > 64 {
        return None;
    }
    let limit = crate::lex::sentence::char_floor(text, body + (16 << 10));
    let len = text[body..limit].find("-----END")?;
    let inner: String =
        text[body..body + len].replace("\\n", "").chars().filter(|c| !c.is_whitespace()).collect();
    let real = inner.len() >= 40
        && inner.bytes().filter(|b| b.is_ascii_alphanumeric()).count() * 10 > inner.len() * 9
        && !checks::placeholder(&inner);
    real.then(|| redact(body..body + len, "private key"))
}

/// `scheme://user:password@host` (RFC 3986, section 3.2.1).
fn password_in_url(text: &str, range: Range<usize>) -> Option<Found> {
    let start = range.end;
    let len = text.as_bytes()[start..]
        .iter()
        .take(256)
        .take_while(|b| {
            b.is_ascii_graphic()
                && !matches!(b, b'/' | b'"' | b'\'' | b'`' | b'<' | b'>' | b'?' | b'#' | b'\\')
        })
        .count();
    let authority = &text[start..start + len];
    let (user_info, host) = authority.rsplit_once('@')?;
    let (_, password) = user_info.split_once(':')?;
    let host = host.split(':').next().unwrap_or_default();
    let range = start + user_info.len() - password.len()..start + user_info.len();
    (password.len() >= 8 && !checks::local(host) && !checks::usual_password(password))
        .then(|| redact(range, "password in a URL"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        find(text).into_iter().map(|f| f.replacement.into_owned()).collect()
    }

    #[test]
    fn known_forms_are_found() {
        let key = "Q3vT9kLm2XwZ8rNb5YpD";
        assert_eq!(names(&format!("key=sk_live_{key}!")), ["[redacted: Stripe live key]"]);
        assert_eq!(names(&format!("glpat-{key}")), ["[redacted: GitLab token]"]);
        assert_eq!(
            names("postgres://app:n0t-An-easy1@db.kestrel.test/x"),
            ["[redacted: password in a URL]"]
        );
        let pem = format!(
            "-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----",
            "MIGkAgEBQ3vT9kLm2XwZ8rNb5YpDhJ4s".repeat(3)
        );
        assert_eq!(names(&pem), ["[redacted: private key]"]);
    }

    #[test]
    fn stand_ins_are_left() {
        for text in [
            "sk_live_xxxxxxxxxxxxxxxxxxxxxxxx",
            "AKIAIOSFODNN7EXAMPLE",
            "ghp_<your token>",
            "sk-your-key-here-your-key-here-your-key",
            "postgres://user:password@localhost:5432/app",
            "https://user:${PASSWORD}@db.kestrel.test/",
            "a task_live_Q3vT9kLm2XwZ8rNb5YpD",
            "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
        ] {
            assert!(names(text).is_empty(), "{text}");
        }
    }
}
