//! One odd or hostile MCP server, chosen by `--mode`. It is the counterpart of
//! the tests in `testkit/tests/it`; it reaches out to nobody and ends by itself
//! after a minute, or when its stdin ends (unless the mode is about not doing
//! that).

mod calls;
mod http;
mod http_modes;
mod lists;
mod script;
mod server;
mod stdio;

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

/// The command line.
#[derive(Clone, Default)]
pub(crate) struct Args {
    /// What is odd about it.
    pub(crate) mode: String,
    /// Slept before anything is read.
    pub(crate) sleep_ms: u64,
    /// Listen on this port instead of speaking over stdio; 0 picks one, which
    /// is printed.
    pub(crate) http: Option<u16>,
    /// Its process id, and those of its children, are appended here.
    pub(crate) pid_file: Option<String>,
    /// A session to follow, in place of a mode.
    pub(crate) script: Option<String>,
    /// What it receives is written here.
    pub(crate) log: Option<String>,
}

fn args() -> Option<Args> {
    let mut out = Args { mode: "honest".into(), ..Args::default() };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next()?;
        match word.as_str() {
            "--mode" => out.mode = value,
            "--sleep-ms" => out.sleep_ms = value.parse().ok()?,
            "--http" => out.http = Some(value.parse().ok()?),
            "--pid-file" => out.pid_file = Some(value),
            "--script" => out.script = Some(value),
            "--log" => out.log = Some(value),
            _ => return None,
        }
    }
    Some(out)
}

fn main() -> ExitCode {
    let Some(args) = args() else { return ExitCode::from(2) };
    std::thread::spawn(|| {
        std::thread::sleep(Duration::from_secs(60));
        end(9);
    });
    if let Some(file) = &args.pid_file
        && let Ok(mut f) = std::fs::OpenOptions::new().create(true).append(true).open(file)
    {
        let _ = writeln!(f, "{}", std::process::id());
    }
    std::thread::sleep(Duration::from_millis(args.sleep_ms));
    if let Some(script) = &args.script {
        return script::serve(script, args.log.as_deref());
    }
    match args.http {
        Some(port) => http::serve(&args, port),
        None => stdio::serve(&args),
    }
}

/// Ends the process from any thread.
#[allow(clippy::exit, reason = "a test server whose threads may block for ever")]
pub(crate) fn end(code: i32) -> ! {
    std::process::exit(code)
}
