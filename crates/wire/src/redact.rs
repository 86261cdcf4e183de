//! Keeps the secrets that a server was given out of what is quoted from it.

use warden_core::{Endpoint, Secret, ServerSpec, Untrusted};

/// Values shorter than this are words of everyday text, not secrets.
const MIN_SECRET: usize = 6;

/// What stands in the place of a secret.
const MARK: &str = "[redacted]";

/// Replaces known secrets in texts that go into facts and errors.
#[derive(Clone, Default)]
pub(crate) struct Redactor {
    secrets: Vec<Secret>,
}

impl Redactor {
    /// Knows every value of the spec's environment, headers and query, what its
    /// arguments call a secret and, if it is passed on, what this process's
    /// environment calls one.
    pub(crate) fn new(spec: &ServerSpec, inherit_env: bool) -> Self {
        let mut secrets: Vec<Secret> = match &spec.endpoint {
            Endpoint::Stdio(launch) => {
                let env = launch.env.iter().map(|(_, v)| v.clone());
                env.chain(arguments(&launch.args)).collect()
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

    /// The text without the secrets.
    pub(crate) fn text(&self, text: &str) -> String {
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

/// `--api-key=VALUE` and `--api-key VALUE`.
fn arguments(args: &[String]) -> Vec<Secret> {
    let mut found = Vec::new();
    for (n, arg) in args.iter().enumerate().filter(|(_, a)| a.starts_with('-')) {
        match arg.split_once('=') {
            Some((name, value)) if says_secret(name) => found.push(Secret::from(value)),
            None if says_secret(arg) => {
                found.extend(args.get(n + 1).map(|v| Secret::from(v.as_str())));
            }
            _ => {}
        }
    }
    found
}

/// The password and the values of the query: many services put a token there.
fn url(text: &str) -> Vec<Secret> {
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
    fn the_token_of_a_header_is_redacted_without_its_scheme_too() {
        let headers = vec![("Authorization".to_owned(), Secret::from("Bearer tok-987654"))];
        let remote = Remote { url: "http://h/".into(), headers, kind: HttpKind::Auto };
        let r = Redactor::new(&spec(Endpoint::Http(remote)), false);
        assert_eq!(r.text("tok-987654 is no token"), "[redacted] is no token");
    }
}
