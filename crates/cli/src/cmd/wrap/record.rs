//! Writes a session down as it happens.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread::JoinHandle;
use std::time::SystemTime;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use warden_engine::Engine;
use warden_guard::{Event, Side};

use crate::failure::Failure;
use crate::trace::{Header, Line, Sealed, redact};

/// Entries that wait to be written; then frames wait as well.
const WAITING: usize = 64;

enum Entry {
    Frame(Side, Arc<[u8]>),
    Oversize(Side, Vec<u8>),
    End(Side),
    Verdict(Box<Event>),
}

/// Where a session is written to. A thread of its own looks for secrets and
/// writes, in the order in which the core saw everything.
pub(crate) struct Recorder {
    send: Option<SyncSender<(SystemTime, Entry)>>,
    thread: Option<JoinHandle<bool>>,
    /// A trace that is not whole makes the session a failure.
    pub(crate) strict: bool,
}

impl Recorder {
    /// Opens the trace, before anything is started, and writes its first line.
    /// `failed` is called when it can be written no longer.
    pub(crate) fn open(
        path: &Path,
        header: &Header,
        engine: Arc<Engine>,
        strict: bool,
        failed: impl FnOnce(&str) + Send + 'static,
    ) -> Result<Self, Failure> {
        let fail = |source| Failure::Write { path: path.into(), source };
        let mut chain =
            Chain { out: BufWriter::new(create(path).map_err(fail)?), n: 0, prev: String::new() };
        chain.write(SystemTime::now(), header).and_then(|()| chain.out.flush()).map_err(fail)?;
        let (send, entries) = sync_channel(WAITING);
        let work = move || match keep(&mut chain, &engine, &entries) {
            Ok(()) => true,
            Err(e) => {
                failed(&e.to_string());
                // Whoever still sends must not wait.
                while entries.recv().is_ok() {}
                false
            }
        };
        let thread = std::thread::Builder::new().name("record".into()).stack_size(16 << 20);
        let thread = thread.spawn(work).map_err(Failure::Runtime)?;
        Ok(Self { send: Some(send), thread: Some(thread), strict })
    }

    fn send(&self, entry: Entry) {
        if let Some(send) = &self.send {
            let _ = send.send((SystemTime::now(), entry));
        }
    }

    pub(crate) fn frame(&self, from: Side, frame: &Arc<[u8]>) {
        self.send(Entry::Frame(from, Arc::clone(frame)));
    }

    pub(crate) fn oversize(&self, from: Side, ends: &[u8]) {
        self.send(Entry::Oversize(from, ends.to_vec()));
    }

    pub(crate) fn end(&self, from: Side) {
        self.send(Entry::End(from));
    }

    pub(crate) fn verdict(&self, event: &Event) {
        self.send(Entry::Verdict(Box::new(event.clone())));
    }

    /// Waits until everything is written; whether it was.
    pub(crate) fn close(&mut self) -> bool {
        self.send = None;
        self.thread.take().is_none_or(|thread| thread.join().unwrap_or(false))
    }
}

fn keep(
    chain: &mut Chain,
    engine: &Engine,
    entries: &Receiver<(SystemTime, Entry)>,
) -> std::io::Result<()> {
    loop {
        // What is written is on the disk before anything is waited for.
        let next = match entries.try_recv() {
            Err(TryRecvError::Empty) => {
                chain.out.flush()?;
                entries.recv().ok()
            }
            other => other.ok(),
        };
        let Some((time, entry)) = next else { break };
        chain.write(time, &line(engine, entry)?)?;
    }
    chain.out.flush()?;
    // A pipe has no disk.
    let _ = chain.out.get_ref().sync_all();
    Ok(())
}

fn line(engine: &Engine, entry: Entry) -> std::io::Result<Line> {
    Ok(match entry {
        Entry::Frame(from, frame) => of_frame(engine, from, &frame),
        Entry::Oversize(from, ends) => Line { oversize: true, ..of_frame(engine, from, &ends) },
        Entry::End(from) => Line { end: true, ..Line::from_side(from) },
        Entry::Verdict(event) => {
            let verdict = serde_json::to_value(&*event).map_err(std::io::Error::other)?;
            Line { verdict: Some(verdict), ..Line::default() }
        }
    })
}

fn of_frame(engine: &Engine, from: Side, frame: &[u8]) -> Line {
    let (bytes, redactions) = redact(engine, frame);
    let line = Line { redactions, ..Line::from_side(from) };
    match String::from_utf8(bytes) {
        Ok(raw) => Line { raw: Some(raw), ..line },
        Err(e) => Line { b64: Some(STANDARD.encode(e.as_bytes())), ..line },
    }
}

struct Chain {
    out: BufWriter<File>,
    n: u64,
    prev: String,
}

impl Chain {
    fn write(&mut self, time: SystemTime, line: &impl Serialize) -> std::io::Result<()> {
        let t = humantime::format_rfc3339_millis(time).to_string();
        let prev = std::mem::take(&mut self.prev);
        let sealed = Sealed { n: self.n, t, line, prev };
        let (text, hash) = sealed.seal().map_err(std::io::Error::other)?;
        self.out.write_all(&text)?;
        self.n += 1;
        self.prev = hash;
        Ok(())
    }
}

/// A new file that nobody else can read. One that is there is not written over;
/// a pipe or device is.
fn create(path: &Path) -> std::io::Result<File> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true);
    if std::fs::metadata(path).is_ok_and(|m| !m.is_file()) {
        return options.open(path);
    }
    options.create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
