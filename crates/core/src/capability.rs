//! The capabilities of a tool as mcp-warden 2.2 derives them from its name and
//! the names of its parameters. The lock's digests are made of them, so that
//! they stay as they are.

use std::borrow::Cow;

use crate::json::Val;

/// A capability and what it is derived from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// `fs-read`, `fs-write`, `http-request`, `shell-exec` or `sql-query`.
    pub flag: &'static str,
    /// The first word of the name that says so, in the alphabet.
    pub name_word: Option<String>,
    /// The first parameter that says so.
    pub property: Option<String>,
}

/// The flags, in their order, which is that of the bits below.
const FLAGS: [&str; 5] = ["fs-read", "fs-write", "http-request", "shell-exec", "sql-query"];

const READ: u8 = 1;
const WRITE: u8 = 2;
const HTTP: u8 = 4;
const SHELL: u8 = 8;
const SQL: u8 = 16;
/// Of parameters: it carries content.
const CONTENT: u8 = 32;

/// What a word of a tool's name says.
fn name_bits(word: &str) -> u8 {
    match word {
        "read" | "cat" | "open" | "load" | "get" | "list" => READ,
        "write" | "save" | "create" | "delete" | "rm" | "unlink" | "mkdir" | "chmod" | "mv"
        | "rename" => WRITE,
        "fetch" | "http" | "request" | "curl" | "download" | "webhook" => HTTP,
        "shell" | "exec" | "spawn" | "system" | "subprocess" | "sudo" | "bash" | "sh" | "cmd"
        | "powershell" => SHELL,
        "sql" | "query" | "execute" | "db" => SQL,
        _ => 0,
    }
}

/// What a word of a parameter's name says.
fn property_bits(word: &str) -> u8 {
    match word {
        "path" | "file" | "filename" => READ | WRITE,
        "src" | "source" => READ,
        "dest" | "target" => WRITE,
        "url" | "uri" | "endpoint" | "host" | "hostname" => HTTP,
        "command" | "cmd" | "script" | "shell" => SHELL,
        "query" | "sql" | "statement" => SQL,
        "content" | "data" | "body" | "text" | "bytes" | "payload" => CONTENT,
        _ => 0,
    }
}

/// The flags, sorted.
pub fn capabilities(name: &str, input_schema: Option<Val<'_>>) -> Vec<String> {
    let bits = bits(name, input_schema);
    FLAGS.iter().enumerate().filter(|(n, _)| bits >> n & 1 == 1).map(|(_, f)| (*f).into()).collect()
}

fn bits(name: &str, input_schema: Option<Val<'_>>) -> u8 {
    let mut of_name = 0;
    words(name, &mut |w| of_name |= name_bits(w));
    let mut of_properties = 0;
    each_property(input_schema, &mut |key| words(key, &mut |w| of_properties |= property_bits(w)));
    let either = (of_name | of_properties) & (HTTP | SHELL | SQL);
    let read = of_name & of_properties & READ;
    let writes = of_name & WRITE != 0 || of_properties & CONTENT != 0;
    either | read | if writes { of_properties & WRITE } else { 0 }
}

fn each_property(schema: Option<Val<'_>>, f: &mut dyn FnMut(&str)) {
    for (key, _) in schema.and_then(|s| s.get("properties")).into_iter().flat_map(Val::members) {
        f(&key.text().unwrap_or_default());
    }
}

/// The flags with their evidence, in the order of the flags.
pub fn derive(name: &str, input_schema: Option<Val<'_>>) -> Vec<Derived> {
    let all = bits(name, input_schema);
    if all == 0 {
        return Vec::new();
    }
    let held = FLAGS.iter().enumerate().filter(|(n, _)| all >> n & 1 == 1);
    held.map(|(n, flag)| {
        let bit = 1 << n;
        let mut name_word: Option<String> = None;
        words(name, &mut |w| {
            if name_bits(w) & bit != 0 && name_word.as_deref().is_none_or(|known| w < known) {
                name_word = Some(w.to_owned());
            }
        });
        let mut property: Option<String> = None;
        each_property(input_schema, &mut |key| {
            let mut says = false;
            words(key, &mut |w| says |= property_bits(w) & bit != 0);
            if says && property.is_none() {
                property = Some(key.to_owned());
            }
        });
        Derived { flag, name_word, property }
    })
    .collect()
}

