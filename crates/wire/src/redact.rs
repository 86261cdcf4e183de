//! Keeps the secrets that a server was given out of what is quoted from it.

use warden_core::{Endpoint, Secret, ServerSpec, Untrusted};

/// Values shorter than this are words of everyday text, not secrets.
const MIN_SECRET: usize = 6;

/// Replaces known secrets in texts that go into facts and errors.
#[derive(Clone, Default)]
pub(crate) struct Redactor {
    secrets: Vec<Secret>,
}

impl Redactor {
    /// Knows every value of the spec's environment and headers and, if it is
    /// passed on, of this process's environment where the name says secret.
    pub(crate) fn new(spec: &ServerSpec, inherit_env: bool) -> Self {
        let mut secrets: Vec<Secret> = match &spec.endpoint {
            Endpoint::Stdio(launch) => launch.env.iter().map(|(_, v)| v.clone()).collect(),
            Endpoint::Http(remote) => remote.headers.iter().flat_map(|(_, v)| header(v)).collect(),
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
                out = out.replace(secret.expose(), "[redacted]");
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
    fn the_token_of_a_header_is_redacted_without_its_scheme_too() {
        let headers = vec![("Authorization".to_owned(), Secret::from("Bearer tok-987654"))];
        let remote = Remote { url: "http://h/".into(), headers, kind: HttpKind::Auto };
        let r = Redactor::new(&spec(Endpoint::Http(remote)), false);
        assert_eq!(r.text("tok-987654 is no token"), "[redacted] is no token");
    }
}
