//! Ways to a server: they carry messages and know nothing of sessions.

pub(crate) mod http;
mod stdio;

use warden_core::{HttpKind, Launch, Untrusted};

pub(crate) use http::HttpClient;
use http::{HttpLink, LegacyLink};
use stdio::StdioLink;

use crate::failure::Failure;
use crate::redact::Redactor;
use crate::rpc::Outgoing;

/// Bound on one message, whether a line, a body or an event.
pub(crate) const MAX_MESSAGE: usize = 16 << 20;

/// How a link ended.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Closed {
    /// Whether a process had to be killed.
    pub(crate) killed: bool,
}

/// A connection to a server.
#[derive(Debug)]
pub(crate) enum Link {
    Stdio(StdioLink),
    Http(HttpLink),
    Legacy(LegacyLink),
}

impl Link {
    /// Starts a program.
    pub(crate) fn start(launch: &Launch, inherit_env: bool) -> Result<Self, Failure> {
        StdioLink::open(launch, inherit_env).map(Self::Stdio)
    }

    /// Reaches a remote server.
    pub(crate) async fn reach(client: &HttpClient, kind: HttpKind) -> Result<Self, Failure> {
        Ok(match kind {
            HttpKind::Sse => Self::Legacy(LegacyLink::open(client.clone()).await?),
            HttpKind::Auto | HttpKind::Streamable => Self::Http(HttpLink::new(client.clone())),
        })
    }

    /// Whether lines that are no message can stand between its messages.
    pub(crate) fn is_stdio(&self) -> bool {
        matches!(self, Self::Stdio(_))
    }

    pub(crate) async fn send(&mut self, message: Outgoing) -> Result<(), Failure> {
        match self {
            Self::Stdio(l) => {
                l.send(message.bytes).await;
                Ok(())
            }
            Self::Http(l) => l.send(message).await,
            Self::Legacy(l) => l.send(message).await,
        }
    }

    /// The next message. Nothing is lost when the future is dropped.
    pub(crate) async fn recv(&mut self) -> Result<Vec<u8>, Failure> {
        match self {
            Self::Stdio(l) => l.recv().await,
            Self::Http(l) => l.recv().await,
            Self::Legacy(l) => l.recv().await,
        }
    }

    /// What the server said on stderr.
    pub(crate) fn stderr(&self, redactor: &Redactor) -> Option<Untrusted> {
        match self {
            Self::Stdio(l) => l.stderr(redactor),
            Self::Http(_) | Self::Legacy(_) => None,
        }
    }

    pub(crate) async fn close(self) -> Closed {
        match self {
            Self::Stdio(l) => l.close().await,
            Self::Http(l) => l.close().await,
            Self::Legacy(_) => Closed::default(),
        }
    }
}
