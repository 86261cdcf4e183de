//! The end of a server's stderr, and its most telling lines.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::task::JoinHandle;
use warden_core::Untrusted;

use crate::redact::Redactor;

const KEEP: usize = 8 << 10;
const LINES: usize = 3;
const LINE_CHARS: usize = 240;

/// Reads stderr in the background and keeps its last 8 KiB.
#[derive(Debug)]
pub(crate) struct StderrTail {
    ring: Arc<Mutex<Ring>>,
    reader: JoinHandle<()>,
}

#[derive(Debug, Default)]
struct Ring {
    bytes: VecDeque<u8>,
    overflowed: bool,
}

impl Ring {
    fn push(&mut self, chunk: &[u8]) {
        let chunk = &chunk[chunk.len().saturating_sub(KEEP)..];
        let excess = (self.bytes.len() + chunk.len()).saturating_sub(KEEP);
        self.overflowed |= excess > 0;
        self.bytes.drain(..excess);
        self.bytes.extend(chunk);
    }

    /// The text, without the line that was cut at its beginning: half of a
    /// secret would not be recognised.
    fn text(&self) -> String {
        let bytes: Vec<u8> = self.bytes.iter().copied().collect();
        let from = match (self.overflowed, bytes.iter().position(|b| *b == b'\n')) {
            (true, Some(at)) => at + 1,
            (true, None) => bytes.len() / 2,
            (false, _) => 0,
        };
        String::from_utf8_lossy(&bytes[from..]).into_owned()
    }
}

impl StderrTail {
    /// Starts to read.
    pub(crate) fn new(mut from: impl AsyncRead + Send + Unpin + 'static) -> Self {
        let ring = Arc::new(Mutex::new(Ring::default()));
        let writer = Arc::clone(&ring);
        let reader = tokio::spawn(async move {
            let mut chunk = [0; 4096];
            while let Ok(n @ 1..) = from.read(&mut chunk).await {
                writer.lock().unwrap_or_else(PoisonError::into_inner).push(&chunk[..n]);
            }
        });
        Self { ring, reader }
    }

    /// Waits until all of it was read, but not for long: a process that lives
    /// on can keep it open.
    pub(crate) async fn settle(&mut self) {
        if !self.reader.is_finished() {
            let _ = tokio::time::timeout(Duration::from_millis(200), &mut self.reader).await;
        }
    }

    /// The lines that say most about what went wrong.
    pub(crate) fn telling(&self, redactor: &Redactor) -> Option<Untrusted> {
        let text = self.ring.lock().unwrap_or_else(PoisonError::into_inner).text();
        telling(&redacted(&text, redactor)).map(Untrusted::from)
    }
}

impl Drop for StderrTail {
    fn drop(&mut self) {
        self.reader.abort();
    }
}

/// The text without colours, which could stand inside a secret, and then
/// without secrets, also where the first was cut off at its beginning.
fn redacted(text: &str, redactor: &Redactor) -> String {
    let lines: Vec<String> = text.lines().map(plain).collect();
    let [text] = redactor.parts([&lines.join("\n")]);
    text
}

fn telling(text: &str) -> Option<String> {
    let lines: Vec<String> =
        text.lines().map(|l| l.trim().to_owned()).filter(|l| !l.is_empty()).collect();
    let says_why = |l: &&String| is_telling(l);
    let mut chosen: Vec<&String> = lines.iter().filter(says_why).take(LINES).collect();
    if chosen.is_empty() {
        chosen = lines.iter().skip(lines.len().saturating_sub(LINES)).collect();
    }
    let cut = |l: &String| l.chars().take(LINE_CHARS).collect::<String>();
    (!chosen.is_empty()).then(|| chosen.into_iter().map(cut).collect::<Vec<_>>().join("\n"))
}

/// Looks like the cause of a failure, and not like a frame of a stack trace.
fn is_telling(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    let frame = lower.starts_with("at ") || lower.starts_with("file \"");
    const WORDS: &[&str] = &[
        "error",
        "exception",
        "fatal",
        "panicked",
        "not found",
        "cannot",
        "can't",
        "failed",
        "failure",
        "missing",
        "required",
        "denied",
        "refused",
        "invalid",
        "unauthorized",
        "no such file",
        "usage:",
        "enoent",
        "unable to",
        "must be",
    ];
    !frame && WORDS.iter().any(|w| lower.contains(w))
}

/// The line without the escape sequences that colour it.
fn plain(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\u{1b}' {
            out.push(c);
        } else if chars.next_if_eq(&'[').is_some() {
            while chars.next_if(|c| !c.is_ascii_alphabetic()).is_some() {}
            chars.next();
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cause_is_preferred_to_the_trace() {
        let text = "starting\n\u{1b}[31mError: API_KEY is not set\u{1b}[0m\n    at main (x.js:1)\n    at y\nbye";
        let text = redacted(text, &Redactor::default());
        assert_eq!(telling(&text).as_deref(), Some("Error: API_KEY is not set"));
        assert_eq!(telling("a\nb\n\nc\nd\n").as_deref(), Some("b\nc\nd"));
        assert_eq!(telling(" \n"), None);
    }

    #[test]
    fn a_secret_with_a_colour_inside_or_cut_off_is_hidden() {
        let launch = warden_core::Launch {
            command: "x".into(),
            args: vec![],
            env: vec![("KEY".into(), "hunter2-hunter2".into())],
            cwd: None,
        };
        let endpoint = warden_core::Endpoint::Stdio(launch);
        let spec = warden_core::ServerSpec { name: "x".into(), endpoint };
        let text = "2-hunter2 and hunter2-\u{1b}[1mhunter2";
        let shown = redacted(text, &Redactor::new(&spec, false));
        assert_eq!(shown, "[redacted] and [redacted]");
    }

    #[test]
    fn only_the_end_is_kept_and_no_half_line() {
        let mut ring = Ring::default();
        ring.push(b"secret-that-is-cut\n");
        for _ in 0..9 {
            ring.push(&[b'x'; 1023]);
            ring.push(b"\n");
        }
        assert!(ring.bytes.len() <= KEEP);
        let text = ring.text();
        assert!(text.lines().all(|l| l.len() == 1023), "{}", text.len());
    }
}
