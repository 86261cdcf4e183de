//! The bytes of one entry that change.

use warden_core::json::write_string;

use super::tokens::{Token, Tree};
use super::{Change, Splice};
use crate::Format;

/// Keys under which a program stands.
const KEYS: [&str; 3] = ["command", "cmd", "executable"];

/// How an entry writes its command down.
enum Notation<'a> {
    /// `command = "x"`, `args = […]` or none.
    Text { program: &'a Tree, args: Option<&'a Tree>, holder: &'a Tree, key: &'static str },
    /// `command = ["x", …]`.
    List(&'a Tree),
}

fn notation(entry: &Tree) -> Result<Notation<'_>, String> {
    let found = KEYS.into_iter().filter_map(|k| Some((k, entry.get(k)?))).collect::<Vec<_>>();
    let [(key, command)] = found[..] else {
        return Err("its command stands in a way that is not known here".to_owned());
    };
    match &command.token {
        Token::List(items) if !items.is_empty() && entry.get("args").is_none() => {
            Ok(Notation::List(command))
        }
        Token::Text(_) => {
            Ok(Notation::Text { program: command, args: entry.get("args"), holder: entry, key })
        }
        // Older Zed: {"path": …, "args": …}.
        Token::Map(_) => {
            let program = command.get("path").ok_or("its command has no path")?;
            Ok(Notation::Text { program, args: command.get("args"), holder: command, key: "path" })
        }
        _ => Err("its command stands in a way that is not known here".to_owned()),
    }
}

pub(super) fn splices(
    text: &str,
    format: Format,
    entry: &Tree,
    change: &Change<'_>,
) -> Result<Vec<Splice>, String> {
    let notation = notation(entry)?;
    match change {
        Change::Install { program, before } => install(text, format, &notation, program, before),
        Change::Uninstall => uninstall(text, &notation),
    }
}

fn install(
    text: &str,
    format: Format,
    notation: &Notation<'_>,
    guard: &str,
    before: &[String],
) -> Result<Vec<Splice>, String> {
    let mut words: Vec<String> = before.iter().map(|w| quoted(w)).collect();
    match notation {
        Notation::List(list) => {
            words.insert(0, quoted(guard));
            Ok(vec![Splice { range: in_front(list), with: words.join(", ") + ", " }])
        }
        Notation::Text { program, args, holder, key } => {
            let Token::Text(name) = &program.token else {
                return Err("its command is not a text".to_owned());
            };
            let items = match args.map(|a| &a.token) {
                Some(Token::List(items)) => items.len(),
                Some(_) => return Err("its args are not a list".to_owned()),
                None => 0,
            };
            if items == 0 && name.trim().contains(char::is_whitespace) {
                return Err("its command is one line, which clients take apart in different ways"
                    .to_owned());
            }
            words.push(text.get(program.range.clone()).unwrap_or_default().to_owned());
            let mut out = vec![Splice { range: program.range.clone(), with: quoted(guard) }];
            let list = words.join(", ");
            out.push(match args {
                Some(args) => {
                    let comma = if items > 0 { ", " } else { "" };
                    Splice { range: in_front(args), with: list + comma }
                }
                None => {
                    let at = program.range.end;
                    let with = added(text, format, holder, key, &list);
                    Splice { range: at..at, with }
                }
            });
            // One splice behind the other where no arguments were there.
            if args.is_none() {
                let insert = out.pop().map(|s| s.with).unwrap_or_default();
                out[0].with.push_str(&insert);
            }
            Ok(out)
        }
    }
}

/// Behind the opening bracket, or in front of the first element.
fn in_front(list: &Tree) -> std::ops::Range<usize> {
    let at = match &list.token {
        Token::List(items) => items.first().map(|t| t.range.start),
        _ => None,
    };
    let at = at.unwrap_or(list.range.start + 1);
    at..at
}

/// A member `args` that is written behind the command.
fn added(text: &str, format: Format, holder: &Tree, key: &str, list: &str) -> String {
    let at = holder.key_at(key).unwrap_or_default();
    let start = text.get(..at).and_then(|t| t.rfind('\n')).map_or(0, |i| i + 1);
    let indent = text.get(start..at).unwrap_or_default();
    let own_line = indent.trim().is_empty();
    let inline = text.get(holder.range.start..).is_some_and(|t| t.starts_with('{'));
    match format {
        Format::Toml if !inline => {
            format!("\n{}args = [{list}]", if own_line { indent } else { "" })
        }
        Format::Toml => format!(", args = [{list}]"),
        _ if own_line => format!(",\n{indent}\"args\": [{list}]"),
        _ => format!(", \"args\": [{list}]"),
    }
}

fn uninstall(text: &str, notation: &Notation<'_>) -> Result<Vec<Splice>, String> {
    let (program, list) = match notation {
        Notation::List(list) => (None, *list),
        Notation::Text { program, args, .. } => {
            (Some(*program), args.ok_or("it has no arguments")?)
        }
    };
    let Token::List(items) = &list.token else { return Err("its args are not a list".to_owned()) };
    let is = |t: &Tree, word: &str| matches!(&t.token, Token::Text(w) if w == word);
    let end = items.iter().position(|t| is(t, "--"));
    let end = end.ok_or("no command stands behind the guard; the backup has what stood there")?;
    let command = items.get(end + 1).ok_or("nothing stands behind the guard")?;
    let first = items.first().map_or(command.range.start, |t| t.range.start);
    let Some(program) = program else {
        return Ok(vec![Splice { range: first..command.range.start, with: String::new() }]);
    };
    let raw = text.get(command.range.clone()).unwrap_or_default().to_owned();
    let rest = items.get(end + 2).map_or(command.range.end, |t| t.range.start);
    Ok(vec![
        Splice { range: program.range.clone(), with: raw },
        Splice { range: first..rest, with: String::new() },
    ])
}

/// A string that JSON and TOML write alike.
fn quoted(word: &str) -> String {
    let mut out = Vec::new();
    write_string(word, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}
