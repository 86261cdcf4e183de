//! The capabilities of a tool as mcp-warden 2.2 derives them from its name and
//! the names of its parameters. Frozen: a digest is made of them. The rules of
//! the family `WRD-CAP-*` judge the same question better.

use std::collections::BTreeSet;

use warden_core::json::Val;

struct Table {
    flag: &'static str,
    names: &'static [&'static str],
    properties: &'static [&'static str],
}

/// In the order of the flags.
const TABLES: &[Table] = &[
    Table {
        flag: "fs-read",
        names: &["read", "cat", "open", "load", "get", "list"],
        properties: &["path", "file", "filename", "src", "source"],
    },
    Table {
        flag: "fs-write",
        names: &[
            "write", "save", "create", "delete", "rm", "unlink", "mkdir", "chmod", "mv", "rename",
        ],
        properties: &["path", "file", "filename", "dest", "target"],
    },
    Table {
        flag: "http-request",
        names: &["fetch", "http", "request", "curl", "download", "webhook"],
        properties: &["url", "uri", "endpoint", "host", "hostname"],
    },
    Table {
        flag: "shell-exec",
        names: &[
            "shell",
            "exec",
            "spawn",
            "system",
            "subprocess",
            "sudo",
            "bash",
            "sh",
            "cmd",
            "powershell",
        ],
        properties: &["command", "cmd", "script", "shell"],
    },
    Table {
        flag: "sql-query",
        names: &["sql", "query", "execute", "db"],
        properties: &["query", "sql", "statement"],
    },
];

const CONTENT: &[&str] = &["content", "data", "body", "text", "bytes", "payload"];

/// The flags, sorted.
pub fn capabilities(name: &str, input_schema: Option<Val<'_>>) -> Vec<String> {
    let name = segments(name);
    let mut properties = BTreeSet::new();
    if let Some(all) = input_schema.and_then(|s| s.get("properties")) {
        for (key, _) in all.members() {
            properties.extend(segments(&key.text().unwrap_or_default()));
        }
    }
    let has = |words: &BTreeSet<String>, list: &[&str]| list.iter().any(|w| words.contains(*w));
    let holds = |t: &&Table| {
        let (by_name, by_property) = (has(&name, t.names), has(&properties, t.properties));
        match t.flag {
            "fs-read" => by_name && by_property,
            "fs-write" => by_property && (by_name || has(&properties, CONTENT)),
            _ => by_name || by_property,
        }
    };
    TABLES.iter().filter(holds).map(|t| t.flag.to_owned()).collect()
}

/// The words of an identifier: cut at `_`, `-`, `.` and blanks, before a capital
/// behind a small letter or digit, and before the last capital of a run that is
/// followed by a small letter.
fn segments(identifier: &str) -> BTreeSet<String> {
    let chars: Vec<char> = identifier.chars().collect();
    let mut out = BTreeSet::new();
    let mut word = String::new();
    let mut end = |word: &mut String| {
        if !word.is_empty() {
            out.insert(std::mem::take(word).to_lowercase());
        }
    };
    for (n, c) in chars.iter().copied().enumerate() {
        if matches!(c, '_' | '-' | '.') || is_blank(c) {
            end(&mut word);
            continue;
        }
        let before = n.checked_sub(1).and_then(|n| chars.get(n)).copied();
        let after = chars.get(n + 1).copied();
        let small = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        let begins = c.is_ascii_uppercase()
            && (before.is_some_and(small)
                || before.is_some_and(|b| b.is_ascii_uppercase())
                    && after.is_some_and(|a| a.is_ascii_lowercase()));
        if begins {
            end(&mut word);
        }
        word.push(c);
    }
    end(&mut word);
    out
}

/// As Python's `str.isspace`, which also counts the four separators of ASCII.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1c}'..='\u{1f}')
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use warden_core::json::{Limits, Mode, read};

    use super::*;

    fn of(name: &str, properties: &[&str]) -> Vec<String> {
        let members: Vec<String> = properties.iter().map(|p| format!("{p:?}:{{}}")).collect();
        let text = format!("{{\"properties\":{{{}}}}}", members.join(","));
        let doc = read(Arc::from(text.as_bytes()), Mode::Strict, &Limits::default()).expect("JSON");
        capabilities(name, Some(doc.root()))
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
