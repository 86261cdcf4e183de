//! The threads that read, and what they share.

use std::io::{ErrorKind, Read};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use warden_guard::{Core, Effect, Side};

use super::framer::{Framer, Piece};
use super::journal::Journal;
use super::outlet::Outlet;
use super::record::Recorder;

/// So much can wait in line for a peer before nothing more is read.
const ROOM: usize = 1 << 20;
/// The same for a peer whose own output would no longer be read, since it may
/// read only once that is written: more than a frame of the other side, so that
/// only what it has caused itself fills it.
const MUCH: usize = 64 << 20;

/// What the main thread is told.
#[derive(Debug)]
pub(crate) enum Told {
    /// Nothing more comes from that side.
    Over(Side),
    /// The client takes no more.
    Gone,
    /// The server's process has ended, with this code.
    Exited(u8),
    /// The trace can be written no longer.
    TraceLost(String),
    /// Under `--strict`, an internal failure.
    Abort,
    /// We were asked to stop: 128 plus the number of the signal.
    Signal(i32),
}

/// Everything that the threads share.
pub(crate) struct Shared {
    core: Mutex<Core>,
    journal: Mutex<Journal>,
    recorder: Mutex<Option<Recorder>>,
    client: Outlet,
    server: Outlet,
    next: Mutex<Next>,
    woken: Condvar,
    tell: Sender<Told>,
}

/// What the clock thread waits for.
#[derive(Default)]
struct Next {
    wake: Option<Instant>,
    write: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    pub(crate) fn new(
        core: Core,
        journal: Journal,
        recorder: Option<Recorder>,
        client: Outlet,
        server: Outlet,
        tell: Sender<Told>,
    ) -> Self {
        Self {
            core: Mutex::new(core),
            journal: Mutex::new(journal),
            recorder: Mutex::new(recorder),
            client,
            server,
            next: Mutex::default(),
            woken: Condvar::new(),
            tell,
        }
    }

    /// How many requests of the client wait for an answer.
    pub(crate) fn waiting(&self) -> usize {
        lock(&self.core).waiting()
    }

    /// Waits until everything for the client is written.
    pub(crate) fn settle(&self, most: Duration) {
        self.client.wait_until_written(most);
    }

    /// Tells the main thread; it may be past listening.
    pub(crate) fn tell(&self, what: Told) {
        let _ = self.tell.send(what);
    }

    /// Lets the core do something and does what it asks for. `on` is the side
    /// whose thread this is.
    fn step(
        &self,
        on: Option<Side>,
        effects: &mut Vec<Effect>,
        work: impl FnOnce(&mut Core, &mut Vec<Effect>),
    ) {
        let mut core = lock(&self.core);
        work(&mut core, effects);
        let (mut to_client, mut to_server, mut wake) = (false, false, None::<Instant>);
        let mut events = Vec::new();
        // In line while the core is held, so that nothing overtakes.
        for effect in effects.drain(..) {
            match effect {
                Effect::Send { to: Side::Client, frame } => {
                    self.client.push(frame);
                    to_client = true;
                }
                Effect::Send { to: Side::Server, frame } => {
                    self.server.push(frame);
                    to_server = true;
                }
                Effect::EndInput => {
                    self.server.close();
                    to_server = true;
                }
                Effect::Wake(at) => wake = Some(wake.map_or(at, |w| w.min(at))),
                Effect::Record(event) => events.push(event),
                Effect::Abort => self.tell(Told::Abort),
            }
        }
        // While the core is held: in the order in which it saw everything.
        self.record(|r| events.iter().for_each(|e| r.verdict(e)));
        drop(core);
        if !events.is_empty() {
            let mut journal = lock(&self.journal);
            events.iter().for_each(|e| journal.note(e));
        }
        // The thread that reads the server must not wait until it reads: both
        // would wait for ever. The clock thread writes then.
        let elsewhere = to_server && on == Some(Side::Server);
        if elsewhere || wake.is_some() {
            self.wake(wake, elsewhere);
        }
        if to_server && !elsewhere {
            self.server.drain();
        }
        if to_client && !self.client.drain() {
            self.tell(Told::Gone);
        }
        match on {
            Some(Side::Client) => {
                self.server.wait_for_room(ROOM);
                if to_client {
                    self.client.wait_for_room(MUCH);
                }
            }
            Some(Side::Server) => {
                self.client.wait_for_room(ROOM);
                if elsewhere {
                    self.server.wait_for_room(MUCH);
                }
            }
            None => {}
        }
    }

