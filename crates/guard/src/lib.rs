//! The guard between a client and a server: a pure state machine.
//!
//! [`Core`] is fed frames and the time and answers with [`Effect`]s; whoever
//! drives it does all reading, writing and waiting. It passes on, byte for
//! byte, everything that it does not have to judge. What it judges: definitions
//! before a client sees them, calls before a server sees them, and the texts of
//! results, errors, notifications and requests of the server.

mod admission;
mod ask;
mod call;
mod calls;
mod client;
mod core;
mod definitions;
mod event;
mod hello;
mod id;
mod listings;
mod message;
mod params;
mod pending;
mod pins;
mod question;
mod reading;
mod refusal;
mod run_time;
mod server;
mod settings;
mod splice;

use std::sync::Arc;
use std::time::Instant;

pub use call::{Approvals, Call, CallJudge, Denied, Judgement, NoApprovals};
pub use core::Core;
pub use definitions::pin_digest;
pub use event::{Event, What};
pub use pins::{Definition, PinSet, Pinned, Pins, PinsError, SessionPins};
pub use refusal::{code, error_frame};
pub use settings::{Ask, Bounds, Relist, Settings};

/// One end of the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The MCP client.
    Client,
    /// The MCP server.
    Server,
}

impl Side {
    /// The opposite end.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Client => Self::Server,
            Self::Server => Self::Client,
        }
    }

    /// The name in logs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Server => "server",
        }
    }
}

/// What the driver is to do, in this order.
#[derive(Debug)]
pub enum Effect {
    /// Write a frame, and a line end behind it.
    Send {
        /// To whom.
        to: Side,
        /// Without a line end.
        frame: Arc<[u8]>,
    },
    /// Something to note.
    Record(Event),
    /// Call [`Core::tick`] at that time.
    Wake(Instant),
    /// Nothing more goes to the server: its input can be closed.
    EndInput,
    /// The session is over, for an internal failure under `strict`.
    Abort,
}
