//! A launch line as it may be shown.

use warden_core::{Endpoint, Launch, Remote, Untrusted};

use super::secret::{assignment, gives_away, is_secret_name, redact_text};

/// The launch line or URL with every secret-looking value replaced; variables
/// and headers are left out.
pub fn redact_launch(endpoint: &Endpoint) -> Untrusted {
    match endpoint {
        Endpoint::Stdio(launch) => stdio(launch).into(),
        Endpoint::Http(remote) => redact_url(remote).into(),
    }
}

fn stdio(launch: &Launch) -> String {
    let mut out = redact_text(&launch.command);
    let mut name_before = None;
    for arg in &launch.args {
        out.push(' ');
        out.push_str(&redact_arg(arg, name_before));
        name_before = arg.starts_with('-').then_some(arg.as_str());
    }
    out
}

/// An argument, which may be the value of the switch before it.
pub(crate) fn redact_arg(arg: &str, name_before: Option<&str>) -> String {
    if let Some((name, value)) = assignment(arg)
        && gives_away(name, value)
    {
        return format!("{name}=[redacted]");
    }
    if !arg.starts_with('-') && name_before.is_some_and(|n| gives_away(n, arg)) {
        return "[redacted]".into();
    }
    if let Some((name, value)) = arg.split_once(':')
        && gives_away(name.trim(), value.trim())
    {
        return format!("{name}: [redacted]");
    }
    if arg.contains("://") { redact_url_text(arg) } else { redact_text(arg) }
}

fn redact_url(remote: &Remote) -> String {
    redact_url_text(&remote.url)
}

/// User info and secret-looking query values of a URL are replaced.
pub(crate) fn redact_url_text(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return redact_text(url) };
    // A backslash ends the host as well: browsers and HTTP clients read it as a
    // slash (WHATWG URL, special schemes).
    let (authority, tail) = rest.split_at(rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len()));
    let host = match authority.rsplit_once('@') {
        Some((_, host)) => format!("[redacted]@{host}"),
        None => authority.to_owned(),
    };
    let (path, query) = tail.split_once('?').unwrap_or((tail, ""));
    let mut out = format!("{scheme}://{host}{}", redact_text(path));
    for (n, pair) in query.split('&').filter(|p| !p.is_empty()).enumerate() {
        out.push(if n == 0 { '?' } else { '&' });
        match pair.split_once('=') {
            Some((name, value)) if is_secret_name(name) || gives_away(name, value) => {
                out.push_str(name);
                out.push_str("=[redacted]");
            }
            _ => out.push_str(&redact_text(pair)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(command: &str, args: &[&str]) -> String {
        stdio(&Launch {
            command: command.into(),
            args: args.iter().map(|a| (*a).to_owned()).collect(),
            env: Vec::new(),
            cwd: None,
        })
    }

    #[test]
    fn secrets_in_arguments_are_replaced() {
        assert_eq!(
            shown("srv", &["--api-key", "hunter2hunter2", "--port", "80", "--token=abcdef99"]),
            "srv --api-key [redacted] --port 80 --token=[redacted]"
        );
    }

    #[test]
    fn secrets_in_urls_are_replaced() {
        assert_eq!(
            redact_url_text("https://u:p@h.io/mcp?api_key=abc&x=1"),
            "https://[redacted]@h.io/mcp?api_key=[redacted]&x=1"
        );
    }

    #[test]
    fn the_host_that_is_shown_is_the_host_that_is_dialled() {
        let shown = redact_url_text("http://evil.example\\@good.example/");
        assert!(shown.starts_with("http://evil.example\\"), "{shown}");
    }
}
