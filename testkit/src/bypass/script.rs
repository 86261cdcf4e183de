//! A scripted session: what a hostile server answers, what the client sends,
//! and what must not come through.

use std::path::Path;

/// One session.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// The name of its file.
    pub name: String,
    /// What is tried.
    pub title: String,
    /// The reports it comes from.
    pub rows: String,
    /// What it would do.
    pub harm: String,
    /// What the server answers.
    pub triggers: Vec<Trigger>,
    /// What the client does.
    pub steps: Vec<Step>,
    /// What must not be seen, and what must.
    pub checks: Vec<Check>,
}

/// Upon a line that contains a text, the server says something.
#[derive(Clone, Debug)]
pub struct Trigger {
    /// The text; empty at the start.
    pub text: String,
    /// Only the nth time; every time if 0.
    pub nth: u32,
    /// Frames, with `{id}` for the id that was received.
    pub say: String,
}

/// What the client does.
#[derive(Clone, Debug)]
pub enum Step {
    /// Sends a line.
    Send(String),
    /// Waits for the answer with this id, as JSON, or gives up.
    Wait(String),
    /// Waits for a line that contains this, or gives up.
    See(String),
    /// Ends its side.
    Close,
}

/// Something at one of the ends.
#[derive(Clone, Debug)]
pub struct Check {
    /// It is the harm, rather than what an honest session needs.
    pub bad: bool,
    /// What the server has received, rather than the client.
    pub at_server: bool,
    /// A text that is contained in a line. With `count N TEXT`, more than N
    /// lines.
    pub text: String,
    /// So many lines are not yet it.
    pub beyond: usize,
}

/// Reads every script of a directory, by name.
///
/// # Errors
/// When one cannot be read, with its line.
pub fn cases(dir: &Path) -> Result<Vec<Case>, String> {
    let entries = std::fs::read_dir(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let mut paths: Vec<_> = entries.flatten().map(|e| e.path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "txt"));
    paths.sort();
    paths.iter().map(|p| case(p)).collect()
}

/// Reads one script.
///
/// # Errors
/// When it cannot be read, with its line.
pub fn case(path: &Path) -> Result<Case, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let name = path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let mut case = Case { name, ..Case::default() };
    for (n, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        read(&mut case, line).ok_or_else(|| format!("{}:{}: {line}", path.display(), n + 1))?;
    }
    Ok(case)
}

fn read(case: &mut Case, line: &str) -> Option<()> {
    let (key, value) = line.split_once(':')?;
    let value = value.trim();
    let (word, rest) = key.split_once(' ').unwrap_or((key, ""));
    match (word, rest) {
        ("title", _) => value.clone_into(&mut case.title),
        ("rows", _) => value.clone_into(&mut case.rows),
        ("harm", _) => value.clone_into(&mut case.harm),
        ("send", _) => case.steps.push(Step::Send(expand(value))),
        ("wait", _) => case.steps.push(Step::Wait(value.to_owned())),
        ("see", _) => case.steps.push(Step::See(value.to_owned())),
        ("close", _) => case.steps.push(Step::Close),
        ("at", "start") => {
            let say = expand(value);
            case.triggers.push(Trigger { text: String::new(), nth: 0, say });
        }
        ("bad" | "good", end @ ("client" | "server")) => {
            let counted = value.strip_prefix("count ").and_then(|v| v.split_once(' '));
            let (beyond, text) = match counted {
                Some((n, text)) => (n.parse().ok()?, text),
                None => (0, value),
            };
            let (bad, at_server) = (word == "bad", end == "server");
            case.checks.push(Check { bad, at_server, text: text.to_owned(), beyond });
        }
        (on, text) if on == "on" || on.starts_with("on#") => {
            let nth = on.strip_prefix("on#").map_or(Some(0), |n| n.parse().ok())?;
            case.triggers.push(Trigger { text: text.to_owned(), nth, say: expand(value) });
        }
        _ => return None,
    }
    Some(())
}

/// `{big N}` is N letters, `{deep N}` N brackets that open and close.
fn expand(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let word = after.split_once('}');
        let sized = word.and_then(|(w, tail)| Some((w.split_once(' ')?, tail)));
        let sized = sized.and_then(|((w, n), tail)| Some((w, n.parse::<usize>().ok()?, tail)));
        match sized {
            Some(("big", n, tail)) => {
                out.push_str(&"x".repeat(n));
                rest = tail;
            }
            Some(("deep", n, tail)) => {
                out.push_str(&"[".repeat(n));
                out.push_str(&"]".repeat(n));
                rest = tail;
            }
            _ => {
                out.push('{');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}
