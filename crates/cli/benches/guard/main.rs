//! What the guard costs, as one command:
//!
//!     cargo bench -p warden --bench guard
//!
//! Everything is measured against a direct pipe to the same server, which is this
//! program again: added latency of a small call, throughput of large results,
//! memory over a million frames, time to the first answer.

#![allow(clippy::print_stdout)]

mod server;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

const WARDEN: &str = env!("CARGO_BIN_EXE_warden");
const CALLS: usize = 20_000;
const FRAMES: usize = 1_000_000;

fn main() {
    if std::env::args().any(|a| a == "--serve") {
        server::serve();
        return;
    }
    let state = tempfile::tempdir().expect("a temporary directory");
    latency(state.path());
    throughput(state.path());
    memory(state.path());
    start_up(state.path());
}

struct Session {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    line: Vec<u8>,
}

impl Session {
    /// The server, or with `options` the guard in front of it.
    fn start(state: &Path, options: Option<&[&str]>) -> Self {
        let me = std::env::current_exe().expect("known");
        let mut command = match options {
            None => Command::new(&me),
            Some(options) => {
                let mut guard = Command::new(WARDEN);
                guard.args(["wrap", "--quiet", "--state-dir"]).arg(state).args(options);
                guard.arg("--").arg(&me);
                guard
            }
        };
        let mut child = command
            .arg("--serve")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("starts");
        let to = child.stdin.take().expect("a pipe");
        let from = BufReader::with_capacity(1 << 20, child.stdout.take().expect("a pipe"));
        Self { child, to, from, line: Vec::new() }
    }

    /// Asks for something and waits for one line.
    fn ask(&mut self, id: usize, what: &str) -> usize {
        let call = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{{\"name\":\
             \"{what}\",\"arguments\":{{\"a\":{id}}}}}}}\n"
        );
        self.to.write_all(call.as_bytes()).expect("written");
        self.read()
    }

    fn read(&mut self) -> usize {
        self.line.clear();
        self.from.read_until(b'\n', &mut self.line).expect("an answer");
        assert!(self.line.ends_with(b"\n"), "the session ended");
        self.line.len()
    }

    fn end(mut self) {
        drop(self.to);
        let _ = self.child.wait();
    }

    fn peak_memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find(|l| l.starts_with("VmHWM:")).unwrap_or_default();
        line.split_whitespace().nth(1).and_then(|n| n.parse().ok()).unwrap_or(0)
    }
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1e6
}

fn round_trips(state: &Path, options: Option<&[&str]>) -> f64 {
    let mut s = Session::start(state, options);
    s.ask(0, "small");
    let times = (1..CALLS)
        .map(|n| {
            let began = Instant::now();
            s.ask(n, "small");
            began.elapsed()
        })
        .collect();
    s.end();
    median(times)
}

fn latency(state: &Path) {
    let direct = round_trips(state, None);
    println!("small call, direct          {direct:8.1} µs");
    for (name, options) in [("--results off", &["--results", "off"][..]), ("default", &[])] {
        let guarded = round_trips(state, Some(options));
        println!("small call, {name:15} {guarded:8.1} µs   added {:6.1} µs", guarded - direct);
    }
}

fn throughput(state: &Path) {
    let run = |options: Option<&[&str]>, what: &str| {
        let mut s = Session::start(state, options);
        s.ask(0, "small");
        let began = Instant::now();
        let bytes: usize = (1..40).map(|n| s.ask(n, what)).sum();
        let rate = bytes as f64 / 1e6 / began.elapsed().as_secs_f64();
        s.end();
        rate
    };
    for what in ["text", "rows"] {
        println!("results of 8 MB ({what}), direct          {:7.0} MB/s", run(None, what));
        let off = run(Some(&["--results", "off"]), what);
        println!("results of 8 MB ({what}), --results off   {off:7.0} MB/s");
        let on = run(Some(&[]), what);
        println!("results of 8 MB ({what}), default         {on:7.0} MB/s");
    }
}

fn memory(state: &Path) {
    let mut s = Session::start(state, Some(&[]));
    s.ask(0, "small");
    let before = s.peak_memory();
    let began = Instant::now();
    s.ask(1, "flood");
    for _ in 0..FRAMES {
        s.read();
    }
    println!(
        "a million notifications     {:8.1} MB peak ({:.1} MB before), {:.2} s",
        s.peak_memory() as f64 / 1e3,
        before as f64 / 1e3,
        began.elapsed().as_secs_f64()
    );
    s.end();
}

fn start_up(state: &Path) {
    let ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n";
    let call = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"small\"}}\n";
    let time = |options: Option<&[&str]>, request: &str| {
        let times = (0..40)
            .map(|_| {
                let began = Instant::now();
                let mut s = Session::start(state, options);
                s.to.write_all(request.as_bytes()).expect("written");
                s.read();
                let time = began.elapsed();
                s.end();
                time
            })
            .collect();
        median(times) / 1e3
    };
    for (name, request) in [("first answer", ping), ("first call", call)] {
        let (direct, guarded) = (time(None, request), time(Some(&[]), request));
        println!("{name:12} direct {direct:7.2} ms, guarded {guarded:7.2} ms");
    }
}
