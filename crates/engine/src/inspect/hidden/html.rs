//! Markup that keeps words from a reader's eye: hidden elements, comments and
//! attributes. Pages hide menus and banners all the time, so only what also
//! gives orders is a finding; the caller decides that.

use std::ops::Range;

/// Stretches of one page that are looked at; more are markup, no message.
const MOST: usize = 2000;
/// A longer hidden stretch is a part of the page, not a message.
const LONGEST: usize = 8 << 10;

/// A stretch that a reader of the page does not see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::inspect) struct Unseen {
    /// All of it, with its markup.
    pub(in crate::inspect) whole: Range<usize>,
    /// The words.
    pub(in crate::inspect) words: Range<usize>,
    /// How it is hidden.
    pub(in crate::inspect) how: &'static str,
}

/// Finds them, in order; nested ones are part of the outer one.
pub(in crate::inspect) fn find(text: &str) -> Vec<Unseen> {
    let bytes = text.as_bytes();
    let mut out: Vec<Unseen> = Vec::new();
    let mut next = 0;
    for at in memchr::memchr_iter(b'<', bytes) {
        if at < next || out.len() >= MOST {
            continue;
        }
        let found = if text[at..].starts_with("<!--") {
            comment(text, at)
        } else {
            element(text, at, &mut out)
        };
        if let Some(f) = found {
            next = f.whole.end;
            out.push(f);
        }
    }
    out
}

fn comment(text: &str, at: usize) -> Option<Unseen> {
    let limit = floor(text, at + LONGEST);
    let end = text[at + 4..limit.max(at + 4)].find("-->").map(|n| at + 4 + n)?;
    Some(Unseen { whole: at..end + 3, words: at + 4..end, how: "in a comment" })
}

fn floor(text: &str, at: usize) -> usize {
    crate::lex::sentence::char_floor(text, at)
}

/// A hidden element; its attributes that carry words go to `out`.
fn element(text: &str, at: usize, out: &mut Vec<Unseen>) -> Option<Unseen> {
    let limit = floor(text, at + 4096);
    let close = text[at..limit].find('>').map(|n| at + n)?;
    let tag = &text[at + 1..close];
    let name: String = tag
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect::<String>()
        .to_ascii_lowercase();
    if name.is_empty() || !tag.is_char_boundary(name.len()) {
        return None;
    }
    attributes(text, at, close, out);
    let lower = tag.to_ascii_lowercase();
    let how = hides(&name, &lower)?;
    let limit = floor(text, close + LONGEST);
    let end_tag = format!("</{name}");
    let body = &text[close + 1..limit.max(close + 1)];
    let end = find_ignoring_case(body, &end_tag)?;
    let words = close + 1..close + 1 + end;
    let whole_end = text[words.end..].find('>').map_or(words.end, |n| words.end + n + 1);
    Some(Unseen { whole: at..whole_end, words, how })
}

fn find_ignoring_case(text: &str, wanted: &str) -> Option<usize> {
    memchr::memchr_iter(b'<', text.as_bytes()).find(|n| {
        text.as_bytes()
            .get(*n..n + wanted.len())
            .is_some_and(|b| b.eq_ignore_ascii_case(wanted.as_bytes()))
    })
}

fn hides(name: &str, tag: &str) -> Option<&'static str> {
    if name == "template" || name == "noscript" {
        return Some("in an element that is not shown");
    }
    if matches!(
        name,
        "script" | "style" | "svg" | "path" | "img" | "input" | "br" | "meta" | "link"
    ) {
        return None;
    }
    let bare = |word: &str| {
        tag.split([' ', '\n', '\t', '/']).any(|a| a == word || a.split('=').next() == Some(word))
    };
    if bare("hidden") {
        return Some("in an element that is marked hidden");
    }
    let style = tag.find("style").map(|n| &tag[n..])?;
    let style: String = style.chars().filter(|c| !c.is_whitespace()).collect();
    const STYLES: &[&str] = &[
        "display:none",
        "visibility:hidden",
        "font-size:0",
        "font-size:1px",
        "opacity:0",
        "left:-9",
        "top:-9",
        "left:-1000",
        "top:-1000",
        "text-indent:-9",
        "height:0",
        "width:0",
        "clip:rect(0",
        "clip-path:inset(",
        "transform:scale(0",
        "mso-hide:all",
        "font-size:.0",
        "line-height:0",
    ];
    if STYLES.iter().any(|s| style.contains(s)) && !style.contains("opacity:0.") {
        return Some("in an element whose style hides it");
    }
    let pale = [
        "color:#fff",
        "color:white",
        "color:#ffffff",
        "color:transparent",
        "color:rgb(255,255,255)",
        "color:rgba(255,255,255",
    ];
    let other_ground = style.contains("background")
        && !style.contains("background:#fff")
        && !style.contains("background-color:#fff")
        && !style.contains("background:white")
        && !style.contains("background-color:white");
    (pale.iter().any(|c| style.contains(c)) && !other_ground)
        .then_some("in letters of the colour of the page")
}

/// Attributes whose words a person rarely sees.
fn attributes(text: &str, at: usize, close: usize, out: &mut Vec<Unseen>) {
    const NAMES: &[&str] = &["alt=", "title=", "aria-label=", "content=", "data-", "placeholder="];
    let tag = &text[at..close];
    for name in NAMES {
        let Some(n) = tag.find(name) else { continue };
        let rest = &tag[n..];
        let Some(open) = rest.find(['"', '\'']) else { continue };
        let quote = rest.as_bytes()[open];
        let Some(len) = memchr::memchr(quote, &rest.as_bytes()[open + 1..]) else { continue };
        // A short label gives no orders.
        if len >= 24 {
            let words = at + n + open + 1..at + n + open + 1 + len;
            out.push(Unseen { whole: words.clone(), words, how: "in an attribute" });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        find(text).into_iter().map(|u| &text[u.words]).collect()
    }

    #[test]
    fn every_way_to_hide_is_seen() {
        assert_eq!(words("a<!-- b -->c"), [" b "]);
        assert_eq!(words("<div style=\"display: none\">b</div>"), ["b"]);
        assert_eq!(words("<p hidden>b</p>c"), ["b"]);
        assert_eq!(words("<span style='font-size:0'>b</SPAN>"), ["b"]);
        assert_eq!(words("<template><p>b</p></template>"), ["<p>b</p>"]);
        assert_eq!(
            words("<img alt=\"a long label with many words\">"),
            ["a long label with many words"]
        );
    }

    #[test]
    fn what_is_shown_is_not() {
        for text in
            ["<p>b</p>", "<div style=\"color:#fff;background:#000\">b</div>", "a < b", "<", "<é>"]
        {
            assert!(words(text).is_empty(), "{text}");
        }
    }
}
