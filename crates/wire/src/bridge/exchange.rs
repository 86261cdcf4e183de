//! One exchange with the server, and the stream of what it says unasked.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Method, Response, StatusCode};
use tokio::sync::mpsc::Sender;
use tokio::time::sleep;

use super::ToRemote;
use super::message::{Said, Told, error, one_line};
use super::mirror::Mirror;
use crate::failure::{Failure, Kind};
use crate::link::HttpClient;
use crate::link::http::{
    EventStream, LAST_EVENT, METHOD, NAME, PROTOCOL, SESSION, beginning, encoded, excerpt,
    is_event_stream, whole,
};

/// How often a stream that closes early is taken up again for one request.
const MAX_RESUMES: u32 = 20;
/// Between two attempts to listen, at first and at most.
const AGAIN: Duration = Duration::from_secs(1);
const AGAIN_AT_MOST: Duration = Duration::from_secs(30);

type Headers = Arc<Vec<(String, Vec<u8>)>>;

/// The server and what was agreed on with it.
pub(super) struct Upstream {
    client: HttpClient,
    out: Sender<Vec<u8>>,
    session: Mutex<Option<HeaderValue>>,
    protocol: Mutex<Option<String>>,
    stateless: AtomicBool,
    mirror: Mirror,
}

fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Upstream {
    pub(super) fn new(client: HttpClient, out: Sender<Vec<u8>>) -> Self {
        let (session, protocol) = (Mutex::default(), Mutex::default());
        let (stateless, mirror) = (AtomicBool::new(false), Mirror::default());
        Self { client, out, session, protocol, stateless, mirror }
    }

    /// Whether the last request was one of the stateless era.
    pub(super) fn is_stateless(&self) -> bool {
        self.stateless.load(Ordering::Relaxed)
    }

    async fn hand_out(&self, frame: Vec<u8>) {
        // Whoever reads may be gone.
        let _ = self.out.send(one_line(frame)).await;
    }

    /// Resolves when what is handed out is read no longer.
    pub(super) async fn nobody_reads(&self) {
        self.out.closed().await;
    }

    fn headers(&self, client: &Headers) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in client.iter() {
            if let (Ok(name), Ok(mut value)) =
                (HeaderName::from_bytes(name.as_bytes()), HeaderValue::from_bytes(value))
            {
                value.set_sensitive(true);
                headers.append(name, value);
            }
        }
        headers.extend(lock(&self.session).clone().map(|s| (SESSION, s)));
        let protocol = lock(&self.protocol).clone();
        let protocol = protocol.and_then(|p| HeaderValue::from_str(&p).ok());
        headers.extend(protocol.map(|p| (PROTOCOL, p)));
        headers
    }

    async fn post(&self, frame: &ToRemote, told: &Told) -> Result<Response, Failure> {
        let mut headers = self.headers(&frame.headers);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let accept = HeaderValue::from_static("application/json, text/event-stream");
        headers.insert(ACCEPT, accept);
        if let Some(version) = &told.version {
            headers.remove(SESSION);
            headers.extend(HeaderValue::from_str(version).ok().map(|v| (PROTOCOL, v)));
            headers.extend(HeaderValue::from_str(&told.method).ok().map(|v| (METHOD, v)));
            let name = told.name.as_deref().map(encoded);
            headers.extend(name.and_then(|n| HeaderValue::from_str(&n).ok()).map(|v| (NAME, v)));
            if told.method == "tools/call" {
                let tool = told.name.as_deref().unwrap_or_default();
                self.mirror.add(tool, told.arguments(), &mut headers);
            }
        }
        if told.method == "initialize" {
            headers.remove(SESSION);
            headers.remove(PROTOCOL);
        }
        let url = self.client.url.clone();
        self.client.send(Method::POST, &url, headers, &frame.frame).await
    }

    /// A notification, or an answer to a request of the server.
    pub(super) async fn tell(&self, frame: &ToRemote, told: &Told) {
        if let Ok(response) = self.post(frame, told).await {
            // Nothing is awaited; what a server says to it is for nobody.
            drop(response);
        }
    }

    /// A request: whatever comes of it is handed out, its answer in any case.
    pub(super) async fn ask(&self, frame: &ToRemote, told: &Told) {
        self.stateless.store(told.version.is_some(), Ordering::Relaxed);
        let id = told.id.clone().unwrap_or_default();
        if let Err(failure) = self.exchange(frame, told, &id).await {
            let status = match failure.kind {
                Kind::Status(status) => Some(status),
                Kind::Auth if failure.message.contains("401") => Some(401),
                Kind::Auth => Some(403),
                _ => None,
            };
            self.hand_out(error(&id, &failure.message, failure.hint.as_deref(), status)).await;
        }
    }

    async fn exchange(&self, frame: &ToRemote, told: &Told, id: &[u8]) -> Result<(), Failure> {
        let response = self.post(frame, told).await?;
        let status = response.status();
        if !status.is_success() {
            return self.refused(response, told, id).await;
        }
        let opening = told.method == "initialize";
        if opening {
            lock(&self.session).clone_from(&response.headers().get(&SESSION).cloned());
        }
        if is_event_stream(&response) {
            return self.follow(EventStream::new(response), frame, told, id).await;
        }
        let body = whole(response).await?;
        if body.trim_ascii().is_empty() {
            return Err(no_answer(&told.method, status));
        }
        if !matches!(body.trim_ascii_start().first(), Some(b'{' | b'[' | 0xef)) {
            return Err(no_mcp(&told.method, status, &body));
        }
        let said = Said::read(&body);
        self.opened(opening, &said);
        self.learnt(told, &said);
        let answered = said.answers.as_deref() == Some(id);
        let batch = body.trim_ascii_start().first() == Some(&b'[');
        self.hand_out(body).await;
        if answered || batch { Ok(()) } else { Err(no_answer(&told.method, status)) }
    }

    fn learnt(&self, told: &Told, said: &Said) {
        if told.method == "tools/list"
            && let Some(doc) = &said.doc
        {
            self.mirror.learn(doc.root());
        }
    }

    fn opened(&self, opening: bool, said: &Said) {
        if opening && said.version.is_some() {
            lock(&self.protocol).clone_from(&said.version);
        }
    }

    /// A status of failure. It may carry the error of JSON-RPC that answers.
    async fn refused(&self, response: Response, told: &Told, id: &[u8]) -> Result<(), Failure> {
        let status = response.status();
        let body = beginning(response, 64 << 10).await;
        if Said::read(&body).answers.as_deref() == Some(id) {
            self.hand_out(body).await;
            return Ok(());
        }
        if status == StatusCode::NOT_FOUND && lock(&self.session).is_some() {
            let message = "the server has ended the session; start the client anew";
            return Err(Failure::new(Kind::Status(404), "answer", message));
        }
        Err(no_mcp(&told.method, status, &body))
    }

    /// Reads a stream until the answer is there; one that closes before is
    /// taken up again where it ended.
    async fn follow(
        &self,
        mut stream: EventStream,
        frame: &ToRemote,
        told: &Told,
        id: &[u8],
    ) -> Result<(), Failure> {
        let mut resumes = 0;
        let mut answered = false;
        loop {
            match stream.next().await {
                Ok(Some(event)) if event.is_message() => {
                    let said = Said::read(&event.data);
                    self.opened(told.method == "initialize", &said);
                    self.learnt(told, &said);
                    answered |= said.answers.as_deref() == Some(id);
                    self.hand_out(event.data).await;
                }
                // Of another kind, or without data: only an id to resume from.
                Ok(Some(_)) => {}
                Ok(None) if answered => return Ok(()),
                Err(failure) if answered || failure.kind == Kind::Protocol => {
                    return if answered { Ok(()) } else { Err(failure) };
                }
                Ok(None) | Err(_) => {
                    resumes += 1;
                    stream = self.resume(&stream, &frame.headers, resumes).await?;
                }
            }
        }
    }

    async fn resume(
        &self,
        stream: &EventStream,
        client: &Headers,
        count: u32,
    ) -> Result<EventStream, Failure> {
        let closed = || Failure::new(Kind::Ended, "connect", "the stream closed without an answer");
        let id = stream.last_id().and_then(|id| HeaderValue::from_bytes(id).ok());
        let id = id.filter(|_| count <= MAX_RESUMES).ok_or_else(closed)?;
        sleep(stream.retry()).await;
        let response = self.get(client, Some(id)).await?;
        if !response.status().is_success() || !is_event_stream(&response) {
            return Err(closed());
        }
        Ok(EventStream::new(response))
    }

    async fn get(&self, client: &Headers, from: Option<HeaderValue>) -> Result<Response, Failure> {
        let mut headers = self.headers(client);
        headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
        headers.extend(from.map(|id| (LAST_EVENT, id)));
        let url = self.client.url.clone();
        self.client.send(Method::GET, &url, headers, b"").await
    }

    /// What the server says unasked, for as long as it offers a stream of that.
    pub(super) async fn listen(&self, client: Headers) {
        let mut wait = AGAIN;
        let mut from: Option<HeaderValue> = None;
        loop {
            match self.get(&client, from.clone()).await {
                Ok(response) if response.status().is_success() && is_event_stream(&response) => {
                    let mut stream = EventStream::new(response);
                    while let Ok(Some(event)) = stream.next().await {
                        wait = AGAIN;
                        if event.is_message() {
                            self.hand_out(event.data).await;
                        }
                    }
                    let last = stream.last_id().and_then(|id| HeaderValue::from_bytes(id).ok());
                    from = last.or(from);
                    wait = wait.max(stream.retry());
                }
                // Most servers have nothing of the kind: 405.
                Ok(response) if !response.status().is_server_error() => return,
                Err(failure) if failure.kind == Kind::Auth => return,
                _ => {}
            }
            sleep(wait).await;
            wait = (wait * 2).min(AGAIN_AT_MOST);
        }
    }

    /// Ends the session, if there is one.
    pub(super) async fn end(&self) {
        if lock(&self.session).is_some() {
            let headers = self.headers(&Headers::default());
            let url = self.client.url.clone();
            let _ = self.client.send(Method::DELETE, &url, headers, b"").await;
        }
    }
}

fn no_answer(method: &str, status: StatusCode) -> Failure {
    let status = status.as_u16();
    let message = format!("`{}` got no answer (HTTP {status})", shown(method));
    Failure::new(Kind::Protocol, "answer", message)
}

fn no_mcp(method: &str, status: StatusCode, body: &[u8]) -> Failure {
    let says = match excerpt(body) {
        text if text.is_empty() => String::new(),
        text => format!(": {text}"),
    };
    let status = status.as_u16();
    let message =
        format!("`{}` was answered with HTTP {status} and no MCP message{says}", shown(method));
    Failure::new(Kind::Status(status), "answer", message)
}

fn shown(method: &str) -> String {
    warden_core::Untrusted::from(method).term_limited(80)
}
