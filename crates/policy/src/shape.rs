//! Conditions by what a tool can do, with the meanings of mcp-warden's
//! policies, and without their gaps: every argument that looks like the path,
//! command, address or query is judged, in whichever spelling of its name.

use warden_core::json::{Val, push_token};
use warden_core::policy::{
    FilesystemWrite, Hosts, HttpRequest, Patterns, Shapes, ShellExec, SqlQuery,
};

use crate::Call;
use crate::argument::TextRule;
use crate::code::Code;
use crate::command::CommandRule;
use crate::decision::Decision;
use crate::host::HostRule;
use crate::path::PathRule;
use crate::place::Place;
use crate::sql::SqlRule;
use crate::value;

/// What a tool can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Shape {
    FilesystemWrite,
    ShellExec,
    HttpRequest,
    SqlQuery,
}

impl Shape {
    /// The shape that goes with a capability of the lock (`fs-write`, `shell-exec` …).
    pub fn of_capability(name: &str) -> Option<Self> {
        Some(match name {
            "fs-write" => Self::FilesystemWrite,
            "shell-exec" => Self::ShellExec,
            "http-request" => Self::HttpRequest,
            "sql-query" => Self::SqlQuery,
            _ => return None,
        })
    }

    /// Whether the word, or what it is the plural of, names the argument that
    /// is judged.
    fn is_named_by(self, word: &str) -> bool {
        let one =
            [word, word.strip_suffix('s').unwrap_or(word), word.strip_suffix("es").unwrap_or(word)];
        let queries = self == Self::SqlQuery && word == "queries";
        queries || self.words().iter().any(|w| one.contains(w))
    }

    /// Words that name the argument which is judged.
    fn words(self) -> &'static [&'static str] {
        match self {
            Self::FilesystemWrite => &[
                "path",
                "file",
                "filename",
                "filepath",
                "dest",
                "destination",
                "target",
                "location",
                "dir",
                "directory",
                "folder",
            ],
            Self::ShellExec => &["command", "cmd", "script", "shell", "commandline"],
            Self::HttpRequest => &["url", "uri", "endpoint", "host", "hostname", "href", "link"],
            Self::SqlQuery => &["query", "sql", "statement"],
        }
    }
}

/// The words of every name in the arguments.
fn key_words(value: Val<'_>, out: &mut Vec<String>) {
    for (key, member) in value.members() {
        out.extend(words(&key.text().unwrap_or_default()));
        key_words(member, out);
    }
    value.items().for_each(|item| key_words(item, out));
}

/// What a tool can do, as far as its name and the names of its arguments show.
/// For where nobody has said; a search's `query` alone is no SQL.
pub fn infer(tool: &str, arguments: Val<'_>) -> Vec<Shape> {
    let name = words(tool);
    let mut keys = Vec::new();
    key_words(arguments, &mut keys);
    let named = |list: &[&str]| name.iter().any(|w| list.contains(&w.as_str()));
    let given = |list: &[&str]| keys.iter().any(|w| list.contains(&w.as_str()));
    let names = |shape: Shape| keys.iter().any(|w| shape.is_named_by(w));
    let mut shapes = Vec::new();
    if names(Shape::FilesystemWrite) && (named(WRITES) || given(CONTENT)) {
        shapes.push(Shape::FilesystemWrite);
    }
    if named(RUNS) || names(Shape::ShellExec) {
        shapes.push(Shape::ShellExec);
    }
    if named(FETCHES) || given(ADDRESSES) {
        shapes.push(Shape::HttpRequest);
    }
    if named(&["sql", "db", "database"]) || given(&["sql", "statement"]) {
        shapes.push(Shape::SqlQuery);
    }
    shapes
}

const WRITES: &[&str] = &[
    "write", "save", "create", "delete", "remove", "rm", "unlink", "mkdir", "chmod", "mv", "move",
    "rename", "edit", "append", "upload", "patch", "copy", "cp",
];
const CONTENT: &[&str] = &["content", "contents", "data", "body", "text", "bytes", "payload"];
const RUNS: &[&str] =
    &["shell", "exec", "spawn", "system", "subprocess", "sudo", "bash", "sh", "cmd", "powershell"];
/// What shows that a tool reaches the network, by itself.
const ADDRESSES: &[&str] =
    &["url", "urls", "uri", "uris", "endpoint", "endpoints", "host", "hosts", "hostname", "href"];
const FETCHES: &[&str] = &["fetch", "http", "curl", "download", "webhook"];

/// The conditions for all shapes.
#[derive(Debug, Default)]
pub(crate) struct ShapeSet {
    shapes: Vec<Condition>,
}

#[derive(Debug)]
struct Condition {
    shape: Shape,
    /// The argument's name, where the policy gives it.
    argument: Option<String>,
    /// `None` refuses whatever the argument is.
    rule: Option<TextRule>,
    /// Whether a call without the argument is refused.
    needs: bool,
}

impl ShapeSet {
    pub(crate) fn new(shapes: &Shapes) -> Result<Self, String> {
        let mut all = Vec::new();
        if let Some(s) = &shapes.filesystem_write {
            all.push(filesystem(s)?);
        }
        if let Some(s) = &shapes.shell_exec {
            all.push(shell(s));
        }
        if let Some(s) = &shapes.http_request {
            all.push(http(s)?);
        }
        if let Some(s) = &shapes.sql_query {
            all.push(sql(s));
        }
        Ok(Self { shapes: all })
    }