/// The words of an identifier in small letters: cut at `_`, `-`, `.` and
/// blanks, before a capital behind a small letter or digit, and before the last
/// capital of a run that is followed by a small letter.
fn words(identifier: &str, f: &mut dyn FnMut(&str)) {
    if identifier.is_ascii() {
        return ascii_words(identifier, f);
    }
    let mut start = 0;
    let mut before: Option<char> = None;
    let mut rest = identifier.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        if matches!(c, '_' | '-' | '.') || is_blank(c) {
            word(&identifier[start..at], f);
            start = at + c.len_utf8();
            before = Some(c);
            continue;
        }
        let after = rest.peek().map(|(_, c)| *c);
        let small = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        let begins = c.is_ascii_uppercase()
            && (before.is_some_and(small)
                || before.is_some_and(|b| b.is_ascii_uppercase())
                    && after.is_some_and(|a| a.is_ascii_lowercase()));
        if begins {
            word(&identifier[start..at], f);
            start = at;
        }
        before = Some(c);
    }
    word(&identifier[start..], f);
}

/// The same for a name of ASCII, as most are, byte by byte.
fn ascii_words(identifier: &str, f: &mut dyn FnMut(&str)) {
    let bytes = identifier.as_bytes();
    let mut start = 0;
    for (at, b) in bytes.iter().enumerate() {
        let b = *b;
        if matches!(b, b'_' | b'-' | b'.' | b' ' | b'\t'..=b'\r' | 0x1c..=0x1f) {
            word(&identifier[start..at], f);
            start = at + 1;
            continue;
        }
        if !b.is_ascii_uppercase() || at == 0 {
            continue;
        }
        let before = bytes[at - 1];
        let after = bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
        if before.is_ascii_lowercase()
            || before.is_ascii_digit()
            || before.is_ascii_uppercase() && after
        {
            word(&identifier[start..at], f);
            start = at;
        }
    }
    word(&identifier[start..], f);
}

fn word(text: &str, f: &mut dyn FnMut(&str)) {
    if text.is_empty() {
        return;
    }
    let small = text.bytes().all(|b| b.is_ascii() && !b.is_ascii_uppercase());
    let lower: Cow<'_, str> = if small { text.into() } else { text.to_lowercase().into() };
    f(&lower);
}

/// As Python's `str.isspace`, which also counts the four separators of ASCII.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1c}'..='\u{1f}')
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::json::{Limits, Mode, read};

    use super::*;

    fn of(name: &str, properties: &[&str]) -> Vec<String> {
        let members: Vec<String> = properties.iter().map(|p| format!("{p:?}:{{}}")).collect();
        let text = format!("{{\"properties\":{{{}}}}}", members.join(","));
        let doc = read(Arc::from(text.as_bytes()), Mode::Strict, &Limits::default()).expect("JSON");
        let derived: Vec<String> =
            derive(name, Some(doc.root())).into_iter().map(|d| d.flag.to_owned()).collect();
        let flags = capabilities(name, Some(doc.root()));
        assert_eq!(derived, flags);
        flags
    }

    #[test]
    fn names_and_properties_of_the_reference() {
        assert_eq!(of("execCommand", &[]), ["shell-exec"]);
        assert_eq!(of("SSHExec", &[]), ["shell-exec"]);
        assert_eq!(of("x", &["COMMAND"]), ["shell-exec"]);
        assert!(of("executor", &[]).is_empty() && of("runCMD2", &[]).is_empty());
        assert!(of("shelter_lookup", &["recommand"]).is_empty());
        assert_eq!(of("upload", &["filePath", "body"]), ["fs-write"]);
        assert_eq!(of("create_issue", &["file"]), ["fs-write"]);
        assert!(of("rename", &["src"]).is_empty() && of("updateFile", &["path"]).is_empty());
        assert_eq!(of("load", &["fileName"]), ["fs-read"]);
        assert!(of("get_user", &["id"]).is_empty());
        assert_eq!(of("getHTTPStatus", &[]), ["http-request"]);
        assert!(of("prefetched", &[]).is_empty());
        assert_eq!(of("search", &["query"]), ["sql-query"]);
        assert!(of("sqlite_info", &[]).is_empty());
        assert_eq!(of("read_db", &["path", "url"]), ["fs-read", "http-request", "sql-query"]);
    }
}
