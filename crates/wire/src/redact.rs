//! Keeps the secrets that a server was given out of what is quoted from it.

use std::ops::Range;

use warden_core::{Endpoint, Secret, ServerSpec, Untrusted};

/// Values shorter than this are words of everyday text, not secrets.
const MIN_SECRET: usize = 6;

/// What stands in the place of a secret.
const MARK: &str = "[redacted]";

/// Replaces the secrets that a server was given in what it says.
#[derive(Clone, Default)]
pub struct Redactor {
    secrets: Vec<Secret>,
}

impl Redactor {
    /// Knows every value of the spec's environment, headers and query, what its
    /// arguments call a secret and, if it is passed on, what this process's
    /// environment calls one.
    pub(crate) fn new(spec: &ServerSpec, inherit_env: bool) -> Self {
        Self::knowing(spec, inherit_env, |_, _| true)
    }

    /// For texts that are quoted because of what they say: of the environment
    /// it knows only what is a credential by its name or its look, so that a
    /// value that is an everyday word stays readable.
    pub fn of_credentials(spec: &ServerSpec, inherit_env: bool) -> Self {
        Self::knowing(spec, inherit_env, |name, value| says_secret(name) || looks_secret(value))
    }

    fn knowing(spec: &ServerSpec, inherit_env: bool, env: impl Fn(&str, &str) -> bool) -> Self {
        let mut secrets: Vec<Secret> = match &spec.endpoint {
            Endpoint::Stdio(launch) => {
                let known = launch.env.iter().filter(|(k, v)| env(k, v.expose()));
                let urls = launch.env.iter().flat_map(|(_, v)| url(v.expose()));
                known.map(|(_, v)| v.clone()).chain(urls).chain(arguments(&launch.args)).collect()
            }
            Endpoint::Http(remote) => {
                let headers = remote.headers.iter().flat_map(|(_, v)| header(v));
                headers.chain(url(&remote.url)).collect()
            }
        };
        if inherit_env {
            let named = std::env::vars_os().filter(|(k, _)| says_secret(&k.to_string_lossy()));
            secrets.extend(named.filter_map(|(_, v)| v.into_string().ok().map(Secret::from)));
        }
        secrets.retain(|s| s.expose().len() >= MIN_SECRET);
        // Longest first: one secret can contain another.
        secrets.sort_by_key(|s| std::cmp::Reverse(s.expose().len()));
        Self { secrets }
    }

    /// A text that was cut into parts, each maybe shortened, without the
    /// secrets, also where one stands across a cut or was itself cut off.
    pub fn parts<const N: usize>(&self, parts: [&str; N]) -> [String; N] {
        let whole = parts.concat();
        let mut hidden: Vec<Range<usize>> = Vec::new();
        for secret in self.secrets.iter().map(Secret::expose) {
            hidden.extend(whole.match_indices(secret).map(|(at, s)| at..at + s.len()));
            let mut at = 0;
            for part in parts {
                let end = at + part.len();
                hidden.push(at..at + cut_head(part, secret));
                hidden.push(end - cut_tail(part, secret)..end);
                at = end;
            }
        }
        hidden.retain(|r| !r.is_empty());
        hidden.sort_by_key(|r| (r.start, r.end));
        let mut at = 0;
        parts.map(|part| {
            let place = at..at + part.len();
            at = place.end;
            without(&whole, place, &hidden)
        })
    }

    /// Whether a text holds one of the secrets, as it stands or as JSON escapes
    /// it (RFC 8785, section 3.2.2.2).
    pub fn finds(&self, text: &str) -> bool {
        self.secrets.iter().map(Secret::expose).any(|secret| {
            let escaped = serde_json::to_string(secret).unwrap_or_default();
            text.contains(secret)
                || escaped.len() > 2 && text.contains(&escaped[1..escaped.len() - 1])
        })
    }

    /// The text without the secrets.
    pub fn text(&self, text: &str) -> String {
        let mut out = text.to_owned();
        for secret in &self.secrets {
            if out.contains(secret.expose()) {
                out = out.replace(secret.expose(), MARK);
            }
            if let Some(cut) = cut_short(&out, secret.expose()) {
                out = out.replace(&format!("{cut}…"), MARK);
            }
        }
        out
    }

