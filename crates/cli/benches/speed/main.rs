//! The numbers that the documentation gives, as one command:
//!
//!     cargo bench -p warden
//!
//! Speed and memory of `vet --jsonl` on a stream of about 8 MB and on one twice
//! as long, the cost of `--version` against a bare program, and a scan of twenty
//! servers that sleep two seconds at every start; a lock of a hundred servers, and what
//! `warden check` uses itself. `WARDEN_BENCH_CORPUS` names a
//! file of your own in the `vet --jsonl` form; without it a stream is made.

#![allow(clippy::print_stdout)]

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

mod lock;
mod stream;

const WARDEN: &str = env!("CARGO_BIN_EXE_warden");

fn main() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let (once, twice) = corpus(dir.path());
    vet(&once, &twice);
    version(dir.path());
    lock::large();
    lock::check(dir.path());
    sleepers(dir.path());
    let size = Path::new(WARDEN).metadata().map(|m| m.len()).unwrap_or(0);
    println!("binary (bench profile)      {:6.1} MB", size as f64 / 1e6);
}

/// The stream, and one that is twice as long.
fn corpus(dir: &Path) -> (PathBuf, PathBuf) {
    let text = match std::env::var_os("WARDEN_BENCH_CORPUS") {
        Some(path) => std::fs::read(path).expect("the corpus"),
        None => stream::servers(8 << 20).into_bytes(),
    };
    let (once, twice) = (dir.join("once.jsonl"), dir.join("twice.jsonl"));
    std::fs::write(&once, &text).expect("written");
    let mut file = File::create(&twice).expect("created");
    file.write_all(&text).and_then(|()| file.write_all(&text)).expect("written");
    (once, twice)
}

/// Wall time and peak resident memory of one run.
fn measure(command: &mut Command) -> (Duration, u64) {
    let began = Instant::now();
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("starts");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().expect("waits").is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find(|l| l.starts_with("VmHWM:")).unwrap_or_default();
        let kb = line.split_whitespace().nth(1).and_then(|n| n.parse::<u64>().ok()).unwrap_or(0);
        peak = peak.max(kb);
        std::thread::sleep(Duration::from_millis(1));
    }
    (began.elapsed(), peak)
}

fn median(mut runs: Vec<Duration>) -> Duration {
    runs.sort();
    runs[runs.len() / 2]
}

fn vet(once: &Path, twice: &Path) {
    let size = |p: &Path| p.metadata().map(|m| m.len()).unwrap_or(0) as f64 / 1e6;
    let mut medians = Vec::new();
    for file in [once, twice] {
        let runs: Vec<_> = (0..7)
            .map(|_| measure(Command::new(WARDEN).arg("vet").arg("--jsonl").arg(file)))
            .collect();
        let peak = runs.iter().map(|r| r.1).max().unwrap_or(0);
        let time = median(runs.into_iter().map(|r| r.0).collect());
        println!(
            "vet --jsonl {:6.1} MB       {:6.1} MB/s   {:4} ms   peak {:.0} MB",
            size(file),
            size(file) / time.as_secs_f64(),
            time.as_millis(),
            peak as f64 / 1e3
        );
        medians.push(time);
    }
    let ratio = medians[1].as_secs_f64() / medians[0].as_secs_f64();
    println!("twice the stream            {ratio:6.2} times the time");
}

/// `warden --version` against a program that prints one line.
fn version(dir: &Path) {
    let source = dir.join("bare.rs");
    std::fs::write(&source, "fn main() { println!(\"bare 0.0.0\"); }\n").expect("written");
    let bare = dir.join("bare");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let built = Command::new(rustc).arg("-O").arg("-o").arg(&bare).arg(&source).status();
    if !built.is_ok_and(|s| s.success()) {
        println!("--version                   skipped: rustc is not there to build a bare program");
        return;
    }
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..100 {
        ours.push(once(Command::new(WARDEN).arg("--version")));
        theirs.push(once(&mut Command::new(&bare)));
    }
    let (ours, theirs) = (median(ours), median(theirs));
    println!(
        "--version                   {:6.2} ms     bare program {:.2} ms",
        ours.as_secs_f64() * 1e3,
        theirs.as_secs_f64() * 1e3
    );
}

fn once(command: &mut Command) -> Duration {
    let began = Instant::now();
    let status = command.stdout(Stdio::null()).status().expect("runs");
    assert!(status.success());
    began.elapsed()
}

/// Twenty servers that sleep two seconds at every start.
fn sleepers(dir: &Path) {
    let script = dir.join("sleeper.sh");
    let text = format!("sleep 2\nexec '{WARDEN}' demo-server honest\n");
    std::fs::write(&script, text).expect("written");
    let entries: Vec<String> = (0..20)
        .map(|n| {
            format!(
                "\"s{n}\": {{\"command\": \"/bin/sh\", \"args\": [{:?}, \"{n}\"]}}",
                script.display().to_string()
            )
        })
        .collect();
    let config = dir.join("sleepers.json");
    std::fs::write(&config, format!("{{\"mcpServers\": {{{}}}}}", entries.join(",")))
        .expect("written");
    for (name, quick) in [("two sessions", false), ("--quick", true)] {
        let mut command = Command::new(WARDEN);
        command.arg("scan").arg(&config).arg("--fail-on-error");
        if quick {
            command.arg("--quick");
        }
        let time = once(&mut command);
        println!("20 sleepers, {name:13}  {:6.2} s", time.as_secs_f64());
    }
}
