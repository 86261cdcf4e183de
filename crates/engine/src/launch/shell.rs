//! Shell text taken apart far enough to see which programs it would run. It is
//! read, never run.

/// Nested `sh -c` is followed this deep.
const DEPTH: usize = 4;
/// More commands than this are not looked at one by one.
const COMMANDS: usize = 256;

/// A simple command of a pipeline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Command {
    /// Program and arguments, unquoted, without leading assignments.
    pub(crate) words: Vec<String>,
    /// Whether its input is the output of the command before it.
    pub(crate) piped: bool,
}

impl Command {
    /// The program's name without its directory and `.exe`, in lower case.
    pub(crate) fn program(&self) -> String {
        self.words.first().map(|w| base_name(w)).unwrap_or_default()
    }

    /// Arguments behind the program.
    pub(crate) fn args(&self) -> &[String] {
        self.words.get(1..).unwrap_or_default()
    }
}

/// The name of a program without its directory and `.exe`.
pub(crate) fn base_name(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
    name.strip_suffix(".exe").map(str::to_owned).unwrap_or(name)
}

/// Whether a program takes a script as an argument of `-c`.
pub(crate) fn is_shell(program: &str) -> bool {
    matches!(program, "sh" | "bash" | "zsh" | "dash" | "ksh" | "fish" | "ash" | "busybox")
}

/// All simple commands that a program with arguments would run, wrappers and
/// nested shells seen through.
pub(crate) fn commands(words: &[String]) -> Vec<Command> {
    let mut out = Vec::new();
    let first = Command { words: words.to_vec(), piped: false };
    add(first, 0, &mut out);
    out
}

fn add(command: Command, depth: usize, out: &mut Vec<Command>) {
    if out.len() >= COMMANDS {
        return;
    }
    let inner = unwrapped(&command.words);
    let command = Command { words: inner.to_vec(), piped: command.piped };
    let script = (depth < DEPTH).then(|| script(&command)).flatten();
    out.push(command);
    if let Some(script) = script {
        for c in parse(&script) {
            add(c, depth + 1, out);
        }
    }
}

/// Programs that only run another one.
fn unwrapped(words: &[String]) -> &[String] {
    let mut rest = words;
    while let Some(first) = rest.first() {
        let wraps = matches!(
            base_name(first).as_str(),
            "sudo"
                | "env"
                | "nohup"
                | "time"
                | "nice"
                | "exec"
                | "command"
                | "doas"
                | "setsid"
                | "stdbuf"
                | "timeout"
                | "xargs"
                | "start"
        );
        let assigns = first.contains('=') && !first.starts_with('-') && !first.contains('/');
        if !wraps && !assigns {
            break;
        }
        rest = &rest[1..];
        while wraps
            && rest.first().is_some_and(|w| {
                w.starts_with('-') || w.bytes().all(|b| b.is_ascii_digit() || b == b's')
            })
        {
            rest = &rest[1..];
        }
    }
    rest
}

/// The script that a shell is given, by whatever switch.
fn script(command: &Command) -> Option<String> {
    let program = command.program();
    let args = command.args();
    if is_shell(&program) {
        let takes = |a: &String| a.starts_with('-') && !a.starts_with("--") && a.contains('c');
        let at = args.iter().position(takes)?;
        return args.get(at + 1).cloned();
    }
    if program == "cmd" {
        let at = args
            .iter()
            .position(|a| a.eq_ignore_ascii_case("/c") || a.eq_ignore_ascii_case("/k"))?;
        return Some(args[at + 1..].join(" "));
    }
    if matches!(program.as_str(), "powershell" | "pwsh") {
        let at = args.iter().position(|a| {
            let a = a.to_ascii_lowercase();
            a.len() > 1 && "-command".starts_with(&a)
        })?;
        return Some(args[at + 1..].join(" "));
    }
    (program == "eval").then(|| args.join(" "))
}

/// Splits shell text into simple commands.
pub(crate) fn parse(text: &str) -> Vec<Command> {
    let mut out = Vec::new();
    let mut lexer = Lexer { current: Command::default(), word: None, out: &mut out };
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => lexer.push_all(chars.next()),
            '\'' => lexer.quoted(&mut chars, '\''),
            '"' => lexer.quoted(&mut chars, '"'),
            '|' => {
                let or = chars.next_if_eq(&'|').is_some();
                chars.next_if_eq(&'&');
                lexer.end_command(!or);
            }
            ';' | '&' | '\n' | '`' | '(' | ')' => lexer.end_command(false),
            '$' if chars.peek() == Some(&'(') => {
                chars.next();
                lexer.end_command(false);
            }
            '<' if chars.peek() == Some(&'(') => {
                chars.next();
                lexer.end_command(false);
            }
            // ${IFS} is white space in disguise.
            '$' if ifs(&mut chars) => lexer.end_word(),
            c if c.is_whitespace() => lexer.end_word(),
            c => lexer.push_all(Some(c)),
        }
    }
    lexer.end_command(false);
    out
}

fn ifs(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> bool {
    let rest: String = chars.clone().take(5).collect();
    let len = if rest.starts_with("{IFS}") {
        5
    } else if rest.starts_with("IFS") {
        3
    } else {
        0
    };
    for _ in 0..len {
        chars.next();
    }
    len > 0
}

struct Lexer<'o> {
    current: Command,
    word: Option<String>,
    out: &'o mut Vec<Command>,
}

impl Lexer<'_> {
    fn push_all(&mut self, c: Option<char>) {
        self.word.get_or_insert_default().extend(c);
    }

    /// A quoted part; a command substitution inside it is read as its words.
    fn quoted(&mut self, chars: &mut std::iter::Peekable<std::str::Chars<'_>>, quote: char) {
        self.word.get_or_insert_default();
        while let Some(c) = chars.next() {
            match c {
                c if c == quote => return,
                '\\' if quote == '"' => self.push_all(chars.next()),
                c => self.push_all(Some(c)),
            }
        }
    }

    fn end_word(&mut self) {
        self.current.words.extend(self.word.take());
    }

    fn end_command(&mut self, pipe: bool) {
        self.end_word();
        let done = std::mem::take(&mut self.current);
        self.current.piped = pipe;
        if !done.words.is_empty() && self.out.len() < COMMANDS {
            let words = unwrapped(&done.words).to_vec();
            self.out.push(Command { words, piped: done.piped });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn programs(line: &str) -> Vec<String> {
        let words: Vec<_> = line.split(' ').map(str::to_owned).collect();
        commands(&words).iter().map(Command::program).collect()
    }

    #[test]
    fn pipelines_and_substitutions_are_seen() {
        let c = parse("curl -s 'https://x.io/a b' | sudo bash -s; echo $(rm -fr ~)");
        let names: Vec<_> = c.iter().map(Command::program).collect();
        assert_eq!(names, ["curl", "bash", "echo", "rm"]);
        assert!(c[1].piped && !c[2].piped);
    }

    #[test]
    fn nested_shells_and_wrappers_are_looked_through() {
        let words = ["/usr/bin/env", "A=1", "sh", "-lc", "exec bash -c 'rm${IFS}-rf /'"];
        let words = words.map(str::to_owned).to_vec();
        let all: Vec<_> = commands(&words).iter().map(Command::program).collect();
        assert_eq!(all, ["sh", "bash", "rm"]);
        assert_eq!(programs("npx -y server"), ["npx"]);
    }
}
