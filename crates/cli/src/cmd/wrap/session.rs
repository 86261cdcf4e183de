//! One session: the threads, and when it ends.

use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use warden_core::Exit;
use warden_guard::{Core, Side};

use super::journal::Journal;
use super::outlet::Outlet;
use super::peer::{Ends, Peer};
use super::pump::{Shared, Told};
use super::record::Recorder;
use crate::failure::Failure;
use crate::signals;

/// How long a server may take to end once its input has ended, and again after
/// it was asked to.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long answers are waited for that the client no longer asks for more of.
const ANSWERS: Duration = Duration::from_secs(60);
/// How often it is looked whether all of them are there.
const LOOK: Duration = Duration::from_millis(100);
/// Reading is recursive, bounded to 512 levels.
const STACK: usize = 16 << 20;

/// Carries a session from the first frame to its end.
pub(crate) fn hold(
    core: Core,
    journal: Journal,
    peer: Peer,
    ends: Ends,
    limit: usize,
    recorder: Option<Recorder>,
    (tell, told): (Sender<Told>, Receiver<Told>),
) -> Result<u8, Failure> {
    let Ends { stdin, stdout, wait } = ends;
    let client = Outlet::new(Box::new(client_out()));
    let server = Outlet::new(stdin);
    let shared = Arc::new(Shared::new(core, journal, recorder, client, server, tell.clone()));
    signals::on_signal(move |code| drop(tell.send(Told::Signal(code))))?;
    let start = |name: &str, work: Box<dyn FnOnce() + Send>| {
        let builder = thread::Builder::new().name(name.into()).stack_size(STACK);
        builder.spawn(work).map(drop).map_err(Failure::Runtime)
    };
    let s = Arc::clone(&shared);
    start("server", Box::new(move || s.pump(Side::Server, stdout, limit)))?;
    let s = Arc::clone(&shared);
    start("client", Box::new(move || s.pump(Side::Client, client_in(), limit)))?;
    let s = Arc::clone(&shared);
    start("clock", Box::new(move || s.clock()))?;
    let s = Arc::clone(&shared);
    let wait = move || s.tell(Told::Exited(wait()));
    start("wait", Box::new(wait))?;
    let code = Session { shared: &shared, peer: &peer, told: &told }.end();
    shared.close_journal();
    let whole = shared.close_trace();
    peer.clean_up();
    warden_wire::end_all();
    Ok(if whole { code } else { Exit::NotEvaluated.code() })
}

struct Session<'a> {
    shared: &'a Shared,
    peer: &'a Peer,
    told: &'a Receiver<Told>,
}

/// What is known of the end so far.
#[derive(Default)]
struct Progress {
    exited: Option<u8>,
    output_over: bool,
    /// The client asks for nothing more; until when its answers are waited for.
    answers: Option<Instant>,
    /// The next step towards the end, and when it is taken.
    due: Option<(Instant, Step)>,
    abort: bool,
}

/// Steps towards the end of a server that does not end by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Terminate,
    Kill,
    GiveUp,
}

impl Session<'_> {
    /// Waits for the end and brings it about where it must be.
    fn end(&self) -> u8 {
        let mut p = Progress::default();
        while !(p.output_over && p.exited.is_some()) {
            match self.told.recv_timeout(self.patience(&p)) {
                Ok(told) => self.told(told, &mut p),
                Err(RecvTimeoutError::Timeout) => {
                    if self.time(&mut p) {
                        break;
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        if !p.output_over {
            self.shared.server_over();
        }
        self.shared.settle(PATIENCE);
        match p.exited {
            _ if p.abort => Exit::NotEvaluated.code(),
            Some(code) => code,
            None => 137,
        }
    }

    fn patience(&self, p: &Progress) -> Duration {
        let step = p.due.map(|(at, _)| at.saturating_duration_since(Instant::now()));
        let look = p.answers.map(|_| LOOK);
        step.into_iter().chain(look).min().unwrap_or(Duration::from_secs(3600))
    }

    fn told(&self, told: Told, p: &mut Progress) {
        let now = Instant::now();
        let within = |p: &mut Progress, step: Step| {
            if p.due.is_none() {
                p.due = Some((now + PATIENCE, step));
            }
        };
        match told {
            Told::Exited(code) => {
                p.exited = Some(code);
                p.answers = None;
                // Something that it left behind may hold its output open.
                p.due = Some((now + PATIENCE, Step::GiveUp));
            }
            Told::Over(Side::Server) => {
                p.output_over = true;
                within(p, Step::Terminate);
            }
            Told::Over(Side::Client) => p.answers = Some(now + ANSWERS),
            Told::Gone => {
                p.answers = None;
                within(p, Step::Terminate);
            }
            Told::TraceLost(why) => self.shared.trace_lost(&why),
            Told::Abort => {
                p.abort = true;
                self.shared.settle(PATIENCE);
                self.peer.terminate();
                p.due = Some((now + PATIENCE, Step::Kill));
            }
            // Asked twice: at once.
            Told::Signal(_) if p.due.is_some_and(|(_, step)| step == Step::Kill) => {
                self.peer.kill();
            }
            Told::Signal(code) => {
                self.peer.pass_on(code - 128);
                p.due = Some((now + PATIENCE, Step::Kill));
            }
        }
    }

    /// Some time has passed; `true` if there is nothing more to wait for.
    fn time(&self, p: &mut Progress) -> bool {
        let now = Instant::now();
        if let Some(until) = p.answers
            && (now >= until || self.shared.waiting() == 0)
        {
            p.answers = None;
            p.due.get_or_insert((now + PATIENCE, Step::Terminate));
        }
        let Some((at, step)) = p.due.filter(|(at, _)| *at <= now) else { return false };
        debug_assert!(at <= now);
        match step {
            Step::Terminate => {
                self.peer.terminate();
                p.due = Some((now + PATIENCE, Step::Kill));
            }
            Step::Kill => {
                self.peer.kill();
                p.due = Some((now + PATIENCE, Step::GiveUp));
            }
            Step::GiveUp => return true,
        }
        false
    }
}

/// What the client writes, without a buffer of our own where that can be.
#[cfg(unix)]
pub(crate) fn client_in() -> Box<dyn Read + Send> {
    use std::os::fd::AsFd;
    match std::io::stdin().as_fd().try_clone_to_owned() {
        Ok(fd) => Box::new(std::fs::File::from(fd)),
        Err(_) => Box::new(std::io::stdin()),
    }
}

/// What the client reads.
#[cfg(unix)]
pub(crate) fn client_out() -> Box<dyn Write + Send> {
    use std::os::fd::AsFd;
    match std::io::stdout().as_fd().try_clone_to_owned() {
        Ok(fd) => Box::new(std::fs::File::from(fd)),
        Err(_) => Box::new(std::io::stdout()),
    }
}

/// What the client writes.
#[cfg(not(unix))]
pub(crate) fn client_in() -> Box<dyn Read + Send> {
    Box::new(std::io::stdin())
}

/// What the client reads.
#[cfg(not(unix))]
pub(crate) fn client_out() -> Box<dyn Write + Send> {
    Box::new(std::io::stdout())
}
