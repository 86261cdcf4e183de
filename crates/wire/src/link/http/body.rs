//! Reading response bodies within bounds.

use std::time::Duration;

use reqwest::Response;
use reqwest::header::CONTENT_TYPE;
use warden_core::Untrusted;

use crate::failure::{Failure, Kind};
use crate::link::MAX_MESSAGE;
use crate::sse::{Event, SseDecoder};

/// The media type in lower case, without parameters (RFC 9110, section 8.3.1).
pub(super) fn media_type(response: &Response) -> String {
    let value = response.headers().get(CONTENT_TYPE).and_then(|v| v.to_str().ok());
    let bare = value.unwrap_or_default().split(';').next().unwrap_or_default();
    bare.trim().to_ascii_lowercase()
}

/// Whether it is a stream of events.
pub(crate) fn is_event_stream(response: &Response) -> bool {
    media_type(response) == "text/event-stream"
}

/// The whole body.
pub(crate) async fn whole(mut response: Response) -> Result<Vec<u8>, Failure> {
    if response.content_length().is_some_and(|n| n > MAX_MESSAGE as u64) {
        return Err(too_large());
    }
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|e| broken(&e))? {
        if body.len() + chunk.len() > MAX_MESSAGE {
            return Err(too_large());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// The beginning of a body that is read for a message to a person.
pub(crate) async fn beginning(mut response: Response, max: usize) -> Vec<u8> {
    let mut body = Vec::new();
    while body.len() < max {
        let Ok(Some(chunk)) = response.chunk().await else { break };
        body.extend_from_slice(&chunk[..chunk.len().min(max - body.len())]);
    }
    body
}

/// A few words of a body, on one line.
pub(crate) fn excerpt(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(&body[..body.len().min(4096)]);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    Untrusted::from(text).term_limited(120)
}

pub(super) fn too_large() -> Failure {
    let message = format!("a response is larger than {} MiB", MAX_MESSAGE >> 20);
    Failure::new(Kind::Protocol, "answer", message)
}

/// The connection broke. The error's own text may quote the URL, so only its
/// class is told.
pub(super) fn broken(e: &reqwest::Error) -> Failure {
    let message = if e.is_timeout() {
        "the connection timed out"
    } else if e.is_decode() || e.is_body() {
        "the response broke off"
    } else {
        "the connection broke"
    };
    Failure::new(Kind::Ended, "connect", message)
}

/// A response that is a stream of events.
#[derive(Debug)]
pub(crate) struct EventStream {
    response: Response,
    decoder: SseDecoder,
    chunk: bytes::Bytes,
}

impl EventStream {
    pub(crate) fn new(response: Response) -> Self {
        Self { response, decoder: SseDecoder::new(MAX_MESSAGE), chunk: bytes::Bytes::new() }
    }

    /// The next event, or `None` at the end. Cancel-safe.
    pub(crate) async fn next(&mut self) -> Result<Option<Event>, Failure> {
        loop {
            let mut rest = &self.chunk[..];
            let event = self.decoder.next(&mut rest).map_err(|_| too_large())?;
            let taken = self.chunk.len() - rest.len();
            let _ = self.chunk.split_to(taken);
            if event.is_some() {
                return Ok(event);
            }
            match self.response.chunk().await.map_err(|e| broken(&e))? {
                Some(chunk) => self.chunk = chunk,
                None => return Ok(None),
            }
        }
    }

    /// What to resume the stream with, if it can be resumed.
    pub(crate) fn last_id(&self) -> Option<&[u8]> {
        Some(self.decoder.last_id()).filter(|id| !id.is_empty())
    }

    /// How long to wait before that; never longer than three seconds.
    pub(crate) fn retry(&self) -> Duration {
        Duration::from_millis(self.decoder.retry().unwrap_or(0).min(3000))
    }
}
