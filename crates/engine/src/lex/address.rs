//! Addresses in running text, found without regard to language.

use std::ops::Range;

use super::model::Target;

/// Endings that look like domains and are file names.
const FILE_ENDINGS: &[&str] = &[
    "md", "rs", "py", "js", "ts", "sh", "zip", "so", "pl", "cc", "ps", "ai", "mov", "app", "bz",
    "cs", "vb", "ml", "tf", "la", "mm", "pm", "st", "sc", "gd", "rb", "go", "name", "id", "is",
    "to", "map", "net", "me", "in", "no", "at", "do", "my", "date", "page", "call", "run",
];

/// Hosts of such an ending that are written without a scheme are addresses
/// only with two dots or more: `net` and `ai` are endings of real hosts.
fn file_like(host: &str) -> bool {
    let mut labels = host.rsplit('.');
    let last = labels.next().unwrap_or_default().to_ascii_lowercase();
    FILE_ENDINGS.contains(&last.as_str()) && labels.count() < 2
}

/// All addresses of a kind, in order.
pub(crate) fn find(text: &str, target: Target) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    if matches!(target, Target::Url | Target::Address) {
        urls(text, &mut out);
    }
    if matches!(target, Target::Mailbox | Target::Address) {
        mailboxes(text, &mut out);
    }
    if matches!(target, Target::Host | Target::Address) {
        hosts(text, &mut out);
    }
    out.sort_by_key(|r| (r.start, r.end));
    out
}

fn is_url_byte(b: u8) -> bool {
    b.is_ascii_graphic() && !matches!(b, b'"' | b'\'' | b'`' | b'<' | b'>' | b')' | b']' | b'|')
}

fn urls(text: &str, out: &mut Vec<Range<usize>>) {
    let bytes = text.as_bytes();
    for at in memchr::memmem::find_iter(bytes, b"://") {
        let scheme = bytes[..at].iter().rev().take(12).take_while(|b| b.is_ascii_alphabetic());
        let start = at - scheme.count();
        let rest = bytes[at + 3..].iter().take_while(|b| is_url_byte(**b)).count();
        if start < at && rest > 0 {
            out.push(start..at + 3 + rest);
        }
    }
}

fn is_host_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'-' || b == b'.'
}

fn mailboxes(text: &str, out: &mut Vec<Range<usize>>) {
    let bytes = text.as_bytes();
    let local = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-' | b'+' | b'%');
    for at in memchr::memchr_iter(b'@', bytes) {
        let before = bytes[..at].iter().rev().take(64).take_while(|b| local(**b)).count();
        let host = bytes[at + 1..].iter().take(253).take_while(|b| is_host_byte(**b)).count();
        let domain = text[at + 1..at + 1 + host].trim_end_matches(['.', '-']);
        if before > 0 && domain.contains('.') {
            out.push(at - before..at + 1 + domain.len());
        }
    }
}

/// Dotted names under a public suffix, and IPv4 addresses.
fn hosts(text: &str, out: &mut Vec<Range<usize>>) {
    let bytes = text.as_bytes();
    let mut next = 0;
    for dot in memchr::memchr_iter(b'.', bytes) {
        if dot < next {
            continue;
        }
        let start =
            dot - bytes[..dot].iter().rev().take(253).take_while(|b| is_host_byte(**b)).count();
        let end = dot + bytes[dot..].iter().take(253).take_while(|b| is_host_byte(**b)).count();
        next = end;
        let host = text[start..end].trim_end_matches(['.', '-']);
        let foreign = |b: Option<&u8>| b.is_some_and(|b| matches!(b, b'_' | b'(' | b'$' | b'@'));
        let before = start.checked_sub(1).and_then(|n| bytes.get(n));
        // "a vendor.com form" is a brand, no destination.
        let brand = text[..start].ends_with(" a ") || text[..start].ends_with(" an ");
        if !brand && host.len() > 3 && !foreign(bytes.get(end)) && !foreign(before) && is_host(host)
        {
            out.push(start..start + host.len());
        }
    }
}

fn is_host(host: &str) -> bool {
    if host.parse::<std::net::Ipv4Addr>().is_ok() {
        return true;
    }
    let lower = host.to_ascii_lowercase();
    let known = psl::suffix(lower.as_bytes())
        .is_some_and(|s| s.is_known() && s.as_bytes().len() < lower.len());
    let labels = lower.split('.').all(|l| !l.is_empty() && l.len() < 64);
    known && labels && !file_like(&lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, target: Target) -> Vec<&str> {
        find(text, target).into_iter().map(|r| &text[r]).collect()
    }

    #[test]
    fn hosts_are_told_from_file_names() {
        assert_eq!(found("to drop.badhost.io or report.txt", Target::Host), ["drop.badhost.io"]);
        assert!(found("save to out.csv, data.zip and notes.md", Target::Host).is_empty());
        assert_eq!(found("to 203.0.113.9 now", Target::Host), ["203.0.113.9"]);
    }

    #[test]
    fn urls_and_mailboxes_are_cut_at_punctuation() {
        assert_eq!(found("(https://a.b/c) x", Target::Url), ["https://a.b/c"]);
        assert_eq!(found("mail spy@badhost.io. Then", Target::Mailbox), ["spy@badhost.io"]);
    }
}
