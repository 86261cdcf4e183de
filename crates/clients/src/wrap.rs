//! Seeing through `warden wrap`: an entry that starts the guard is judged as
//! the server behind it.

use std::path::Path;

use warden_core::{Endpoint, HttpKind, Launch, Remote};

/// Guards around guards that are seen through, at most.
const MAX_LAYERS: usize = 4;

/// The server behind the guard, if the launch starts one. `inside` is the
/// project directory that brought the entry along: a program of that name in
/// there is somebody's program, not the guard.
pub(crate) fn see_through(launch: &Launch, inside: Option<&Path>) -> Option<Endpoint> {
    let mut current = launch.clone();
    let mut found = None;
    for _ in 0..MAX_LAYERS {
        match layer(&current, inside) {
            Some(Endpoint::Stdio(inner)) => {
                current = inner.clone();
                found = Some(Endpoint::Stdio(inner));
            }
            Some(http) => return Some(http),
            None => break,
        }
    }
    found
}

fn layer(launch: &Launch, inside: Option<&Path>) -> Option<Endpoint> {
    let words: Vec<&str> = std::iter::once(launch.command.as_str())
        .chain(launch.args.iter().map(String::as_str))
        .collect();
    let words = without_cmd(&words);
    let end = words.iter().position(|w| *w == "--").unwrap_or(words.len());
    let verb = verb_at(words, end)?;
    if inside.is_some() && launch.env.iter().any(|(k, _)| steers(k)) {
        return None;
    }
    if words[..verb].iter().any(|w| lies_inside(w, inside)) {
        return None;
    }
    match words.get(end + 1..) {
        Some([command, args @ ..]) => Some(Endpoint::Stdio(Launch {
            command: (*command).to_owned(),
            args: args.iter().map(|a| (*a).to_owned()).collect(),
            env: launch.env.clone(),
            cwd: launch.cwd.clone(),
        })),
        _ => remote(&words[verb + 1..]),
    }
}

/// On Windows, programs are often started through `cmd /c`.
fn without_cmd<'w, 'a>(words: &'w [&'a str]) -> &'w [&'a str] {
    match words {
        [shell, flag, rest @ ..] if base(shell) == "cmd" && flag.eq_ignore_ascii_case("/c") => rest,
        _ => words,
    }
}

/// Whether a variable can make another program of the same command line.
fn steers(variable: &str) -> bool {
    let name = variable.to_ascii_uppercase();
    matches!(name.as_str(), "PATH" | "PATHEXT" | "NODE_OPTIONS" | "NODE_PATH")
        || ["LD_", "DYLD_", "NPM_CONFIG_"].iter().any(|p| name.starts_with(p))
}

/// Whether a word is a path to something in the project.
fn lies_inside(word: &str, project: Option<&Path>) -> bool {
    let Some(project) = project else { return false };
    let program = word.contains(['/', '\\']) && !word.starts_with(['@', '-']);
    let drive = word.get(1..3).is_some_and(|c| c == ":\\" || c == ":/");
    let absolute = word.starts_with('/') || drive;
    let climbs = word.split(['/', '\\']).any(|part| part == "..");
    program && (!absolute || climbs || Path::new(word).starts_with(project))
}

/// Where `wrap` stands in a line that starts a guard.
fn verb_at(words: &[&str], end: usize) -> Option<usize> {
    let is_verb = |i: usize| matches!(words.get(i), Some(&"wrap" | &"guard")).then_some(i);
    let first = words.first()?;
    match base(first).as_str() {
        // Global flags and their values may stand before the command.
        "warden" => (1..end).find(|i| is_verb(*i).is_some()),
        "warden-mcp" => is_verb(1),
        "node" | "nodejs" if words.get(1)?.ends_with("mcp-server.js") => is_verb(2),
        "npx" | "bunx" | "pnpx" | "pnpm" | "npm" => {
            let package = words[..end].iter().position(|w| is_other_product(w))?;
            is_verb(package + 1)
        }
        _ => None,
    }
    .filter(|i| *i < end)
}

/// The npm package of the other product of this name, with any version.
fn is_other_product(word: &str) -> bool {
    word.strip_prefix("@aimarket/warden").is_some_and(|v| v.is_empty() || v.starts_with('@'))
}

