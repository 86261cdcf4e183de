//! Whose identifier a word is.

use std::sync::Arc;

use super::class::*;
use super::names::{Set, Spelled, is_generic, norm, words};

/// What is known around a text: the tool it belongs to and what stands beside
/// it. Names are compared by letters and digits only, in lower case.
#[derive(Clone, Debug, Default)]
pub struct Context {
    own: Set,
    params: Set,
    /// Whether a parameter is named for a secret.
    pub(super) takes_secret: bool,
    siblings: Arc<Names>,
    known: Set,
    /// Words of the tool's own name.
    pub(super) name_words: Vec<String>,
    /// Whether the tool takes no input at all.
    pub no_input: bool,
    /// Whether the text is a tool's (rather than a prompt's, a resource's or
    /// the server's).
    pub is_tool: bool,
}

/// The names of all tools and prompts of one server, shared by the contexts of
/// its tools.
#[derive(Clone, Debug, Default)]
pub struct Siblings(Arc<Names>);

#[derive(Debug, Default)]
struct Names {
    names: Set,
    /// The ends of their names, from each word on.
    tails: Set,
    /// Their words, without the verbs that every server uses.
    words: Set,
}

/// A word without its plural ending, unless it is a common one.
fn telling(word: &str) -> Option<&str> {
    let stem = word.strip_suffix('s').unwrap_or(word);
    (stem.len() >= 4 && !is_generic(word) && !is_generic(stem)).then_some(stem)
}

impl Siblings {
    /// Collects names.
    pub fn new<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let mut out = Names::default();
        let mut spelled = Spelled::default();
        for name in names {
            out.names.insert(name);
            spelled.read(name);
            spelled.tails().for_each(|t| out.tails.insert_norm(t));
            spelled.words().filter_map(telling).for_each(|w| out.words.insert_norm(w));
        }
        Self(Arc::new(out))
    }
}

/// What parameters for secrets are called.
const SECRETS: [&str; 7] = ["key", "token", "pass", "secret", "cred", "auth", "login"];

/// Whether such a name is part of this one, letters in either case.
fn names_secret(name: &[u8]) -> bool {
    name.iter().enumerate().any(|(at, b)| {
        matches!(b | 0x20, b'k' | b't' | b'p' | b's' | b'c' | b'a' | b'l')
            && SECRETS.iter().any(|s| {
                let part = name[at..].get(..s.len());
                part.is_some_and(|p| p.eq_ignore_ascii_case(s.as_bytes()))
            })
    })
}

impl Context {
    /// A context for the texts of one tool.
    pub fn tool(name: &str) -> Self {
        let mut cx = Self { is_tool: true, no_input: true, ..Self::default() };
        cx.own.insert(name);
        // `server.tool`, `server:tool` and `server/tool` are the tool as well.
        if let Some(tail) = name.rsplit(['.', ':', '/']).next() {
            cx.own.insert(tail);
        }
        cx.name_words = words(name);
        cx
    }

    /// Adds a parameter of the tool, at any depth of its schema.
    pub fn param(&mut self, name: &str) {
        self.no_input = false;
        self.params.insert(name);
        self.takes_secret |= !self.takes_secret && names_secret(name.as_bytes());
    }

    /// Whether the text is that of a tool without input.
    pub(super) fn is_bare(&self) -> bool {
        self.no_input && self.is_tool
    }

    /// Sets the names of all tools and prompts of the same server.
    pub fn siblings(&mut self, names: &Siblings) {
        self.siblings = Arc::clone(&names.0);
    }

    /// Whether a sibling's name ends in this one or the other way round:
    /// `search_places` is `maps_search_places` on most clients.
    fn alias(&self, name: &str) -> bool {
        let mut spelled = Spelled::default();
        spelled.read(name);
        let whole = spelled.whole();
        whole.len() >= 6 && self.siblings.tails.has_norm(whole)
            || spelled.tails().any(|t| t.len() >= 10 && self.siblings.names.has_norm(t))
    }

    /// Whether a name shares a telling word with the tools of this server, as
    /// far as it has more than one.
    pub(super) fn kin(&self, name: &str) -> bool {
        self.siblings.names.len() > 1
            && words(name)
                .iter()
                .filter_map(|w| telling(w))
                .any(|w| self.siblings.words.has_norm(w))
    }

    /// Adds a name that is no parameter but defined here: an allowed value, a
    /// member of the result.
    pub fn known(&mut self, name: &str) {
        self.known.insert(name);
    }

    /// Takes over the arguments that a description documents in the manner of
    /// docstrings: `name: what it is`, `name (type)`. Schemas are often less
    /// complete than the text.
    pub(super) fn documented(&mut self, text: &str) {
        // A name and a dash: `name - what it is`.
        let dashes: &[&str] = if text.is_ascii() { &[" - "] } else { &[" - ", " – ", " — "] };
        for dash in dashes {
            for at in memchr::memmem::find_iter(text.as_bytes(), dash) {
                self.document(text, at);
            }
        }
        let lists = ["Args", "Arguments", "Parameters", "Params", "Inputs"];
        let mut listed = !text.is_ascii() && text.contains("参数");
        for at in memchr::memchr2_iter(b':', b'(', text.as_bytes()) {
            listed |= text[at..].starts_with(':') && lists.iter().any(|l| text[..at].ends_with(l));
            self.document(text, at);
        }
        if listed {
            self.no_input = false;
        }
    }