    /// At most `max` characters of a stranger's bytes, without the secrets.
    pub(crate) fn sample(&self, bytes: &[u8], max: usize) -> Untrusted {
        // Cut only after redacting, so that no part of a secret stays.
        let window = &bytes[..bytes.len().min(64 << 10)];
        let text = self.text(&String::from_utf8_lossy(window));
        Untrusted::from(text.chars().take(max).collect::<String>())
    }
}

/// A header's value and, for `Bearer …` and the like, the part behind the scheme.
fn header(value: &Secret) -> Vec<Secret> {
    let token = value.expose().rsplit(' ').next().unwrap_or_default();
    vec![value.clone(), Secret::from(token)]
}

/// A part of `whole`, with a mark for each hidden range that reaches into it.
fn without(whole: &str, part: Range<usize>, hidden: &[Range<usize>]) -> String {
    let mut out = String::with_capacity(part.len());
    let mut at = part.start;
    for range in hidden {
        let (start, end) = (range.start.max(at), range.end.min(part.end));
        if start >= end {
            continue;
        }
        // Ranges that touch or overlap are one secret to the reader.
        if start > at || !out.ends_with(MARK) {
            out.push_str(&whole[at..start]);
            out.push_str(MARK);
        }
        at = end;
    }
    out.push_str(&whole[at..part.end]);
    out
}

/// How much of the beginning of a text is the end of a secret.
fn cut_head(text: &str, secret: &str) -> usize {
    let longest = secret.len().saturating_sub(1).min(text.len());
    let mut ends = (MIN_SECRET..=longest).rev().filter_map(|n| secret.get(secret.len() - n..));
    ends.find(|end| text.starts_with(end)).map_or(0, str::len)
}

/// How much of the end of a text is the beginning of a secret.
fn cut_tail(text: &str, secret: &str) -> usize {
    let longest = secret.len().saturating_sub(1).min(text.len());
    let mut heads = (MIN_SECRET..=longest).rev().filter_map(|n| secret.get(..n));
    heads.find(|head| text.ends_with(head)).map_or(0, str::len)
}

/// The beginning of a secret in front of an ellipsis, where a quotation was cut
/// in the middle of it.
fn cut_short<'s>(text: &str, secret: &'s str) -> Option<&'s str> {
    if !text.contains('…') {
        return None;
    }
    // No quotation is longer than this.
    let ends: Vec<usize> = secret.char_indices().map(|(at, _)| at).take(300).collect();
    let beginnings = ends.into_iter().rev().map(|end| &secret[..end]);
    let mut long_enough = beginnings.take_while(|b| b.len() >= MIN_SECRET / 2);
    long_enough.find(|b| text.contains(&format!("{b}…")))
}

/// `--api-key=VALUE` and `--api-key VALUE`, a variable or header that is handed
/// on (`-e API_KEY=VALUE`, `--header 'Authorization: VALUE'`), and what URLs hold.
fn arguments(args: &[String]) -> Vec<Secret> {
    let mut found = Vec::new();
    for (n, arg) in args.iter().enumerate() {
        let split = |by| arg.split_once(by).filter(|(name, _)| says_secret(name));
        if let Some((_, value)) = split('=') {
            found.push(Secret::from(value));
        } else if let Some((_, value)) = split(':').filter(|_| !arg.contains("://")) {
            found.extend(header(&Secret::from(value.trim())));
        } else if arg.starts_with('-') && says_secret(arg) {
            found.extend(args.get(n + 1).map(|v| Secret::from(v.as_str())));
        }
        found.extend(url(arg));
        found.extend(arg.split_once('=').into_iter().flat_map(|(_, value)| url(value)));
    }
    found
}

/// The password and the values of the query: many services put a token there.
fn url(text: &str) -> Vec<Secret> {
    if !text.contains("://") {
        return Vec::new();
    }
    let Ok(url) = reqwest::Url::parse(text) else { return Vec::new() };
    let mut found: Vec<Secret> = url.password().into_iter().map(Secret::from).collect();
    for (_, value) in url.query_pairs() {
        found.push(Secret::from(value.into_owned()));
    }
    let raw = url.query().unwrap_or_default().split('&').filter_map(|p| p.split_once('='));
    found.extend(raw.map(|(_, value)| Secret::from(value)));
    found
}

