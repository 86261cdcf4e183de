//! Speaking MCP with a server that may be hostile.
//!
//! [`capture`] starts or reaches a server and reads everything it says, in
//! both eras of the protocol, with and without client capabilities. It speaks
//! raw JSON-RPC: a typed model would drop what it does not know, which is
//! exactly where a payload is put. Sizes, counts and times are bounded, and
//! what goes wrong with a server is data, never an error.

mod bridge;
mod capture;
mod failure;
#[doc(hidden)]
pub mod fuzzing;
mod handshake;
mod line;
mod link;
mod listing;
mod log;
mod process;
mod prompts;
mod redact;
mod rpc;
mod session;
mod sse;

use std::path::PathBuf;
use std::time::Duration;

pub use bridge::{RemotePipes, RemoteServer, ToRemote, bridge};
pub use process::{Pipes, Program};
pub use redact::Redactor;

/// The largest file of CA certificates that is read: those of all systems
/// together have less than a tenth of this.
pub const MAX_CA_FILE: u64 = 8 << 20;

use warden_core::capture::CaptureFacts;
pub use warden_core::net::is_public;
use warden_core::report::{ServerError, ServerInfo};
use warden_core::{ServerSpec, Surface};

/// How long things may take.
#[derive(Clone, Copy, Debug)]
pub struct Budgets {
    /// From starting a server to its first answer.
    pub start: Duration,
    /// For every later answer.
    pub answer: Duration,
    /// For one server as a whole.
    pub total: Duration,
}

/// How a capture is made.
#[derive(Clone, Debug)]
pub struct CaptureOptions {
    /// Time limits.
    pub budgets: Budgets,
    /// Only session A.
    pub quick: bool,
    /// Refuse addresses that are not public.
    pub public_only: bool,
    /// Pass the whole environment on to the server, and use the proxies that
    /// it names. Without it, and always with `public_only`, HTTP servers are
    /// reached directly.
    pub inherit_env: bool,
    /// PEM file of additional certificate authorities.
    pub ca_file: Option<PathBuf>,
    /// Version of Warden, for `clientInfo`.
    pub version: &'static str,
}

/// What became of it.
#[derive(Debug)]
pub enum Outcome {
    /// Everything it says.
    Surface(Surface),
    /// It could not be read.
    NotChecked(ServerError),
}

/// The result of a capture; never an error.
#[derive(Debug)]
pub struct Captured {
    /// The surface, or why there is none.
    pub outcome: Outcome,
    /// What the server says of itself.
    pub info: ServerInfo,
    /// What happened.
    pub facts: CaptureFacts,
}

/// Starts or reaches a server and reads everything it says.
///
/// The returned future may be dropped at any time: what it started is killed
/// then.
pub async fn capture(spec: &ServerSpec, options: &CaptureOptions) -> Captured {
    capture::Run::new(spec, options).capture().await
}

/// Ends every process group that a capture has started and not yet ended, on
/// Linux also every other child of this process (a server's processes that
/// left its group become such), and lets no further one be started. For signal
/// handlers and the end of the work: what comes after it is the exit.
pub fn end_all() {
    process::end_all();
}