    fn document(&mut self, text: &str, at: usize) {
        let head = text[..at].trim_end_matches([' ', '`', '*', '"']);
        let from = head.rfind(|c: char| !(c.is_alphanumeric() || c == '_'));
        let from = from.map_or(0, |i| i + head[i..].chars().next().map_or(1, char::len_utf8));
        let word = head.get(from..).unwrap_or_default();
        if (3..=40).contains(&word.len()) && is_ident(word) && !head[..from].ends_with('.') {
            self.known.insert(word);
        }
    }

    /// Whether a bare word is the name of a parameter.
    pub(super) fn is_param(&self, word: &str) -> bool {
        self.params.has_norm(&norm(word))
    }

    /// Whether a sibling's name holds this word.
    pub(super) fn sibling_like(&self, word: &str) -> bool {
        self.siblings.words.has_norm(word) || self.siblings.tails.has_norm(word)
    }

    /// Whose name this is.
    pub(super) fn owner(&self, word: &str) -> Cls {
        // `mcp__server__tool` and `server.tool` are the tool.
        let tail = word.rsplit("__").next().and_then(|w| w.rsplit(['.', ':', '/']).next());
        let name = norm(tail.filter(|t| t.len() > 1).unwrap_or(word));
        let mut cls = Cls::NONE;
        if self.own.has_norm(&name) {
            cls |= T_OWN;
        }
        if self.params.has_norm(&name) {
            cls |= T_PARAM;
        }
        if self.siblings.names.has_norm(&name) || cls.is_none() && self.alias(word) {
            cls |= T_SIBLING;
        }
        if cls.is_none() && self.known.has_norm(&name) {
            cls |= T_PARAM;
        }
        if cls.is_none() { T_FOREIGN } else { cls }
    }
}

/// Whether a bare word has the shape of an identifier: `snake_case`,
/// `camelCase`, `mcp__x__y`, `module.function`. Kebab case is English too, so
/// it counts only in quotes; a capital at the start is a product's name.
pub(super) fn is_ident(word: &str) -> bool {
    let b = word.as_bytes();
    if b.len() < 3 || b.len() > 80 || !b[0].is_ascii_alphabetic() && b[0] != b'_' {
        return false;
    }
    // A word without an underscore or a hump is none; most are such.
    if b[1..].iter().all(u8::is_ascii_lowercase) {
        return false;
    }
    if !b.iter().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'-' | b'.' | b':')) {
        return false;
    }
    if matches!(
        word,
        "macOS"
            | "iOS"
            | "iPhone"
            | "iPad"
            | "iPadOS"
            | "tvOS"
            | "watchOS"
            | "eBay"
            | "jQuery"
            | "gRPC"
            | "iCloud"
            | "iMessage"
            | "iTerm"
    ) {
        return false;
    }
    let letters = b.iter().filter(|c| c.is_ascii_alphabetic()).count();
    let joint = b.windows(3).any(|w| {
        w[0].is_ascii_alphanumeric()
            && w[1] == b'_'
            && (w[2].is_ascii_alphanumeric() || w[2] == b'_')
    });
    let camel = b[0].is_ascii_lowercase()
        && b.windows(2).any(|w| w[0].is_ascii_lowercase() && w[1].is_ascii_uppercase());
    letters >= 2 && (joint || camel)
}

/// Whether the content of quotes can be the name of a tool: one word, mostly
/// letters.
pub(super) fn is_quoted_ident(word: &str) -> bool {
    let b = word.as_bytes();
    (2..=80).contains(&b.len())
        && b[0].is_ascii_alphabetic()
        && b.iter()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'-' | b'.' | b':' | b'/'))
        && !b.iter().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
        && !word.contains("//")
        && !matches!(word, "true" | "false" | "null" | "none" | "string" | "number")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes() {
        for yes in ["read_file", "sendMail", "mcp__fs__read", "mail.send_now"] {
            assert!(is_ident(yes), "{yes}");
        }
        for no in ["GitHub", "read-only", "e.g", "file", "3_4", "https://x_y.example"] {
            assert!(!is_ident(no), "{no}");
        }
    }

    #[test]
    fn ownership_ignores_spelling() {
        let mut cx = Context::tool("fs.readFile");
        cx.param("file_path");
        cx.siblings(&Siblings::new(["list-files", "fs.readFile"].into_iter()));
        assert!(cx.owner("read_file").any(T_OWN));
        assert!(cx.owner("filePath").any(T_PARAM));
        assert!(cx.owner("listFiles").any(T_SIBLING));
        assert!(cx.owner("send_mail").any(T_FOREIGN));
    }
}