fn says_secret(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    ["KEY", "TOKEN", "SECRET", "PASSW", "CREDENTIAL", "AUTH"].iter().any(|w| name.contains(w))
}

/// Long, in one piece and with digits; a path is none.
fn looks_secret(value: &str) -> bool {
    value.len() >= 16
        && !value.starts_with(['/', '.', '~'])
        && !value.contains(char::is_whitespace)
        && value.contains(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use warden_core::{HttpKind, Launch, Remote};

    use super::*;

    fn spec(endpoint: Endpoint) -> ServerSpec {
        ServerSpec { name: "x".into(), endpoint }
    }

    #[test]
    fn values_of_the_environment_are_redacted_and_short_ones_left() {
        let env = vec![
            ("API_KEY".to_owned(), Secret::from("abcdef-123")),
            ("PREFIX".to_owned(), Secret::from("abcdef")),
            ("MODE".to_owned(), Secret::from("dev")),
        ];
        let launch = Launch { command: "x".into(), args: vec![], env, cwd: None };
        let r = Redactor::new(&spec(Endpoint::Stdio(launch)), false);
        assert_eq!(r.text("dev: bad key abcdef-123!"), "dev: bad key [redacted]!");
        assert_eq!(r.sample(b"abcdef-123 is bad", 6).expose(), "[redac");
    }

    #[test]
    fn secrets_in_arguments_and_queries() {
        let args = ["--api-key=abcdef-1", "--token", "tok-123456", "--verbose", "readable"];
        let args = args.iter().map(|a| (*a).to_owned()).collect();
        let launch = Launch { command: "x".into(), args, env: vec![], cwd: None };
        let r = Redactor::new(&spec(Endpoint::Stdio(launch)), false);
        assert_eq!(r.text("abcdef-1 tok-123456 readable"), "[redacted] [redacted] readable");
        let url = "https://h/mcp?key=abc%20def&mode=x".to_owned();
        let remote = Remote { url, headers: vec![], kind: HttpKind::Auto };
        let r = Redactor::new(&spec(Endpoint::Http(remote)), false);
        assert_eq!(
            r.text("no abc def, no abc%20def, no abc%2…"),
            "no [redacted], no [redacted], no [redacted]"
        );
    }

    #[test]
    fn secrets_that_arguments_hand_on() {
        let args = [
            "-e",
            "API_KEY=abcdef-1",
            "--header",
            "Authorization: Bearer abcdef-2",
            "--dsn=postgres://u:abcdef-3@h/db",
        ];
        let args = args.iter().map(|a| (*a).to_owned()).collect();
        let launch = Launch { command: "x".into(), args, env: vec![], cwd: None };
        let r = Redactor::new(&spec(Endpoint::Stdio(launch)), false);
        assert_eq!(r.text("abcdef-1 abcdef-2 abcdef-3"), "[redacted] [redacted] [redacted]");
    }

    #[test]
    fn a_secret_across_or_at_a_cut_is_hidden() {
        let env = vec![
            ("API_KEY".to_owned(), Secret::from("abcdefghij")),
            ("MODE".to_owned(), Secret::from("production")),
        ];
        let launch = Launch { command: "x".into(), args: vec![], env, cwd: None };
        let r = Redactor::of_credentials(&spec(Endpoint::Stdio(launch)), false);
        assert_eq!(r.parts(["a production ", "x"]), ["a production ", "x"]);
        assert_eq!(
            r.parts(["ghij", " say abcd", "efghij!"]),
            ["ghij", " say [redacted]", "[redacted]!"]
        );
        assert_eq!(r.parts(["efghij, ", "x", ", abcdefg"]), ["[redacted], ", "x", ", [redacted]"]);
        assert_eq!(r.parts(["abcdefghijabcdefghij", "é"]), ["[redacted]", "é"]);
    }

    #[test]
    fn the_token_of_a_header_is_redacted_without_its_scheme_too() {
        let headers = vec![("Authorization".to_owned(), Secret::from("Bearer tok-987654"))];
        let remote = Remote { url: "http://h/".into(), headers, kind: HttpKind::Auto };
        let r = Redactor::new(&spec(Endpoint::Http(remote)), false);
        assert_eq!(r.text("tok-987654 is no token"), "[redacted] is no token");
    }
}
