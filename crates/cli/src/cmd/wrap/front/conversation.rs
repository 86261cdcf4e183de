//! One conversation: a core between the streams of a client and a server.

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{
    Receiver, Sender, UnboundedReceiver, UnboundedSender, channel, unbounded_channel,
};
use tokio::time::{sleep, sleep_until};
use warden_guard::{Core, Effect, Side};
use warden_wire::ToRemote;

use super::Kit;
use super::route::{Out, Routes};
use crate::failure::Failure;

/// So many bytes can wait for a client before nothing more is read for it.
const ROOM: usize = 8 << 20;
/// How often it is looked whether it has read some.
const LOOK: Duration = Duration::from_millis(20);
/// Frames that wait for the server before nothing more is taken.
const OUTBOUND: usize = 256;

pub(super) type Headers = Arc<Vec<(String, Vec<u8>)>>;

/// What a conversation is told.
pub(super) enum Do {
    /// A message of the client; a request has a stream for what comes of it.
    Frame { frame: Arc<[u8]>, headers: Headers, stream: Option<Answers> },
    /// The client listens to what is said unasked, or to the rest of a stream.
    Listen { stream: u64, from: Option<(u64, u64)>, out: UnboundedSender<Out> },
}

/// Where the answers to these requests go.
pub(super) struct Answers {
    pub(super) stream: u64,
    pub(super) ids: Vec<String>,
    pub(super) out: UnboundedSender<Out>,
}

/// The way to a conversation. It ends when this is dropped.
pub(super) struct Handle {
    pub(super) tell: Sender<Do>,
    gone: UnboundedSender<u64>,
    next: AtomicU64,
    open: Mutex<BTreeSet<String>>,
    used: Mutex<Instant>,
    pub(super) queued: Arc<std::sync::atomic::AtomicUsize>,
}

fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Handle {
    /// Begins a conversation. In the stateless era, a client that goes away
    /// takes its request back.
    pub(super) fn start(kit: &Arc<Kit>, stateless: bool) -> Result<Arc<Self>, Failure> {
        let (tell, told) = channel(64);
        let (gone, left) = unbounded_channel();
        let core = kit.core()?;
        let (to, from) = kit.upstream()?;
        let routes = Routes::default();
        let queued = Arc::clone(&routes.queued);
        let actor = Actor {
            kit: Arc::clone(kit),
            core,
            routes,
            outbound: VecDeque::new(),
            headers: Headers::default(),
            wake: None,
            over: false,
            stateless,
        };
        tokio::spawn(actor.run(told, left, to, from));
        let (next, open) = (AtomicU64::new(0), Mutex::default());
        let used = Mutex::new(Instant::now());
        Ok(Arc::new(Self { tell, gone, next, open, used, queued }))
    }

    /// Reserves a stream for requests with these ids; `None` if one of them
    /// already waits.
    pub(super) fn reserve(self: &Arc<Self>, ids: &[String]) -> Option<Reserved> {
        *lock(&self.used) = Instant::now();
        let mut open = lock(&self.open);
        if ids.iter().any(|id| open.contains(id)) {
            return None;
        }
        open.extend(ids.iter().cloned());
        let stream = self.next.fetch_add(1, Ordering::Relaxed);
        Some(Reserved { handle: Arc::clone(self), stream, ids: ids.to_vec() })
    }

    /// For how long nobody has used it; zero while a request waits.
    pub(super) fn idle(&self) -> Duration {
        match lock(&self.open).is_empty() {
            true => lock(&self.used).elapsed(),
            false => Duration::ZERO,
        }
    }
}

/// A stream of a client, for as long as the client is there.
pub(super) struct Reserved {
    pub(super) handle: Arc<Handle>,
    pub(super) stream: u64,
    ids: Vec<String>,
}

impl Drop for Reserved {
    fn drop(&mut self) {
        lock(&self.handle.open).retain(|id| !self.ids.contains(id));
        // The conversation may be over.
        let _ = self.handle.gone.send(self.stream);
    }
}

