//! The test server over stdio.

use std::io::{BufRead, Write, stdin, stdout};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::server::{Reaction, Server};
use crate::{Args, end};

pub(crate) fn serve(args: &Args) -> ExitCode {
    match args.mode.as_str() {
        "exit-at-once" => return exit_at_once(),
        "tells-secret" => return tells_secret(),
        "hang" | "stay" => {
            stay(args.mode == "stay");
        }
        "grandchild" => start_grandchild(args),
        "ignore-sigterm" => {
            std::thread::spawn(|| stay(true));
        }
        _ => {}
    }
    converse(&mut Server::new(&args.mode));
    if args.mode == "ignore-sigterm" {
        stay(false);
    }
    ExitCode::SUCCESS
}

/// Lives on until the minute is over, if wanted also through SIGTERM.
fn stay(ignore_sigterm: bool) -> ! {
    #[cfg(unix)]
    if ignore_sigterm
        && let Ok(rt) = tokio::runtime::Builder::new_current_thread().enable_all().build()
    {
        rt.block_on(async {
            use tokio::signal::unix::{SignalKind, signal};
            if let Ok(mut term) = signal(SignalKind::terminate()) {
                while term.recv().await.is_some() {}
            }
        });
    }
    let _ = ignore_sigterm;
    loop {
        std::thread::sleep(Duration::from_secs(60));
    }
}

fn exit_at_once() -> ExitCode {
    let text = "starting up\nError: API_KEY is not set\n    at main (server.js:3:1)\n";
    let _ = std::io::stderr().write_all(text.as_bytes());
    ExitCode::from(3)
}

fn tells_secret() -> ExitCode {
    let secret = std::env::var("API_KEY").unwrap_or_default();
    let _ = writeln!(stdout(), "using key {secret}");
    let _ = writeln!(std::io::stderr(), "error: {secret} is no valid key");
    ExitCode::from(1)
}

/// A child in the same group that does not end when it is asked to.
fn start_grandchild(args: &Args) {
    let Ok(me) = std::env::current_exe() else { end(1) };
    let mut command = Command::new(me);
    command.args(["--mode", "stay"]).stdin(Stdio::null()).stdout(Stdio::null());
    if let Some(file) = &args.pid_file {
        command.args(["--pid-file", file]);
    }
    if command.spawn().is_err() {
        end(1);
    }
}

fn converse(server: &mut Server) {
    let mut lines = stdin().lock().lines();
    let mut next = || loop {
        let line = lines.next()?.ok()?;
        if let Ok(msg) = serde_json::from_str::<Value>(&line) {
            return Some(msg);
        }
    };
    while let Some(msg) = next() {
        if let Some(question) = server.question(msg["method"].as_str().unwrap_or_default()) {
            say(&question);
            // The list is not answered before the client has answered.
            match next() {
                Some(told) => drop(server.react(&told)),
                None => return,
            }
        }
        match server.react(&msg) {
            Reaction::Say(lines) => lines.iter().for_each(|l| say(l)),
            Reaction::SayAndEnd(lines) => {
                let _ = stdout().write_all(lines.join("\n").as_bytes());
                let _ = stdout().flush();
                return;
            }
            Reaction::Flood => flood(),
        }
    }
}

fn say(line: &str) {
    let mut out = stdout().lock();
    let written = writeln!(out, "{line}").and_then(|()| out.flush());
    if written.is_err() {
        end(0);
    }
}

fn flood() -> ! {
    let piece = [b'x'; 64 << 10];
    while stdout().write_all(&piece).is_ok() {}
    end(0)
}
