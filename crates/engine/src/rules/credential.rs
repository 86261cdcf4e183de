//! Credentials that stand in a definition or on a launch line, by mcp-warden's
//! ids: facts for a reviewer. Its scanner reads some fields only; this one reads
//! every text. The forms are those that the providers document.

use warden_core::surface::Role;
use warden_core::{Confidence, Endpoint, Evidence, Gate, Severity, Subject};

use crate::evidence::text_digest;
use crate::fold::run_from;
use crate::rule::{Case, Cx, Meta, Rule, Sink, Text};

const fn meta(id: &'static str, title: &'static str, doc: &'static str) -> Meta {
    Meta {
        id,
        title,
        severity: Severity::Info,
        confidence: Confidence::Medium,
        advisory: true,
        aka: &[],
        doc,
    }
}

const DOC: &str = "Advisory. A definition or launch line holds a credential of this form, which \
                   everyone can read who lists the tools or sees the process. Revoke it, and have \
                   it given as a variable. `warden pin` does not record it; there and in `warden \
                   check` the severity is critical, or high for forms that are less sure.";

static OPENAI: Meta = meta("WRD-SEC-OPENAI", "Holds an OpenAI key", DOC);
static GITHUB: Meta = meta("WRD-SEC-GITHUB", "Holds a GitHub token", DOC);
static AWS: Meta = meta("WRD-SEC-AWS-AKID", "Holds an AWS access key id", DOC);
static SLACK: Meta = meta("WRD-SEC-SLACK", "Holds a Slack token", DOC);
static PRIVATE: Meta = meta("WRD-SEC-PRIVKEY", "Holds the head of a private key", DOC);
static JWT: Meta = meta("WRD-SEC-JWT", "Holds a JSON Web Token", DOC);
static ENTROPY: Meta =
    meta("WRD-SEC-ENTROPY", "Holds what looks random, as a credential does", DOC);

/// Shortest run of the bytes that credentials are made of that is looked at:
/// `xoxb-` and ten more.
const SHORTEST: usize = 15;
/// How the head of a private key begins: the one run that counts although it is
/// shorter.
const HEAD: &str = "-----BEGIN";
/// Findings in one text beyond which no more are listed.
const MOST: usize = 8;

/// The first of the seven finds for all of them.
pub(crate) struct OpenAi;
pub(crate) struct GitHub;
pub(crate) struct Aws;
pub(crate) struct Slack;
pub(crate) struct PrivateKey;
pub(crate) struct Token;
pub(crate) struct Random;

/// Every credential in a text: which rule, and where.
fn find(text: &str) -> Vec<(&'static Meta, &str)> {
    let mut out: Vec<(&'static Meta, &str)> = Vec::new();
    for (start, run) in runs(text) {
        if out.len() >= MOST {
            break;
        }
        if run.starts_with(HEAD) {
            out.extend(private_key(&text[start..]).map(|found| (&PRIVATE, found)));
            continue;
        }
        if run.len() < SHORTEST {
            continue;
        }
        let known = known_form(run);
        if known.is_none() && looks_random(run) {
            out.push((&ENTROPY, run));
        }
        out.extend(known);
    }
    out
}

/// The bytes that credentials are made of.
static INSIDE: [bool; 256] = inside();

const fn inside() -> [bool; 256] {
    let mut t = [false; 256];
    let mut i = 0;
    while i < 256 {
        let b = i as u8;
        t[i] = b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'_' | b'=' | b'.' | b'-');
        i += 1;
    }
    t
}

/// Runs of the bytes that credentials are made of, but for short ones.
fn runs(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let inside = |b: u8| INSIDE[usize::from(b)];
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = run_from(bytes, at, HEAD.len(), inside)?;
        let len = bytes[start..].iter().take_while(|b| inside(**b)).count();
        at = start + len;
        Some((start, &text[start..at]))
    })
}

