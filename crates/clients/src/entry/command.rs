//! Entries that start a program.

use std::path::{Path, PathBuf};

use warden_core::{Launch, Secret, Untrusted};

use super::Context;
use crate::tree::{Node, Value};
use crate::{Os, fs};

/// Keys under which a program stands.
pub(super) const KEYS: [&str; 3] = ["command", "cmd", "executable"];
/// Arguments of one server, at most; no platform starts more.
const MAX_ARGS: usize = 10_000;
/// Variables of one server, at most.
const MAX_VARIABLES: usize = 1_000;

/// Reads command, arguments, environment and directory.
pub(super) fn read(node: &Node, body: &Node, cx: &Context<'_>) -> Result<Launch, String> {
    let (key, value) = body.given_any(&KEYS).ok_or("has no command")?;
    let (program, mut args, inner) = match &value.value {
        // Older Zed: {"path": …, "args": …, "env": …}.
        Value::Map(_) => {
            let path = value.text_of("path").ok_or("its command has no path")?;
            (path.to_owned(), list(value, "args")?, Some(value))
        }
        Value::List(_) => {
            let mut words = texts(value, key)?;
            if words.is_empty() {
                return Err("its command is empty".into());
            }
            (words.remove(0), words, None)
        }
        Value::Text(text) => (text.clone(), Vec::new(), None),
        _ => return Err("its command is not a text".into()),
    };
    args.extend(list(body, "args")?);
    if let Value::Text(_) = value.value
        && args.is_empty()
    {
        return launch(split(&program, cx), node, body, inner, cx);
    }
    let mut words = vec![program];
    words.extend(args);
    launch(words, node, body, inner, cx)
}

fn launch(
    words: Vec<String>,
    node: &Node,
    body: &Node,
    inner: Option<&Node>,
    cx: &Context<'_>,
) -> Result<Launch, String> {
    if words.len() > MAX_ARGS {
        return Err("has too many arguments".into());
    }
    let mut words = words.iter().map(|w| cx.expand(w));
    let command = words.next().transpose()?.unwrap_or_default();
    if command.trim().is_empty() {
        return Err("its command is empty".into());
    }
    let args = words.collect::<Result<_, _>>()?;
    let mut env = Vec::new();
    for source in [Some(body), inner].into_iter().flatten() {
        environment(source, cx, &mut env)?;
    }
    Ok(Launch { command, args, env, cwd: directory(node, body, cx)? })
}

/// A command in one string, such as `npx -y foo`: several clients take that
/// apart. Nothing is taken apart that is a program as it stands.
fn split(command: &str, cx: &Context<'_>) -> Vec<String> {
    let whole = || vec![command.to_owned()];
    if !command.trim().contains(char::is_whitespace) {
        return vec![command.trim().to_owned()];
    }
    let path = cx.workspace.join(command);
    if cx.disk && fs::is_file(&path) {
        return whole();
    }
    // A backslash is a separator on Windows, never an escape.
    let text = match cx.env.os {
        Os::Windows => command.replace('\\', "\\\\"),
        _ => command.to_owned(),
    };
    match shlex::split(&text) {
        Some(words) if !words.is_empty() => words,
        _ => whole(),
    }
}

fn list(node: &Node, key: &str) -> Result<Vec<String>, String> {
    match node.given(key) {
        Some(list) => match list.text() {
            Some(one) => Ok(vec![one.to_owned()]),
            None => texts(list, key),
        },
        None => Ok(Vec::new()),
    }
}

fn texts(list: &Node, key: &str) -> Result<Vec<String>, String> {
    if !matches!(list.value, Value::List(_)) {
        return Err(format!("its `{key}` is not a list"));
    }
    let text =
        |n: &Node| n.scalar().ok_or_else(|| format!("its `{key}` holds something that is no text"));
    list.items().iter().map(text).collect()
}

type Variables = Vec<(String, Secret)>;

/// `env`, and variables that are only named: Codex passes them on from its
/// own environment, Goose keeps them in a keyring.
fn environment(node: &Node, cx: &Context<'_>, env: &mut Variables) -> Result<(), String> {
    let keys = ["env", "environment", "envs", "env_vars", "env_keys"];
    let count = |k: &&str| node.get(k).map_or(0, |n| n.members().len() + n.items().len());
    if keys.iter().map(count).sum::<usize>() > MAX_VARIABLES {
        return Err("sets too many variables".into());
    }
    for key in ["env", "environment", "envs"] {
        let Some(map) = node.given(key) else { continue };
        if !map.is_map() {
            return Err(format!("its `{key}` is not an object"));
        }
        for member in map.members() {
            let name = Untrusted::from(member.key.as_str()).term_limited(64);
            let value = match member.node.value {
                Value::Null => continue,
                _ => member.node.scalar().ok_or_else(|| format!("variable {name} is no text"))?,
            };
            let value = cx.secret(&value)?;
            env.retain(|(k, _)| *k != member.key);
            env.push((member.key.clone(), value));
        }
    }
    for item in node.given("env_vars").map(Node::items).unwrap_or_default() {
        let name = item.text().or_else(|| item.text_of("name")).unwrap_or_default();
        if let Some(value) = cx.env.var(name) {
            env.push((name.to_owned(), Secret::referenced(value)));
        }
    }
    keyring(node, cx, env)
}

fn keyring(node: &Node, cx: &Context<'_>, env: &mut Variables) -> Result<(), String> {
    let mut missing = Vec::new();
    for name in node.given("env_keys").map(|n| n.texts()).into_iter().flatten() {
        if env.iter().any(|(k, _)| k == name) {
            continue;
        }
        match cx.env.var(name) {
            Some(value) => env.push((name.to_owned(), Secret::referenced(value))),
            None => missing.push(Untrusted::from(name).term_limited(64)),
        }
    }
    match missing.is_empty() {
        true => Ok(()),
        false => Err(format!("needs {} from the client's keyring", missing.join(", "))),
    }
}

fn directory(node: &Node, body: &Node, cx: &Context<'_>) -> Result<Option<PathBuf>, String> {
    let keys = ["cwd", "working_directory", "workingDirectory"];
    let Some((key, value)) = body.given_any(&keys).or_else(|| node.given_any(&keys)) else {
        return Ok(None);
    };
    let text = value.text().ok_or_else(|| format!("its `{key}` is not a text"))?;
    let text = cx.expand(text)?;
    Ok(Some(cx.workspace.join(Path::new(&text))))
}