    fn record(&self, what: impl FnOnce(&Recorder)) {
        if let Some(recorder) = &*lock(&self.recorder) {
            what(recorder);
        }
    }

    /// Writes the trace to its end. `false` if it is not whole and had to be.
    pub(crate) fn close_trace(&self) -> bool {
        let Some(mut recorder) = lock(&self.recorder).take() else { return true };
        let whole = recorder.close();
        if !whole {
            crate::tty::say("warden: the trace is not whole");
        }
        whole || !recorder.strict
    }

    /// Writes what is written at the end.
    pub(crate) fn close_journal(&self) {
        lock(&self.journal).finish();
    }

    /// The trace can be written no longer.
    pub(crate) fn trace_lost(&self, why: &str) {
        let why = format!("the trace is given up: {why}");
        self.step(None, &mut Vec::new(), |core, out| core.failed(&why, out));
    }

    fn wake(&self, at: Option<Instant>, write: bool) {
        let mut next = lock(&self.next);
        next.wake = match (next.wake, at) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        next.write |= write;
        drop(next);
        self.woken.notify_one();
    }

    /// Reads one side to its end.
    pub(crate) fn pump(&self, side: Side, mut from: impl Read, limit: usize) {
        let mut framer = Framer::new(limit);
        let mut chunk = vec![0; 64 << 10];
        let mut effects = Vec::new();
        let mut take = |piece: Piece| {
            self.step(Some(side), &mut effects, |core, out| match &piece {
                Piece::Frame(frame) => {
                    self.record(|r| r.frame(side, frame));
                    core.feed(side, frame, Instant::now(), out);
                }
                Piece::Oversize(ends) => {
                    self.record(|r| r.oversize(side, ends));
                    core.oversize(side, ends, out);
                }
            });
        };
        loop {
            match from.read(&mut chunk) {
                Ok(0) => break,
                Ok(n) => framer.push(&chunk[..n], &mut take),
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) if e.kind() == ErrorKind::WouldBlock => {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Err(_) => break,
            }
        }
        framer.finish(&mut take);
        self.step(Some(side), &mut effects, |core, out| {
            self.record(|r| r.end(side));
            core.eof(side, out);
        });
        self.tell(Told::Over(side));
    }

    /// The end of the server, where its output does not end.
    pub(crate) fn server_over(&self) {
        self.step(None, &mut Vec::new(), |core, out| core.eof(Side::Server, out));
    }

    /// Minds the time, and writes to the server what came of its own frames.
    pub(crate) fn clock(self: &Arc<Self>) {
        let mut effects = Vec::new();
        loop {
            let (due, write) = self.wait();
            if write {
                self.server.drain();
            }
            if due {
                self.step(None, &mut effects, |core, out| core.tick(Instant::now(), out));
            }
        }
    }

    fn wait(&self) -> (bool, bool) {
        let mut next = lock(&self.next);
        loop {
            let now = Instant::now();
            let due = next.wake.is_some_and(|at| at <= now);
            let write = std::mem::take(&mut next.write);
            if due {
                next.wake = None;
            }
            if due || write {
                return (due, write);
            }
            let most = next.wake.map_or(Duration::from_secs(3600), |at| at - now);
            let waited = self.woken.wait_timeout(next, most);
            next = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
