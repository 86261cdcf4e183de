//! The transport of revision 2024-11-05: a stream for what the server says,
//! and an address of its choice for what it is told.

use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::{Method, Url};
use warden_core::Untrusted;

use super::body::{EventStream, beginning, excerpt, is_event_stream};
use super::client::HttpClient;
use crate::failure::{Failure, Kind};
use crate::rpc::Outgoing;

/// Both halves.
#[derive(Debug)]
pub(crate) struct LegacyLink {
    client: HttpClient,
    stream: EventStream,
    endpoint: Url,
}

impl LegacyLink {
    /// Opens the stream and waits for the address.
    pub(crate) async fn open(client: HttpClient) -> Result<Self, Failure> {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
        let url = client.url.clone();
        let response = client.send(Method::GET, &url, headers, b"").await?;
        let status = response.status();
        if !status.is_success() || !is_event_stream(&response) {
            let body = excerpt(&beginning(response, 4096).await);
            let status = status.as_u16();
            let message = format!("it offers no stream of events (HTTP {status}): {body}");
            return Err(Failure::new(Kind::Status(status), "connect", message));
        }
        let base = response.url().clone();
        let mut stream = EventStream::new(response);
        let endpoint = endpoint(&base, &mut stream).await?;
        Ok(Self { client, stream, endpoint })
    }

    pub(crate) async fn send(&mut self, message: Outgoing) -> Result<(), Failure> {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let sent = self.client.send(Method::POST, &self.endpoint, headers, &message.bytes).await?;
        let status = sent.status();
        if status.is_success() || !message.is_request {
            return Ok(());
        }
        let body = excerpt(&beginning(sent, 4096).await);
        let message =
            format!("`{}` was answered with HTTP {}: {body}", message.method, status.as_u16());
        Err(Failure::new(Kind::Status(status.as_u16()), "answer", message))
    }

    pub(crate) async fn recv(&mut self) -> Result<Vec<u8>, Failure> {
        loop {
            match self.stream.next().await? {
                Some(event) if event.is_message() => return Ok(event.data),
                Some(_) => {}
                None => return Err(Failure::new(Kind::Ended, "connect", "it closed the stream")),
            }
        }
    }
}

/// The address from the first `endpoint` event. It must lie in the origin that
/// we were sent to: credentials go to nobody else.
async fn endpoint(base: &Url, stream: &mut EventStream) -> Result<Url, Failure> {
    let protocol = |message: String| Failure::new(Kind::Protocol, "connect", message);
    while let Some(event) = stream.next().await? {
        if event.name != b"endpoint" {
            continue;
        }
        let text = String::from_utf8_lossy(&event.data);
        let url = base.join(text.trim()).map_err(|_| {
            let shown = Untrusted::from(text.as_ref()).term_limited(120);
            protocol(format!("its endpoint is no URL: {shown}"))
        })?;
        if url.origin() != base.origin() {
            let to = Untrusted::from(url.origin().ascii_serialization()).term_limited(120);
            return Err(protocol(format!("its endpoint lies in another origin, {to}")));
        }
        return Ok(url);
    }
    Err(protocol("it closed the stream without naming an endpoint".into()))
}