    /// An entry's conditions over the defaults, member by member.
    pub(crate) fn over(defaults: &Shapes, own: &Shapes) -> Result<Self, String> {
        let mut merged = defaults.clone();
        macro_rules! lay {
            ($shape:ident: $($member:ident),*) => {
                if let Some(own) = &own.$shape {
                    let base = merged.$shape.get_or_insert_default();
                    $(if own.$member.is_some() { base.$member.clone_from(&own.$member); })*
                }
            };
        }
        lay!(filesystem_write: allow_paths, deny_paths, path_arg);
        lay!(shell_exec: allow, allow_commands, command_arg);
        lay!(http_request: allow_hosts, deny_cidrs, deny_private, url_arg);
        lay!(sql_query: deny_statements, allow_readonly_only, query_arg);
        Self::new(&merged)
    }

    /// Judges a call by the shapes that its tool has.
    pub(crate) fn judge(&self, call: &Call<'_>, decision: &mut Decision) {
        for condition in self.shapes.iter().filter(|c| call.shapes.contains(&c.shape)) {
            condition.judge(call.arguments, decision);
        }
    }
}

impl Condition {
    fn judge(&self, arguments: Val<'_>, decision: &mut Decision) {
        let Some(rule) = &self.rule else {
            decision.deny(Code::Command, "", "tools that run commands may not be called");
            return;
        };
        if value::has_repeated_keys(arguments) {
            decision.deny(Code::Kind, "", "an argument is given twice");
            return;
        }
        let values = self.values(arguments);
        if values.is_empty() && self.needs {
            decision.deny(Code::Missing, "", "no argument is known to be the one that is judged");
        }
        for (at, value) in values {
            rule.judge(&at, value, decision);
        }
    }

    fn values<'a>(&self, arguments: Val<'a>) -> Vec<(String, Val<'a>)> {
        if let Some(name) = &self.argument {
            return Place::member(name).values(arguments).unwrap_or_default();
        }
        let mut found = Vec::new();
        self.gather("", arguments, &mut found);
        found
    }

    /// Every text, or list of texts, under a fitting name, at any depth: the
    /// reader has bounded depth and size.
    fn gather<'a>(&self, at: &str, value: Val<'a>, out: &mut Vec<(String, Val<'a>)>) {
        for (key, member) in value.members() {
            let name = key.text().unwrap_or_default();
            let mut below = at.to_owned();
            push_token(&mut below, &name);
            let fits = words(&name).iter().any(|w| self.shape.is_named_by(w));
            let holds_texts = member.is_arr() && member.items().any(|i| i.text().is_some());
            if fits && (member.text().is_some() || holds_texts) {
                out.push((below, member));
            } else {
                self.gather(&below, member, out);
            }
        }
        for (n, item) in value.items().enumerate() {
            self.gather(&format!("{at}/{n}"), item, out);
        }
    }
}

/// The words of an identifier: `filePath`, `file_path` and `FILE-PATH` are two.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in name.chars() {
        let starts = c.is_uppercase() && (before.is_lowercase() || before.is_ascii_digit());
        if !c.is_alphanumeric() || starts {
            words.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(last) = words.last_mut()
        {
            last.extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|w| !w.is_empty());
    words
}

fn filesystem(s: &FilesystemWrite) -> Result<Condition, String> {
    let patterns =
        Patterns { allow: s.allow_paths.clone(), deny: s.deny_paths.clone().unwrap_or_default() };
    Ok(Condition {
        shape: Shape::FilesystemWrite,
        argument: s.path_arg.clone(),
        needs: patterns.allow.is_some(),
        rule: Some(TextRule::Path(PathRule::new(&patterns)?)),
    })
}

fn shell(s: &ShellExec) -> Condition {
    let rule = TextRule::Command(CommandRule { programs: s.allow_commands.clone() });
    Condition {
        shape: Shape::ShellExec,
        argument: s.command_arg.clone(),
        needs: true,
        rule: s.allow.unwrap_or(false).then_some(rule),
    }
}

fn http(s: &HttpRequest) -> Result<Condition, String> {
    let hosts = Hosts {
        allow: s.allow_hosts.clone(),
        deny: s.deny_cidrs.clone().unwrap_or_default(),
        private: !s.deny_private.unwrap_or(true),
    };
    let rule = HostRule::new(&hosts)?;
    Ok(Condition {
        shape: Shape::HttpRequest,
        argument: s.url_arg.clone(),
        needs: rule.is_list(),
        rule: Some(TextRule::Host(rule)),
    })
}

fn sql(s: &SqlQuery) -> Condition {
    // The statements that the reference refuses where a policy lists none.
    const DENIED: [&str; 7] = ["DROP", "DELETE", "TRUNCATE", "ALTER", "GRANT", "REVOKE", "UPDATE"];
    let denied = || DENIED.iter().map(|d| (*d).to_owned()).collect();
    let deny = s.deny_statements.clone().unwrap_or_else(denied);
    let read_only = s.allow_readonly_only.unwrap_or(true);
    Condition {
        shape: Shape::SqlQuery,
        argument: s.query_arg.clone(),
        needs: true,
        rule: Some(TextRule::Sql(SqlRule { read_only, deny })),
    }
}