/// The file name of a program without directories and extension.
fn base(program: &str) -> String {
    let name = program.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
    [".exe", ".cmd", ".bat"].iter().find_map(|e| name.strip_suffix(e)).unwrap_or(&name).to_owned()
}

/// `wrap --url URL [--header 'Name: value']`.
fn remote(flags: &[&str]) -> Option<Endpoint> {
    let (mut url, mut headers) = (None, Vec::new());
    let mut words = flags.iter();
    while let Some(word) = words.next() {
        let (flag, value) = match word.split_once('=') {
            Some((flag, value)) if flag.starts_with("--") => (flag, Some(value)),
            _ => (*word, None),
        };
        match flag {
            "--url" => url = value.or_else(|| words.next().copied()),
            "--header" => {
                let header = value.or_else(|| words.next().copied()).unwrap_or_default();
                if let Some((name, value)) = header.split_once(':') {
                    headers.push((name.trim().to_owned(), value.trim().into()));
                }
            }
            _ => {}
        }
    }
    let url = url.filter(|u| u.starts_with("http://") || u.starts_with("https://"))?;
    Some(Endpoint::Http(Remote { url: url.to_owned(), headers, kind: HttpKind::Auto }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn behind(line: &str) -> Option<String> {
        behind_in(line, None)
    }

    fn behind_in(line: &str, project: Option<&Path>) -> Option<String> {
        let mut words = line.split(' ').map(str::to_owned);
        let command = words.next().unwrap_or_default();
        let launch = Launch {
            command,
            args: words.collect(),
            env: vec![("K".into(), "v".into())],
            cwd: None,
        };
        see_through(&launch, project).map(|e| match e {
            Endpoint::Stdio(l) => {
                assert_eq!(l.env.len(), 1);
                format!("{} {}", l.command, l.args.join(" "))
            }
            Endpoint::Http(r) => format!("{} {}", r.url, r.headers.len()),
        })
    }

    #[test]
    fn guards_are_seen_through() {
        let cases = [
            ("warden wrap -- npx foo", "npx foo"),
            (
                "/usr/bin/warden wrap --id x --require-approval -- npx -y foo -- bar",
                "npx -y foo -- bar",
            ),
            ("C:\\bin\\Warden.EXE guard -- foo.exe a", "foo.exe a"),
            ("warden --state-dir /s wrap -- foo a", "foo a"),
            ("cmd /c warden wrap -- foo a", "foo a"),
            ("npx -y @aimarket/warden@0.5.0 wrap --id x -- foo a", "foo a"),
            ("node /opt/dist/mcp-server.js wrap -- foo a", "foo a"),
            ("warden-mcp.cmd wrap -- foo a", "foo a"),
            ("warden wrap -- warden wrap -- foo a", "foo a"),
            ("warden wrap --url https://a.example/mcp --header X:1", "https://a.example/mcp 1"),
        ];
        for (line, expected) in cases {
            assert_eq!(behind(line).as_deref(), Some(expected), "{line}");
        }
    }

    #[test]
    fn other_programs_are_left_alone() {
        for line in [
            "warden serve",
            "warden wrap --",
            "warden wrap",
            "npx warden-something wrap -- foo",
            "npx foo -- @aimarket/warden wrap",
            "wrap -- foo",
            "warden scan -- wrap foo",
            "npx -y @aimarket/warden-other wrap -- foo",
        ] {
            assert_eq!(behind(line), None, "{line}");
        }
    }

    #[test]
    fn a_program_of_the_project_is_not_the_guard() {
        let project = Some(Path::new("/code/p"));
        for line in [
            "./warden wrap -- foo",
            "/code/p/warden wrap -- foo",
            "/usr/../code/p/warden wrap -- foo",
            "node dist/mcp-server.js wrap -- foo",
        ] {
            assert_eq!(behind_in(line, project), None, "{line}");
            assert_eq!(behind_in(line, None).as_deref(), Some("foo "), "{line}");
        }
        let launch = Launch {
            command: "warden".into(),
            args: ["wrap", "--", "foo"].map(str::to_owned).into(),
            env: vec![("Path".into(), "bin".into())],
            cwd: None,
        };
        assert_eq!(see_through(&launch, project), None);
        assert!(see_through(&launch, None).is_some());
        for line in ["warden wrap -- foo", "/usr/bin/warden wrap -- foo"] {
            assert_eq!(behind_in(line, project).as_deref(), Some("foo "), "{line}");
        }
    }
}
