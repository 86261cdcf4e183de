//! A server on the other end of two pipes.

use std::process::ExitStatus;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::{Instant, sleep, timeout};
use warden_core::{Launch, Untrusted};

use super::{Closed, MAX_MESSAGE};
use crate::failure::{Failure, Kind};
use crate::line::{LineFramer, is_content_length};
use crate::process::{Started, start};
use crate::redact::Redactor;

/// How long a server may take to end after its stdin was closed.
const PATIENCE: Duration = Duration::from_millis(500);
/// How long it may take after SIGTERM.
const AFTER_TERM: Duration = Duration::from_secs(1);

/// The pipes and what was read from them.
#[derive(Debug)]
pub(crate) struct StdioLink {
    process: Started,
    framer: LineFramer,
    chunk: Box<[u8]>,
    /// What of `chunk` was read and not yet taken.
    filled: std::ops::Range<usize>,
    eof: bool,
    /// The program has ended; something that it left behind may still hold
    /// its output open.
    exited: bool,
}

/// How long something left behind is listened to.
const AFTER_EXIT: Duration = Duration::from_secs(2);

impl StdioLink {
    pub(crate) fn open(launch: &Launch, inherit_env: bool) -> Result<Self, Failure> {
        Ok(Self {
            process: start(launch, inherit_env)?,
            framer: LineFramer::new(MAX_MESSAGE),
            chunk: vec![0; 64 << 10].into(),
            filled: 0..0,
            eof: false,
            exited: false,
        })
    }

    /// Writes one message and a newline.
    pub(crate) async fn send(&mut self, mut message: Vec<u8>) {
        message.push(b'\n');
        if let Some(stdin) = &mut self.process.stdin {
            let written = async { stdin.write_all(&message).await.and(stdin.flush().await) };
            if written.await.is_err() {
                // It reads no more. What it has already written still counts:
                // reading tells when that ends.
                self.process.stdin = None;
            }
        }
    }

    /// The next line. Nothing is lost when the future is dropped.
    pub(crate) async fn recv(&mut self) -> Result<Vec<u8>, Failure> {
        loop {
            let mut rest = &self.chunk[self.filled.clone()];
            let line = self.framer.next(&mut rest).map_err(|_| too_long())?;
            self.filled.start = self.filled.end - rest.len();
            if let Some(line) = line {
                return checked(line);
            }
            if self.eof {
                return match self.framer.finish() {
                    Some(line) => checked(line),
                    None => Err(self.ended().await),
                };
            }
            self.fill().await;
        }
    }

    /// Reads more. Cancel-safe, as its parts are.
    async fn fill(&mut self) {
        let Started { child, stdout, .. } = &mut self.process;
        let read = stdout.read(&mut self.chunk);
        let read = if self.exited {
            timeout(AFTER_EXIT, read).await.ok()
        } else {
            tokio::select! {
                biased;
                read = read => Some(read),
                _ = child.wait() => {
                    self.exited = true;
                    return;
                }
            }
        };
        // An error of the pipe, or silence after the exit, means its end.
        let n = read.and_then(Result::ok).unwrap_or(0);
        self.eof = n == 0;
        self.filled = 0..n;
    }

    async fn ended(&mut self) -> Failure {
        let status = timeout(PATIENCE, self.process.child.wait()).await;
        self.process.stderr.settle().await;
        let message = match status {
            Ok(Ok(status)) => exited(status),
            _ => "it closed its output".to_owned(),
        };
        Failure::new(Kind::Ended, "start", message)
    }

    /// The most telling lines of stderr.
    pub(crate) fn stderr(&self, redactor: &Redactor) -> Option<Untrusted> {
        self.process.stderr.telling(redactor)
    }

    /// Ends the server, gently at first and never waiting longer than it takes.
    pub(crate) async fn close(self) -> Closed {
        let Started { mut group, mut child, stdin, mut stdout, stderr } = self.process;
        drop(stdin);
        // A server that still writes must not hang on a full pipe.
        let drain = tokio::spawn(async move {
            let mut sink = vec![0; 64 << 10];
            while let Ok(1..) = stdout.read(&mut sink).await {}
        });
        let mut killed = false;
        if timeout(PATIENCE, child.wait()).await.is_err() {
            group.terminate();
            if timeout(AFTER_TERM, child.wait()).await.is_err() {
                killed = true;
                group.kill();
                let _ = child.start_kill();
                let _ = timeout(PATIENCE, child.wait()).await;
            }
        }
        if group.is_alive() {
            killed = !ends_when_asked(&group).await || killed;
        }
        group.ended();
        drain.abort();
        drop(stderr);
        Closed { killed }
    }
}

/// Ends what a leader has left behind in its group: asked first, then killed.
/// `false` if it had to be killed.
async fn ends_when_asked(group: &crate::process::Group) -> bool {
    group.terminate();
    let deadline = Instant::now() + AFTER_TERM;
    while Instant::now() < deadline {
        if !group.is_alive() {
            return true;
        }
        sleep(Duration::from_millis(10)).await;
    }
    group.kill();
    false
}

fn too_long() -> Failure {
    let message = format!("a line of its output is longer than {} MiB", MAX_MESSAGE >> 20);
    Failure::new(Kind::Protocol, "answer", message)
}

fn checked(line: Vec<u8>) -> Result<Vec<u8>, Failure> {
    if is_content_length(&line) {
        let message = "it frames its messages with Content-Length headers, which MCP does not use";
        return Err(Failure::new(Kind::Protocol, "answer", message)
            .hint("MCP over stdio is one JSON message a line"));
    }
    Ok(line)
}

fn exited(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("it was ended by signal {signal}");
    }
    match status.code() {
        Some(code) => format!("it exited with status {code}"),
        None => "it exited".to_owned(),
    }
}
