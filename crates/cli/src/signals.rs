//! Interrupted is a way to end, too: every process that was started is ended
//! and every unfinished file removed before we are.
//!
//! A thread of its own listens, so that we can be interrupted at any moment:
//! also while a large answer is judged or a slow reader takes our output.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::failure::Failure;

/// Held by the one who ends the program on a signal, until it has ended.
static ENDING: Mutex<()> = Mutex::new(());

fn ending() -> MutexGuard<'static, ()> {
    ENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for ever if the program is being ended. Called before results are
/// published: a run that was interrupted has none.
pub(crate) fn still_running() {
    drop(ending());
}

/// From now on, a person or system that asks us to stop ends everything we
/// started, and then us, with 128 plus the number of the signal.
pub(crate) fn watch() -> Result<(), Failure> {
    on_signal(|code| {
        let _ending = ending();
        warden_wire::end_all();
        crate::target::remove_unfinished();
        crate::tty::say("warden: interrupted; every server that was started has been ended");
        // Other threads may still be busy; nothing they could add matters.
        #[allow(clippy::exit)]
        std::process::exit(code)
    })
}

/// Calls `handle`, on a thread of its own, with 128 plus the number of every
/// signal that asks us to stop.
pub(crate) fn on_signal(mut handle: impl FnMut(i32) + Send + 'static) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(Failure::Runtime)?;
    let mut signals = runtime.block_on(async { Signals::listen() });
    let listen = move || {
        loop {
            handle(runtime.block_on(signals.next()));
        }
    };
    let named = std::thread::Builder::new().name("signals".into());
    named.spawn(listen).map(drop).map_err(Failure::Runtime)
}

#[cfg(unix)]
struct Signals(Vec<(tokio::signal::unix::Signal, i32)>);

#[cfg(unix)]
impl Signals {
    /// Registers at once: what comes between this and [`Self::next`] is kept.
    fn listen() -> Self {
        use tokio::signal::unix::{SignalKind, signal};
        let kinds = [
            (SignalKind::interrupt(), 130),
            (SignalKind::terminate(), 143),
            (SignalKind::hangup(), 129),
            (SignalKind::quit(), 131),
        ];
        // `nohup warden …` is to outlive its terminal.
        let hangup = SignalKind::hangup();
        let wanted =
            kinds.into_iter().filter(|(k, _)| *k != hangup || !ignored(hangup.as_raw_value()));
        Self(wanted.filter_map(|(kind, code)| Some((signal(kind).ok()?, code))).collect())
    }

    async fn next(&mut self) -> i32 {
        std::future::poll_fn(|cx| {
            let came = self.0.iter_mut().find_map(|(signal, code)| {
                matches!(signal.poll_recv(cx), std::task::Poll::Ready(Some(()))).then_some(*code)
            });
            came.map_or(std::task::Poll::Pending, std::task::Poll::Ready)
        })
        .await
    }
}

/// Whether whoever started us had this signal ignored; known on Linux only
/// (`SigIgn` of proc_pid_status(5)).
#[cfg(unix)]
fn ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|l| l.strip_prefix("SigIgn:")).unwrap_or_default();
    u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn listen() -> Self {
        Self
    }

    async fn next(&mut self) -> i32 {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        130
    }
}
