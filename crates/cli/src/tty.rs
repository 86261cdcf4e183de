//! The terminal: whether there is one, what goes to stderr, and the one
//! question that is ever asked.

use std::io::{BufRead, BufReader, IsTerminal, Write};

use clap::ColorChoice;

/// Writes a line to stderr. A closed stderr is nothing to fail over.
pub(crate) fn say(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Whether stdout gets colour: only on a terminal, and not where `NO_COLOR`
/// is set (no-color.org) or the terminal is dumb.
pub(crate) fn color(choice: ColorChoice) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            let set = |name| std::env::var_os(name).is_some_and(|v| !v.is_empty());
            let dumb = std::env::var_os("TERM").is_some_and(|t| t == "dumb");
            std::io::stdout().is_terminal() && !set("NO_COLOR") && !dumb
        }
    }
}

/// Columns of the terminal; 100 where there is none.
pub(crate) fn width() -> usize {
    terminal_size::terminal_size().map_or(100, |(w, _)| usize::from(w.0)).clamp(40, 160)
}

/// Whether a person sits in front of it: for decisions.
pub(crate) fn on_terminal() -> bool {
    std::io::stderr().is_terminal() && std::io::stdin().is_terminal()
}

/// Whether progress may be drawn: on a terminal, and not in CI.
pub(crate) fn interactive_stderr() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("CI").is_none()
}

/// Asks on the terminal itself, so that a piped stdin cannot answer. `None`
/// where there is no terminal to ask on.
pub(crate) fn ask_yes(question: &str) -> Option<bool> {
    if !interactive_stderr() {
        return None;
    }
    Some(ask(&format!("{question} Type yes to go on: "))?.eq_ignore_ascii_case("yes"))
}

/// Puts a question on the terminal and reads the answer from there. `None`
/// where there is no terminal.
pub(crate) fn ask(question: &str) -> Option<String> {
    if !std::io::stderr().is_terminal() || !std::io::stdin().is_terminal() {
        return None;
    }
    let tty = std::fs::OpenOptions::new().read(true).write(true).open(TTY).ok()?;
    write!(&tty, "{question}").ok()?;
    let mut answer = String::new();
    BufReader::new(&tty).read_line(&mut answer).ok()?;
    Some(answer.trim().to_owned())
}

#[cfg(unix)]
const TTY: &str = "/dev/tty";
#[cfg(not(unix))]
const TTY: &str = "CON";