/// A credential of a known form somewhere in a run, at the edge of a word.
fn known_form(run: &str) -> Option<(&'static Meta, &str)> {
    let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let bytes = run.as_bytes();
    let mut alnum = Stretch::of(|b: u8| b.is_ascii_alphanumeric());
    let mut upper = Stretch::of(|b: u8| b.is_ascii_uppercase() || b.is_ascii_digit());
    let mut dashed = Stretch::of(|b: u8| b.is_ascii_alphanumeric() || b == b'-');
    let mut parts = [part(), part(), part()];
    (0..bytes.len()).filter(|n| *n == 0 || !word(bytes[n - 1])).find_map(|n| {
        let of = |meta, body: usize, end: usize, min: usize, max: usize| {
            let ends = bytes.get(end).is_none_or(|b| !word(*b));
            let found = (min..=max).contains(&(end - body)) && ends;
            found.then(|| (meta, &run[n..end]))
        };
        match &bytes[n..] {
            [b's', b'k', b'-', ..] => of(&OPENAI, n + 3, alnum.end(bytes, n + 3), 20, usize::MAX),
            [b'g', b'h', b'p' | b'o' | b'u' | b's' | b'r', b'_', ..] => {
                of(&GITHUB, n + 4, alnum.end(bytes, n + 4), 36, 36)
            }
            [b'A', b'K', b'I', b'A', ..] => of(&AWS, n + 4, upper.end(bytes, n + 4), 16, 16),
            [b'x', b'o', b'x', b'b' | b'a' | b'p' | b'r' | b's', b'-', ..] => {
                of(&SLACK, n + 5, dashed.end(bytes, n + 5), 10, usize::MAX)
            }
            [b'e', b'y', b'J', ..] => jwt_end(bytes, n, &mut parts).map(|end| (&JWT, &run[n..end])),
            _ => None,
        }
    })
}

/// Where a stretch of bytes of one set ends. Asked for places that only go up,
/// it looks at each byte once, so that `eyJ-eyJ-eyJ-…` costs no more than its
/// length.
struct Stretch<F> {
    set: F,
    end: usize,
}

impl<F: Fn(u8) -> bool> Stretch<F> {
    fn of(set: F) -> Self {
        Self { set, end: 0 }
    }

    /// The end of the stretch from `start` on; `start` itself if there is none.
    fn end(&mut self, bytes: &[u8], start: usize) -> usize {
        // Below the last end everything is of the set, up to the last start.
        self.end = self.end.max(start);
        while bytes.get(self.end).is_some_and(|b| (self.set)(*b)) {
            self.end += 1;
        }
        self.end
    }
}

type Part = Stretch<fn(u8) -> bool>;

