//! Plays a scripted session through a proxy.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::{Case, Check, Step};

/// How long one answer is waited for.
const PATIENCE: Duration = Duration::from_secs(8);
/// Sessions that are played at the same time.
const AT_ONCE: usize = 6;
/// How long the end is waited for.
const ENDING: Duration = Duration::from_secs(12);

/// What came of a case.
#[derive(Debug, Default)]
pub struct Outcome {
    /// What came through that must not.
    pub harm: Vec<String>,
    /// What did not come through that must.
    pub missing: Vec<String>,
    /// What the client has received, for whoever looks into it.
    pub client: Vec<String>,
    /// What the server has received.
    pub server: Vec<String>,
}

/// Plays it. `proxy` is a command line in which `{server}` stands for the
/// server's, which is put at the end otherwise; `evil` is the test server.
///
/// # Errors
/// When the proxy cannot be started.
pub fn play(
    case: &Case,
    script: &Path,
    proxy: &[String],
    evil: &Path,
    dir: &Path,
) -> std::io::Result<Outcome> {
    let log = dir.join(format!("{}.log", case.name));
    let server: Vec<String> = [
        evil.display().to_string(),
        "--script".into(),
        script.display().to_string(),
        "--log".into(),
        log.display().to_string(),
    ]
    .to_vec();
    let mut words: Vec<String> = Vec::new();
    let whole = proxy.iter().any(|w| w == "{server}");
    for word in proxy {
        match word.as_str() {
            "{server}" => words.extend(server.iter().cloned()),
            _ => words.push(word.clone()),
        }
    }
    if !whole {
        words.extend(server);
    }
    let Some((program, args)) = words.split_first() else {
        return Err(std::io::Error::other("no proxy command"));
    };
    let mut child = Command::new(program)
        .args(args)
        .current_dir(dir)
        .env("WARDEN_STATE_DIR", dir.join(format!("{}.state", case.name)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut seen = Vec::new();
    let lines = reader(&mut child);
    let mut stdin = child.stdin.take();
    for step in &case.steps {
        match step {
            Step::Send(line) => {
                if let Some(stdin) = &mut stdin {
                    let _ = stdin.write_all(line.as_bytes());
                    let _ = stdin.write_all(b"\n").and_then(|()| stdin.flush());
                }
            }
            Step::Wait(id) => until(&lines, &mut seen, PATIENCE, &|l| answers(l, id)),
            Step::See(text) => until(&lines, &mut seen, PATIENCE, &|l| l.contains(text.as_str())),
            Step::Close => drop(stdin.take()),
        }
    }
    drop(stdin);
    until(&lines, &mut seen, ENDING, &|_| false);
    let began = Instant::now();
    while child.try_wait()?.is_none() && began.elapsed() < ENDING {
        std::thread::sleep(Duration::from_millis(10));
    }
    let hung = child.try_wait()?.is_none();
    let _ = child.kill();
    let _ = child.wait();
    let server = std::fs::read_to_string(&log).unwrap_or_default();
    let server: Vec<String> = server.lines().map(str::to_owned).collect();
    let mut outcome = Outcome { client: seen, server, ..Outcome::default() };
    judge(case, &mut outcome);
    if hung {
        outcome.missing.push("the proxy does not end".to_owned());
    }
    Ok(outcome)
}

/// Plays several at the same time: most of it is waiting. In the order of the
/// cases.
///
/// # Errors
/// When the proxy cannot be started.
pub fn play_all(
    cases: &[Case],
    scripts: &Path,
    proxy: &[String],
    evil: &Path,
    dir: &Path,
) -> std::io::Result<Vec<Outcome>> {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let done = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    let Some(case) = cases.get(n) else { return };
                    let script = scripts.join(format!("{}.txt", case.name));
                    let outcome = play(case, &script, proxy, evil, dir);
                    done.lock().unwrap_or_else(|e| e.into_inner()).push((n, outcome));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(|e| e.into_inner());
    done.sort_by_key(|(n, _)| *n);
    done.into_iter().map(|(_, outcome)| outcome).collect()
}

fn reader(child: &mut Child) -> Receiver<String> {
    let (send, lines) = channel();
    if let Some(stdout) = child.stdout.take() {
        std::thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            let mut line = Vec::new();
            while stdout.read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
                let text = String::from_utf8_lossy(&line).trim_end().to_owned();
                line.clear();
                if send.send(text).is_err() {
                    break;
                }
            }
        });
    }
    lines
}

/// Reads until a line is it, or the time is over, or nothing more comes.
fn until(
    lines: &Receiver<String>,
    seen: &mut Vec<String>,
    most: Duration,
    is_it: &dyn Fn(&str) -> bool,
) {
    if seen.iter().any(|l| is_it(l)) {
        return;
    }
    let end = Instant::now() + most;
    loop {
        match lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                let found = is_it(&line);
                seen.push(line);
                if found {
                    return;
                }
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// Whether a line is the answer with this id. A line that is no JSON answers
/// nobody.
fn answers(line: &str, id: &str) -> bool {
    let v: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
    let id: serde_json::Value = serde_json::from_str(id).unwrap_or_default();
    v.get("method").is_none() && v.get("id").is_some_and(|v| *v == id)
}

fn judge(case: &Case, outcome: &mut Outcome) {
    for check in &case.checks {
        let lines = if check.at_server { &outcome.server } else { &outcome.client };
        let found = lines.iter().filter(|l| l.contains(&check.text)).count() > check.beyond;
        if check.bad && found {
            outcome.harm.push(words(check));
        } else if !check.bad && !found {
            outcome.missing.push(words(check));
        }
    }
}

fn words(check: &Check) -> String {
    let at = if check.at_server { "server" } else { "client" };
    let text: String = check.text.chars().take(80).collect();
    format!("{at}: {text}")
}
