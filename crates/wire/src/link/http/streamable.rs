//! Streamable HTTP: a POST for every message, answered by JSON or a stream.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Method, Response, StatusCode};
use tokio::time::{sleep, timeout};
use warden_core::json::{Kind as Json, Limits, Mode, read};

use super::body::{EventStream, beginning, excerpt, is_event_stream, media_type, whole};
use super::client::HttpClient;
use crate::failure::{Failure, Kind};
use crate::link::Closed;
use crate::rpc::{Outgoing, error_parts};

pub(crate) const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
pub(crate) const PROTOCOL: HeaderName = HeaderName::from_static("mcp-protocol-version");
pub(crate) const METHOD: HeaderName = HeaderName::from_static("mcp-method");
pub(crate) const NAME: HeaderName = HeaderName::from_static("mcp-name");
pub(crate) const LAST_EVENT: HeaderName = HeaderName::from_static("last-event-id");

/// How often a stream that closes early is resumed for one request.
const MAX_RESUMES: u32 = 5;

/// A session over Streamable HTTP, or a series of requests without one.
#[derive(Debug)]
pub(crate) struct HttpLink {
    client: HttpClient,
    session: Option<HeaderValue>,
    protocol: Option<HeaderValue>,
    /// Messages of plain JSON bodies.
    ready: VecDeque<Vec<u8>>,
    /// The stream that answers the last request.
    stream: Option<EventStream>,
    resumes: u32,
}

impl HttpLink {
    pub(crate) fn new(client: HttpClient) -> Self {
        Self {
            client,
            session: None,
            protocol: None,
            ready: VecDeque::new(),
            stream: None,
            resumes: 0,
        }
    }

    pub(crate) async fn send(&mut self, message: Outgoing) -> Result<(), Failure> {
        self.protocol = message.protocol.as_deref().and_then(|p| HeaderValue::from_str(p).ok());
        let mut headers = self.headers();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if message.modern {
            mirror(&mut headers, &message);
        }
        if message.is_request {
            self.ready.clear();
            self.stream = None;
            self.resumes = 0;
        }
        let url = self.client.url.clone();
        let response = self.client.send(Method::POST, &url, headers, &message.bytes).await?;
        if !message.is_request {
            // Nothing is awaited; what a server says to it is not for us.
            return Ok(());
        }
        // 2026-07-28 has no sessions: an id that comes all the same is ignored.
        if let Some(id) = response.headers().get(&SESSION).filter(|_| !message.modern) {
            self.session = Some(id.clone());
        }
        self.take(&message.method, response).await
    }

    fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        let accept = HeaderValue::from_static("application/json, text/event-stream");
        headers.insert(ACCEPT, accept);
        headers.extend(self.session.clone().map(|s| (SESSION, s)));
        headers.extend(self.protocol.clone().map(|p| (PROTOCOL, p)));
        headers
    }

    async fn take(&mut self, method: &str, response: Response) -> Result<(), Failure> {
        let status = response.status();
        if !status.is_success() {
            return self.take_error(method, status, response).await;
        }
        if is_event_stream(&response) {
            self.stream = Some(EventStream::new(response));
            return Ok(());
        }
        let media = media_type(&response);
        let body = whole(response).await?;
        let json = media == "application/json" || looks_like_json(&body);
        if !json && body.trim_ascii().is_empty() {
            let message = format!("`{method}` was answered with HTTP {status} and no body");
            return Err(Failure::new(Kind::Status(status.as_u16()), "answer", message));
        }
        if !json {
            return Err(not_mcp(method, status, &body));
        }
        self.ready.push_back(body);
        Ok(())
    }

    /// A status of failure may carry an error of JSON-RPC.
    async fn take_error(
        &mut self,
        method: &str,
        status: StatusCode,
        response: Response,
    ) -> Result<(), Failure> {
        let body = beginning(response, 64 << 10).await;
        let Ok(doc) = read(Arc::from(body.as_slice()), Mode::AsClientsRead, &Limits::default())
        else {
            return Err(not_mcp(method, status, &body));
        };
        let error = doc.root().get("error").filter(|_| doc.root().get("jsonrpc").is_some());
        let Some(error) = error else { return Err(not_mcp(method, status, &body)) };
        if doc.root().get("id").is_none_or(|id| id.kind() == Json::Null) {
            // It did not read far enough to know our id.
            let (code, text) = error_parts(error);
            return Err(Failure::refused(method, code, &text));
        }
        self.ready.push_back(body);
        Ok(())
    }

    /// The next message that belongs to the last request.
    pub(crate) async fn recv(&mut self) -> Result<Vec<u8>, Failure> {
        loop {
            if let Some(message) = self.ready.pop_front() {
                return Ok(message);
            }
            let Some(stream) = &mut self.stream else {
                let message = "the response held no answer";
                return Err(Failure::new(Kind::Ended, "connect", message));
            };
            match stream.next().await? {
                Some(event) if event.is_message() => return Ok(event.data),
                // Of another kind, or without data: only an id to resume from.
                Some(_) => {}
                None => self.resume().await?,
            }
        }
    }

    /// Takes up a stream that was closed before the answer came, as servers of
    /// 2025-11-25 may do.
    async fn resume(&mut self) -> Result<(), Failure> {
        let closed = || Failure::new(Kind::Ended, "connect", "the stream closed without an answer");
        let Some(stream) = &self.stream else { return Err(closed()) };
        let id = stream.last_id().and_then(|id| HeaderValue::from_bytes(id).ok());
        let Some(id) = id.filter(|_| self.resumes < MAX_RESUMES) else { return Err(closed()) };
        sleep(stream.retry()).await;
        self.resumes += 1;
        let mut headers = self.headers();
        headers.insert(LAST_EVENT, id);
        let url = self.client.url.clone();
        let response = self.client.send(Method::GET, &url, headers, b"").await?;
        if !response.status().is_success() || !is_event_stream(&response) {
            return Err(closed());
        }
        self.stream = Some(EventStream::new(response));
        Ok(())
    }

    /// Ends the session, if there is one.
    pub(crate) async fn close(self) -> Closed {
        if self.session.is_some() {
            let url = self.client.url.clone();
            let end = self.client.send(Method::DELETE, &url, self.headers(), b"");
            // Servers may refuse it; none may delay us.
            let _ = timeout(Duration::from_secs(1), end).await;
        }
        Closed::default()
    }
}

fn looks_like_json(body: &[u8]) -> bool {
    let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
    matches!(body.trim_ascii_start().first(), Some(b'{' | b'['))
}

fn not_mcp(method: &str, status: StatusCode, body: &[u8]) -> Failure {
    let says = match excerpt(body) {
        text if text.is_empty() => String::new(),
        text => format!(": {text}"),
    };
    let message =
        format!("`{method}` was answered with HTTP {} and no MCP message{says}", status.as_u16());
    Failure::new(Kind::Status(status.as_u16()), "answer", message)
}

/// The headers that repeat the body in 2026-07-28.
fn mirror(headers: &mut HeaderMap, message: &Outgoing) {
    headers.extend(HeaderValue::from_str(&message.method).ok().map(|v| (METHOD, v)));
    let name = message.name.as_deref().map(encoded);
    headers.extend(name.and_then(|n| HeaderValue::from_str(&n).ok()).map(|v| (NAME, v)));
}

/// A value as it is where it is plain visible ASCII, else in Base64.
pub(crate) fn encoded(value: &str) -> String {
    let plain = value.bytes().all(|b| matches!(b, b' '..=b'~'))
        && value.trim() == value
        && !(value.starts_with("=?base64?") && value.ends_with("?="));
    if plain { value.to_owned() } else { format!("=?base64?{}?=", STANDARD.encode(value)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_headers_are_encoded_when_they_are_not_plain() {
        assert_eq!(encoded("get weather"), "get weather");
        assert_eq!(encoded("grüße"), "=?base64?Z3LDvMOfZQ==?=");
        assert_eq!(encoded("=?base64?eA==?="), "=?base64?PT9iYXNlNjQ/ZUE9PT89?=");
        assert_eq!(encoded(" x"), "=?base64?IHg=?=");
        assert_eq!(encoded("a\r\nb"), "=?base64?YQ0KYg==?=");
    }

    #[test]
    fn json_is_recognised_behind_a_byte_order_mark() {
        assert!(looks_like_json(b"\xef\xbb\xbf {\"a\":1}") && looks_like_json(b"[]"));
        assert!(!looks_like_json(b"<html>") && !looks_like_json(b""));
    }
}
