//! Where and at what a match points.

use super::GuardCx;
use crate::lex::{Target, find_addresses};

/// Names that nobody can own (RFC 2606, RFC 6761) and this machine itself.
pub(crate) fn is_placeholder_host(host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    const NAMES: &[&str] =
        &["example.com", "example.org", "example.net", "localhost", "127.0.0.1", "::1"];
    const ENDINGS: &[&str] = &[".example", ".localhost"];
    // Writers of attacks use reserved names too, and say what they are.
    const HOSTILE: &[&str] = &[
        "evil", "attack", "hack", "malic", "exfil", "steal", "c2", "bad", "pwn", "spy", "rogue",
        "drop", "surveil", "phish", "leak",
    ];
    if HOSTILE.iter().any(|w| host.contains(w)) {
        return false;
    }
    NAMES
        .iter()
        .any(|n| host.strip_suffix(n).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')))
        || ENDINGS.iter().any(|e| host.ends_with(e))
}

/// The host of an address as written in a text.
pub(crate) fn host_of(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |s| s.1);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    host.split(':').next().unwrap_or_default()
}

/// Every address in the match is a placeholder, and there is one.
pub(super) fn placeholder(cx: &GuardCx<'_>) -> bool {
    let matched = cx.matched();
    let found = find_addresses(&matched, Target::Address);
    !found.is_empty() && found.into_iter().all(|r| is_placeholder_host(host_of(&matched[r])))
}

/// The path is of public keys: adding one is no theft.
pub(super) fn public_key(cx: &GuardCx<'_>) -> bool {
    let near = cx.matched() + &cx.after(48);
    ["authorized_keys", "known_hosts", ".pub", "public key"].iter().any(|p| near.contains(p))
}

/// The match is part of a longer name such as `seed-phrase-length`.
pub(super) fn inside_identifier(cx: &GuardCx<'_>) -> bool {
    let text = cx.text().as_bytes();
    let joint = |b: Option<&u8>| b.is_some_and(|b| matches!(b, b'-' | b'_' | b'.'));
    let wordy = |b: Option<&u8>| b.is_some_and(u8::is_ascii_alphanumeric);
    let before = cx.range.start.checked_sub(1).and_then(|n| text.get(n));
    let before2 = cx.range.start.checked_sub(2).and_then(|n| text.get(n));
    (joint(before) && wordy(before2))
        || (joint(text.get(cx.range.end)) && wordy(text.get(cx.range.end + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_reserved_names_are_placeholders() {
        assert!(is_placeholder_host("example.com") && is_placeholder_host("mail.example.org"));
        assert!(!is_placeholder_host("example.com.badhost.io"));
        assert!(!is_placeholder_host("notexample.com"));
        assert!(!is_placeholder_host("evil.example.com"));
        assert_eq!(host_of("https://u@a.example:8080/x"), "a.example");
    }
}
