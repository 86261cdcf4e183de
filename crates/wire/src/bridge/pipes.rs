//! The bridge for threads that read and write: two pipes without a process.

use std::io::{Error, ErrorKind, Read, Result, Write};
use std::sync::Arc;

use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::watch;
use warden_core::Remote;

use super::{ToRemote, WAITING, bridge};
use crate::CaptureOptions;

/// A remote server that is spoken with.
#[derive(Debug)]
pub struct RemoteServer {
    over: watch::Sender<bool>,
}

/// Its pipes, and the thread with which its end is awaited.
#[derive(Debug)]
pub struct RemotePipes {
    /// What it is told, one frame a line.
    pub stdin: ToServer,
    /// What it says, one frame a line.
    pub stdout: FromServer,
    /// Ends when the session has.
    pub thread: std::thread::JoinHandle<()>,
}

impl RemoteServer {
    /// Nothing is sent until there is something to say.
    ///
    /// # Errors
    /// In words, when the server could never be reached with these settings.
    pub fn reach(
        remote: &Remote,
        options: &CaptureOptions,
    ) -> std::result::Result<(Self, RemotePipes), String> {
        let (to, frames) = channel(WAITING);
        let (out, from) = channel(WAITING);
        let carried = bridge(remote, options, frames, out)?;
        let (over, mut told) = watch::channel(false);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|e| format!("no runtime could be made: {e}"))?;
        let work = move || {
            runtime.block_on(async {
                tokio::select! {
                    () = carried => {}
                    _ = told.wait_for(|over| *over) => {}
                }
            });
            runtime.shutdown_background();
        };
        let thread = std::thread::Builder::new().name("http".into()).stack_size(16 << 20);
        let thread = thread.spawn(work).map_err(|e| e.to_string())?;
        let stdin = ToServer { to, line: Vec::new() };
        let stdout = FromServer { from, line: Vec::new(), at: 0 };
        Ok((Self { over }, RemotePipes { stdin, stdout, thread }))
    }

    /// Ends it at once.
    pub fn end(&self) {
        self.over.send_replace(true);
    }
}

/// Takes lines for the server.
#[derive(Debug)]
pub struct ToServer {
    to: Sender<ToRemote>,
    line: Vec<u8>,
}

impl Write for ToServer {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        for part in bytes.split_inclusive(|b| *b == b'\n') {
            self.line.extend_from_slice(part);
            if self.line.last() == Some(&b'\n') {
                self.line.pop();
                let frame = Arc::from(std::mem::take(&mut self.line));
                let frame = ToRemote { frame, headers: Arc::default() };
                self.to.blocking_send(frame).map_err(|_| Error::from(ErrorKind::BrokenPipe))?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Gives the server's lines.
#[derive(Debug)]
pub struct FromServer {
    from: Receiver<Vec<u8>>,
    line: Vec<u8>,
    at: usize,
}

impl Read for FromServer {
    fn read(&mut self, into: &mut [u8]) -> Result<usize> {
        if self.at == self.line.len() {
            let Some(mut line) = self.from.blocking_recv() else { return Ok(0) };
            line.push(b'\n');
            self.line = line;
            self.at = 0;
        }
        let n = into.len().min(self.line.len() - self.at);
        into[..n].copy_from_slice(&self.line[self.at..self.at + n]);
        self.at += n;
        Ok(n)
    }
}