/// The bytes of base64url.
fn part() -> Part {
    Stretch::of(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
}

/// The end of three parts of base64url, with a dot between them. The second and
/// third begin where the one before ends, so that theirs only go up as well.
fn jwt_end(bytes: &[u8], start: usize, parts: &mut [Part; 3]) -> Option<usize> {
    let (mut start, mut end) = (start, start);
    for (n, (part, min)) in parts.iter_mut().zip([13, 10, 10]).enumerate() {
        if n > 0 {
            start = end + 1;
            if bytes.get(end) != Some(&b'.') {
                return None;
            }
        }
        end = part.end(bytes, start);
        if end - start < min {
            return None;
        }
    }
    Some(end)
}

/// `-----BEGIN … PRIVATE KEY-----`, but for an encrypted one.
fn private_key(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("-----BEGIN ")?;
    let kinds = ["", "RSA ", "EC ", "OPENSSH ", "DSA ", "PGP "];
    let end = kinds.iter().find_map(|k| {
        let tail = rest.strip_prefix(k)?;
        let whole =
            tail.starts_with("PRIVATE KEY-----") || tail.starts_with("PRIVATE KEY BLOCK-----");
        whole.then_some(11 + k.len() + 16)
    })?;
    text.get(..end)
}

/// As mcp-warden: long, of letters and digits, four bits a character. Beyond
/// it, some digits are asked for, since names of packages and classes have that
/// much as well.
fn looks_random(run: &str) -> bool {
    let run = run.trim_matches(['=', '-', '/']);
    let digits = run.bytes().filter(u8::is_ascii_digit).count();
    let alnum = run.bytes().filter(u8::is_ascii_alphanumeric).count();
    run.len() >= 24
        && !run.contains('.')
        && alnum * 5 >= run.len() * 4
        && (digits >= 3 || run.starts_with("sk-"))
        && entropy(run) >= 4.0
}

/// Shannon's, in bits a byte.
fn entropy(text: &str) -> f64 {
    let mut counts = [0u32; 128];
    text.bytes().for_each(|b| counts[usize::from(b & 127)] += 1);
    let n = text.len() as f64;
    let share = |c: &u32| f64::from(*c) / n;
    -counts.iter().filter(|c| **c > 0).map(share).map(|p| p * p.log2()).sum::<f64>()
}

/// At most half of it, and how long it is.
fn redacted(secret: &str) -> String {
    let n = secret.chars().count();
    let shown: String = secret.chars().take(4.min(n / 2)).collect();
    format!("{shown}…(len={n})")
}

/// Reports what is found in a text at some `place`, which is made only then.
fn report(text: &str, place: impl Fn() -> (Subject, Option<String>), gate: Gate, sink: &mut Sink) {
    for (meta, secret) in find(text) {
        let (subject, path) = place();
        let mut f = meta.finding(gate, subject, meta.title);
        f.path = path;
        f.evidence = Some(Evidence { matched: redacted(secret).into(), ..Evidence::default() });
        f.text_digest = Some(text_digest(text));
        sink.push(f);
    }
}

macro_rules! described {
    ($($text:literal),*) => {
        concat!(
            r#"{"server":{"name":"x"},"tools":[{"name":"a","description":""#,
            $($text,)*
            r#"","inputSchema":{"type":"object"}}]}"#
        )
    };
}

impl Rule for OpenAi {
    fn meta(&self) -> &'static Meta {
        &OPENAI
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad(described!("Uses sk-", "aB3dE5fG7hJ9kL1mN3pQ", " by default.")),
                Case::good(described!("A key begins with sk- and is long.")),
                Case::good(described!("ask-", "aB3dE5fG7hJ9kL1mN3pQ")),
            ]
        }
    }

    fn reads_texts(&self) -> bool {
        true
    }

    fn text(&self, text: &Text<'_>, _: &Cx<'_>, sink: &mut Sink) {
        let unit = text.unit;
        if text.readings.classes.credential && !matches!(unit.role, Role::Blob | Role::Keyword) {
            let place = || (unit.item.subject(), Some(unit.pointer()));
            report(&unit.text, place, Gate::Static, sink);
        }
    }

    fn launch(&self, endpoint: &Endpoint, _: &Cx<'_>, sink: &mut Sink) {
        let Endpoint::Stdio(launch) = endpoint else { return };
        for word in std::iter::once(&launch.command).chain(&launch.args) {
            report(word, || (Subject::Launch, None), Gate::Launch, sink);
        }
    }
}

macro_rules! case_rule {
    ($rule:ident $meta:ident $($case:expr),*) => {
        impl Rule for $rule {
            fn meta(&self) -> &'static Meta {
                &$meta
            }

            fn cases(&self) -> &'static [Case] {
                const { &[$($case),*] }
            }
        }
    };
}

