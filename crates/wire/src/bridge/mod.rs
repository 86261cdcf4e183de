//! A remote server as if it were a program: frames in, frames out, for a guard
//! that knows nothing of HTTP.
//!
//! Every request is a POST of its own and is answered by JSON or a stream of
//! events; a stream that breaks off is taken up again. What cannot be had is
//! answered with an error, so that nobody waits for ever.

mod exchange;
mod message;
mod mirror;
mod pipes;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc::{Receiver, Sender};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::timeout;
use warden_core::Remote;

use crate::CaptureOptions;
use crate::link::HttpClient;

use exchange::Upstream;
use message::Told;

pub use pipes::{RemotePipes, RemoteServer};

/// Frames that wait for a slow reader; then nothing more is read.
pub(crate) const WAITING: usize = 64;
/// How long a notification or an answer to the server may take to be taken.
const TAKEN: Duration = Duration::from_secs(30);
/// How long the end of a session may take.
const ENDING: Duration = Duration::from_secs(2);

/// A frame for the server.
#[derive(Clone, Debug)]
pub struct ToRemote {
    /// One JSON-RPC message.
    pub frame: Arc<[u8]>,
    /// Headers of the client that belong to it, such as its credentials.
    pub headers: Arc<Vec<(String, Vec<u8>)>>,
}

/// Carries frames to a server and its frames back, until the sender is dropped
/// and every answer is there, or the future is dropped.
///
/// # Errors
/// In words, when the server could never be reached with these settings.
pub fn bridge(
    remote: &Remote,
    options: &CaptureOptions,
    frames: Receiver<ToRemote>,
    out: Sender<Vec<u8>>,
) -> Result<impl Future<Output = ()> + Send + use<>, String> {
    let client = HttpClient::new(remote, options).map_err(|f| f.message)?;
    let upstream = Arc::new(Upstream::new(client, out));
    Ok(carry(upstream, frames))
}

async fn carry(upstream: Arc<Upstream>, mut frames: Receiver<ToRemote>) {
    let mut tasks = JoinSet::new();
    let mut open: HashMap<Vec<u8>, AbortHandle> = HashMap::new();
    let mut listening: Option<tokio::task::JoinHandle<()>> = None;
    loop {
        tokio::select! {
            frame = frames.recv() => {
                let Some(frame) = frame else { break };
                let told = Told::read(&frame.frame);
                open.retain(|_, task| !task.is_finished());
                one(&upstream, frame, told, &mut tasks, &mut open, &mut listening).await;
            }
            Some(_) = tasks.join_next(), if !tasks.is_empty() => {}
        }
    }
    // Answers are waited for as long as somebody does.
    tokio::select! {
        () = async { while tasks.join_next().await.is_some() {} } => {}
        () = upstream.nobody_reads() => {}
    }
    tasks.abort_all();
    if let Some(listening) = listening {
        listening.abort();
    }
    let _ = timeout(ENDING, upstream.end()).await;
}

async fn one(
    upstream: &Arc<Upstream>,
    frame: ToRemote,
    told: Told,
    tasks: &mut JoinSet<()>,
    open: &mut HashMap<Vec<u8>, AbortHandle>,
    listening: &mut Option<tokio::task::JoinHandle<()>>,
) {
    let Some(id) = told.id.clone() else {
        // In the stateless era, the end of the exchange is what a server is told.
        if let Some(task) = told.cancels.as_ref().and_then(|id| open.remove(id))
            && upstream.is_stateless()
        {
            task.abort();
            return;
        }
        let initialized = told.method == "notifications/initialized";
        let _ = timeout(TAKEN, upstream.tell(&frame, &told)).await;
        if initialized && listening.is_none() {
            let (upstream, headers) = (Arc::clone(upstream), frame.headers);
            *listening = Some(tokio::spawn(async move { upstream.listen(headers).await }));
        }
        return;
    };
    if told.method == "initialize" {
        // Everything later depends on what it is answered with.
        upstream.ask(&frame, &told).await;
        return;
    }
    let upstream = Arc::clone(upstream);
    let task = tasks.spawn(async move { upstream.ask(&frame, &told).await });
    open.insert(id, task);
}
