//! Interrupted is a way to end, too: every process group that was started is
//! ended before we are.

use std::future::Future;

/// Runs `work` to its end, or until the person or the system asks us to stop;
/// then ends everything we started and leaves with 128 plus the signal number.
pub(crate) async fn until_interrupted<T>(work: impl Future<Output = T>) -> T {
    tokio::select! {
        done = work => done,
        code = interrupted() => {
            warden_wire::end_all();
            crate::tty::say("warden: interrupted; every server that was started has been ended");
            // Worker threads may still be busy with a server's answer; nothing
            // they could add matters any more.
            #[allow(clippy::exit)]
            std::process::exit(code)
        }
    }
}

#[cfg(unix)]
async fn interrupted() -> i32 {
    use tokio::signal::unix::{SignalKind, signal};
    let listen = |kind| signal(kind).ok();
    let (mut int, mut term, mut hup) = (
        listen(SignalKind::interrupt()),
        listen(SignalKind::terminate()),
        listen(SignalKind::hangup()),
    );
    async fn next(s: &mut Option<tokio::signal::unix::Signal>) {
        match s {
            Some(s) => {
                s.recv().await;
            }
            None => std::future::pending().await,
        }
    }
    tokio::select! {
        () = next(&mut int) => 130,
        () = next(&mut term) => 143,
        () = next(&mut hup) => 129,
    }
}

#[cfg(not(unix))]
async fn interrupted() -> i32 {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
    130
}