case_rule!(GitHub GITHUB
    Case::bad(described!("default ghp_", "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5")),
    Case::good(described!("default ghp_", "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5b"))
);
case_rule!(Aws AWS
    Case::bad(described!("AKIA", "QWERTYUIOP123456")),
    Case::good(described!("akia", "qwertyuiop123456"))
);
case_rule!(Slack SLACK
    Case::bad(described!("xoxb-", "1234567890-abc")),
    Case::good(described!("xoxb-", "123456789"))
);
case_rule!(PrivateKey PRIVATE
    Case::bad(described!("-----BEGIN RSA ", "PRIVATE KEY-----")),
    Case::good(described!("-----BEGIN ENCRYPTED ", "PRIVATE KEY-----"))
);
case_rule!(Token JWT
    Case::bad(described!("eyJhbGciOiJI", "UzI1NiJ9.eyJzdWIiOiIxMjM0NTY.SflKxwRJSMeKKF2QT4")),
    Case::good(described!("eyJhbGciOiJI", "UzI1NiJ9.short.x"))
);
case_rule!(Random ENTROPY
    Case::bad(described!("q8Zx2Lw9Rt5V", "b7Nm3Kp6Yd1Hs4")),
    Case::good(described!("@modelcontextprotocol/server-github")),
    Case::good(described!("0123456789abcdef0123456789abcdef01234567")),
    Case::good(described!("123e4567-e89b-12d3-a456-426614174000")),
    Case::good(described!("getUserPreferencesFromConfigurationService"))
);

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Whatever is asked, each byte is looked at once, and each question costs
    /// one look more.
    #[test]
    fn a_stretch_looks_at_each_byte_once() {
        for text in ["eyJ-".repeat(1000), format!("{}_", "xoxb-".repeat(1000)), "a.".repeat(9)] {
            let looks = Cell::new(0);
            let mut stretch = Stretch::of(|b| {
                looks.set(looks.get() + 1);
                b != b'.' && b != b'_'
            });
            for start in 0..text.len() {
                let plain = text[start..].find(['.', '_']).map_or(text.len(), |n| start + n);
                assert_eq!(stretch.end(text.as_bytes(), start), plain);
            }
            assert!(looks.get() <= 2 * text.len(), "{}", looks.get());
        }
    }

    /// The forms by what they are, each place looked at anew.
    fn plainly(text: &str) -> Option<(&'static str, &str)> {
        let bytes = text.as_bytes();
        let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
        let stretch = |t: &str, more: &str| {
            t.bytes().take_while(|b| b.is_ascii_alphanumeric() || more.contains(*b as char)).count()
        };
        (0..text.len()).filter(|n| *n == 0 || !word(bytes[n - 1])).find_map(|n| {
            let rest = &text[n..];
            if let Some(body) = rest.strip_prefix("xoxb-") {
                let end = 5 + stretch(body, "-");
                let ends = rest.as_bytes().get(end).is_none_or(|b| !word(*b));
                return (end >= 15 && ends).then(|| ("WRD-SEC-SLACK", &rest[..end]));
            }
            if !rest.starts_with("eyJ") {
                return None;
            }
            let mut parts = rest.splitn(3, '.');
            let (a, b, c) = (parts.next()?, parts.next()?, parts.next()?);
            let third = stretch(c, "-_");
            let whole = stretch(a, "-_") == a.len() && stretch(b, "-_") == b.len();
            (whole && a.len() >= 13 && b.len() >= 10 && third >= 10)
                .then(|| ("WRD-SEC-JWT", &rest[..a.len() + b.len() + third + 2]))
        })
    }

    #[test]
    fn the_forms_are_found_wherever_they_begin() {
        let pieces = ["eyJ", "eyJabcdefghij", "0123456789", ".", "-", "_", "xoxb-", "+"];
        let count = pieces.len();
        for n in 0..count.pow(6) {
            let text: String = (0..6).map(|place| pieces[n / count.pow(place) % count]).collect();
            let found = known_form(&text).map(|(meta, what)| (meta.id, what));
            assert_eq!(found, plainly(&text), "{text}");
        }
    }

    #[test]
    fn many_beginnings_and_no_end() {
        for text in ["eyJ-".repeat(100_000), format!("{}_", "xoxb-".repeat(100_000))] {
            assert!(known_form(&text).is_none());
        }
    }
}
