//! Values that look like credentials.

use std::borrow::Cow;

/// Shortest value that a secret's name makes a secret.
const MIN_NAMED: usize = 6;

/// Prefixes that providers give to their tokens, with the shortest length of
/// what follows. Sources: the providers' documentation.
const PREFIXES: &[(&str, usize)] = &[
    ("sk-", 20),
    ("sk_live_", 16),
    ("sk_test_", 16),
    ("rk_live_", 16),
    ("ghp_", 30),
    ("gho_", 30),
    ("ghu_", 30),
    ("ghs_", 30),
    ("github_pat_", 30),
    ("glpat-", 16),
    ("xoxb-", 16),
    ("xoxp-", 16),
    ("xoxa-", 16),
    ("xapp-", 16),
    ("AKIA", 16),
    ("ASIA", 16),
    ("AIza", 30),
    ("ya29.", 20),
    ("hf_", 30),
    ("npm_", 30),
    ("pypi-", 40),
    ("SG.", 30),
    ("dop_v1_", 40),
    ("eyJ", 40),
    ("figd_", 20),
    ("ntn_", 30),
    ("lin_api_", 30),
    ("tvly-", 20),
    ("pplx-", 30),
    ("gsk_", 30),
];

/// No token with its prefix is shorter.
const SHORTEST: usize = 20;

fn is_token_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'+' | b'/' | b'=')
}

/// Whether a value is of a known form of token.
pub(crate) fn is_token(value: &str) -> bool {
    value.bytes().all(is_token_byte)
        && PREFIXES.iter().any(|(p, min)| {
            value
                .strip_prefix(p)
                .is_some_and(|rest| rest.len() >= *min && rest.bytes().any(|b| b.is_ascii_digit()))
        })
}

/// Whether a name says that its value is a secret.
pub(crate) fn is_secret_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    const WHOLE: &[&str] =
        &["auth", "pat", "pwd", "authorization", "cookie", "apikey", "passphrase"];
    const PARTS: &[&str] = &[
        "token",
        "secret",
        "password",
        "passwd",
        "api_key",
        "api-key",
        "apikey",
        "private_key",
        "private-key",
        "access_key",
        "access-key",
        "credential",
        "bearer",
        "signing_key",
    ];
    let bare = name.trim_start_matches('-');
    WHOLE.contains(&bare)
        || bare.split(['_', '-']).any(|w| matches!(w, "pat" | "pwd" | "auth" | "key"))
        || PARTS.iter().any(|p| bare.contains(p))
}

/// A reference such as `${TOKEN}` or a fill-in such as `<your key>` is none.
fn is_reference(value: &str) -> bool {
    value.contains("${")
        || value.starts_with('$')
        || value.starts_with('%')
        || value.contains('/') && value.contains('.')
        || is_placeholder(value)
}

/// A fill-in such as `<your key>` that nobody filled in.
pub(crate) fn is_placeholder(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    value.starts_with('<')
        || ["your", "xxx", "changeme", "placeholder", "example", "***"]
            .iter()
            .any(|p| lower.contains(p))
}

/// Whether a value under that name would give something away.
pub(crate) fn gives_away(name: &str, value: &str) -> bool {
    let plain = matches!(value, "true" | "false" | "none" | "null");
    is_token(value)
        || (is_secret_name(name) && value.len() >= MIN_NAMED && !is_reference(value) && !plain)
}

/// The parts of an argument that name and hold a secret: `--key=…`, `KEY=…`.
pub(crate) fn assignment(arg: &str) -> Option<(&str, &str)> {
    let (name, value) = arg.split_once('=')?;
    let shaped = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    (!name.is_empty() && name.bytes().all(shaped)).then_some((name, value))
}

/// The text with every known form of token replaced by `[redacted]`.
pub(crate) fn redact_text(text: &str) -> String {
    let long = |run: &[u8]| run.len() >= SHORTEST;
    let tokens = || text.as_bytes().split(|b| !is_token_byte(*b)).any(long);
    if !tokens() && !text.contains("-----") {
        return text.to_owned();
    }
    if !PREFIXES.iter().any(|(p, _)| text.contains(p)) && !text.contains("PRIVATE KEY-----") {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let len = rest.bytes().take_while(|b| is_token_byte(*b)).count();
        if len == 0 {
            let c = rest.chars().next().map_or(1, char::len_utf8);
            out.push_str(&rest[..c]);
            rest = &rest[c..];
            continue;
        }
        out.push_str(&redact_word(&rest[..len]));
        rest = &rest[len..];
    }
    redact_key_blocks(out)
}

fn redact_word(word: &str) -> Cow<'_, str> {
    if is_token(word) {
        return "[redacted]".into();
    }
    match word.rsplit_once('=') {
        Some((name, value)) if is_token(value) => format!("{name}=[redacted]").into(),
        _ => word.into(),
    }
}

/// PEM blocks (RFC 7468) of private keys.
fn redact_key_blocks(text: String) -> String {
    const BEGIN: &str = "PRIVATE KEY-----";
    let Some(start) = text.find(BEGIN) else { return text };
    let body = start + BEGIN.len();
    let end = text[body..].find("-----END").map_or(text.len(), |n| body + n);
    format!("{}[redacted]{}", &text[..body], &text[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_token_is_shorter_than_the_shortest() {
        assert_eq!(PREFIXES.iter().map(|(p, min)| p.len() + min).min(), Some(SHORTEST));
    }

    #[test]
    fn tokens_never_stay_in_a_text() {
        let token = format!("ghp_{}", "a1".repeat(18));
        let shown = redact_text(&format!("use {token} or KEY={token}, please"));
        assert_eq!(shown, "use [redacted] or KEY=[redacted], please");
    }

    #[test]
    fn references_are_no_secrets() {
        assert!(!gives_away("API_KEY", "${API_KEY}"));
        assert!(!gives_away("API_KEY", "<your-key>"));
        assert!(gives_away("API_KEY", "correcthorse7"));
        assert!(!gives_away("MODE", "correcthorse7"));
    }
}