struct Actor {
    kit: Arc<Kit>,
    core: Core,
    routes: Routes,
    outbound: VecDeque<ToRemote>,
    /// Those of the client's last message.
    headers: Headers,
    wake: Option<Instant>,
    over: bool,
    stateless: bool,
}

impl Actor {
    async fn run(
        mut self,
        mut told: Receiver<Do>,
        mut left: UnboundedReceiver<u64>,
        to: Sender<ToRemote>,
        mut from: Receiver<Vec<u8>>,
    ) {
        while !self.over {
            let room = self.routes.queued.load(Ordering::Relaxed) <= ROOM;
            let wake = self.wake.unwrap_or_else(|| Instant::now() + Duration::from_secs(3600));
            tokio::select! {
                what = told.recv(), if self.outbound.len() < OUTBOUND => match what {
                    Some(what) => self.told(what),
                    // Nobody can say anything more.
                    None => break,
                },
                Some(stream) = left.recv() => self.gone(stream),
                frame = from.recv(), if room => match frame {
                    Some(frame) => {
                        let frame = Arc::from(frame);
                        self.step(None, |core, out| {
                            core.feed(Side::Server, &frame, Instant::now(), out);
                        });
                    }
                    None => {
                        self.step(None, |core, out| core.eof(Side::Server, out));
                        break;
                    }
                },
                permit = to.reserve(), if !self.outbound.is_empty() => match permit {
                    Ok(permit) => {
                        if let Some(frame) = self.outbound.pop_front() {
                            permit.send(frame);
                        }
                    }
                    Err(_) => self.outbound.clear(),
                },
                () = sleep_until(wake.into()), if self.wake.is_some() => {
                    self.wake = None;
                    self.step(None, |core, out| core.tick(Instant::now(), out));
                }
                () = sleep(LOOK), if !room => {}
            }
        }
    }

    fn told(&mut self, what: Do) {
        match what {
            Do::Frame { frame, headers, stream } => {
                self.headers = headers;
                let origin = stream.map(|a| {
                    self.routes.open(a.stream, &frame, &a.ids, a.out);
                    a.stream
                });
                self.step(origin, |core, out| {
                    core.feed(Side::Client, &frame, Instant::now(), out);
                });
            }
            Do::Listen { stream, from, out } => self.routes.listen(stream, from, out),
        }
    }

    /// A client that goes away does not take its request back in the handshake
    /// era: it may come for the rest of its stream.
    fn gone(&mut self, stream: u64) {
        let open = self.routes.gone(stream);
        if !self.stateless {
            return;
        }
        self.routes.forget(stream);
        for id in open {
            let frame = format!(
                "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\
                 \"params\":{{\"requestId\":{id}}}}}"
            );
            let frame = Arc::from(frame.into_bytes());
            self.step(None, |core, out| core.feed(Side::Client, &frame, Instant::now(), out));
        }
    }

    fn step(&mut self, origin: Option<u64>, work: impl FnOnce(&mut Core, &mut Vec<Effect>)) {
        let mut effects = Vec::new();
        // Judging takes its time; others go on meanwhile.
        tokio::task::block_in_place(|| work(&mut self.core, &mut effects));
        for effect in effects {
            match effect {
                Effect::Send { to: Side::Client, frame } => self.routes.send(frame, origin),
                Effect::Send { to: Side::Server, frame } => {
                    let headers = self.headers_for(&frame);
                    self.outbound.push_back(ToRemote { frame, headers });
                }
                Effect::Record(event) => lock(&self.kit.journal).note(&event),
                Effect::Wake(at) => self.wake = Some(self.wake.map_or(at, |w| w.min(at))),
                Effect::EndInput => {}
                Effect::Abort => self.over = true,
            }
        }
    }

    /// A request of the guard's own has the client's credentials, and not what
    /// repeats the client's message.
    fn headers_for(&self, frame: &[u8]) -> Headers {
        let own = memchr::memmem::find(frame, self.kit.settings.own_ids.as_bytes()).is_some();
        if !own {
            return Arc::clone(&self.headers);
        }
        let kept = self.headers.iter().filter(|(name, _)| !name.starts_with("mcp-"));
        Arc::new(kept.cloned().collect())
    }
}
