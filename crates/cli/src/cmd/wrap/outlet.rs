//! Where frames leave. Several threads can have something to say to one peer:
//! whoever finds nobody writing writes, and what comes meanwhile waits in line.

use std::collections::VecDeque;
use std::io::{ErrorKind, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Small frames that wait are written together, up to this size.
const TOGETHER: usize = 64 << 10;

/// The way to one peer.
pub(crate) struct Outlet {
    state: Mutex<State>,
    room: Condvar,
}

struct State {
    queue: VecDeque<Arc<[u8]>>,
    waiting: usize,
    /// `None` while somebody writes, and once it is closed.
    writer: Option<Box<dyn Write + Send>>,
    /// To be closed when everything is written.
    closing: bool,
    /// The peer takes no more.
    broken: bool,
}

impl Outlet {
    pub(crate) fn new(writer: Box<dyn Write + Send>) -> Self {
        let state = State {
            queue: VecDeque::new(),
            waiting: 0,
            writer: Some(writer),
            closing: false,
            broken: false,
        };
        Self { state: Mutex::new(state), room: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a frame in line.
    pub(crate) fn push(&self, frame: Arc<[u8]>) {
        let mut state = self.state();
        if !state.broken && !state.closing {
            state.waiting += frame.len();
            state.queue.push_back(frame);
        }
    }

    /// Closes it once everything in line is written.
    pub(crate) fn close(&self) {
        self.state().closing = true;
    }

    /// Writes what is in line, unless somebody else does. `false` if the peer
    /// takes no more.
    pub(crate) fn drain(&self) -> bool {
        let mut state = self.state();
        let Some(mut writer) = state.writer.take() else { return !state.broken };
        let mut buffer = Vec::new();
        while let Some(batch) = take(&mut state, &mut buffer) {
            drop(state);
            let written = write(&mut *writer, batch.as_deref(), &mut buffer);
            state = self.state();
            if written.is_err() {
                state.broken = true;
                state.queue.clear();
                state.waiting = 0;
            }
            self.room.notify_all();
        }
        if !state.broken && !state.closing {
            state.writer = Some(writer);
        }
        self.room.notify_all();
        !state.broken
    }

    /// Waits until at most so many bytes are in line.
    pub(crate) fn wait_for_room(&self, most: usize) {
        let mut state = self.state();
        while state.waiting > most && !state.broken {
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits until nothing is in line, for at most so long.
    pub(crate) fn wait_until_written(&self, most: Duration) {
        let state = self.state();
        let busy = |s: &mut State| !s.broken && !s.closing && (s.waiting > 0 || s.writer.is_none());
        drop(self.room.wait_timeout_while(state, most, busy));
    }
}

/// Fills the buffer with small frames, or takes one large frame; `None` if
/// nothing is in line.
fn take(state: &mut State, buffer: &mut Vec<u8>) -> Option<Option<Arc<[u8]>>> {
    buffer.clear();
    while let Some(frame) = state.queue.front() {
        let large = frame.len() >= TOGETHER;
        if !buffer.is_empty() && (large || buffer.len() + frame.len() > TOGETHER) {
            break;
        }
        state.waiting -= frame.len();
        let frame = state.queue.pop_front()?;
        if large {
            return Some(Some(frame));
        }
        buffer.extend_from_slice(&frame);
        buffer.push(b'\n');
    }
    (!buffer.is_empty()).then_some(None)
}

fn write(
    writer: &mut dyn Write,
    large: Option<&[u8]>,
    buffer: &mut Vec<u8>,
) -> std::io::Result<()> {
    if let Some(frame) = large {
        all(writer, frame)?;
        buffer.push(b'\n');
    }
    all(writer, buffer)?;
    writer.flush()
}

/// As `write_all`, also where whoever gave us the pipe made it non-blocking.
fn all(writer: &mut dyn Write, mut bytes: &[u8]) -> std::io::Result<()> {
    while !bytes.is_empty() {
        match writer.write(bytes) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(n) => bytes = &bytes[n..],
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) if e.kind() == ErrorKind::WouldBlock => {
                std::thread::sleep(Duration::from_millis(1));
            }
            Err(e) => return Err(e),
        }
    }
    Ok(())
}
