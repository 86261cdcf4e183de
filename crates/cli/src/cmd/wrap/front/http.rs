//! Requests over HTTP.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, Limited};
use hyper::body::Incoming;
use hyper::header::{ALLOW, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::unbounded_channel;

use super::answer::{Body, empty, events, of_request, refusal};
use super::conversation::{Answers, Do, Headers, Reserved};
use super::gate::Turned;
use super::route::Head;
use super::sessions::Sessions;
use super::{Gate, Kit};

const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
const LAST_EVENT: HeaderName = HeaderName::from_static("last-event-id");
/// Connections at the same time.
const CONNECTIONS: usize = 128;
/// How long the head of a request may take.
const HEAD_TIME: Duration = Duration::from_secs(30);
/// How long a body may take.
const BODY_TIME: Duration = Duration::from_secs(120);
/// Messages of one batch.
const MAX_BATCH: usize = 1000;

/// Headers that are about the connection, or that the bridge writes itself.
const OWN: [&str; 20] = [
    "host",
    "connection",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "proxy-authorization",
    "proxy-connection",
    "content-length",
    "content-type",
    "accept",
    "accept-encoding",
    "expect",
    "origin",
    "referer",
    "last-event-id",
    "mcp-session-id",
    "mcp-protocol-version",
    "mcp-method",
];

struct Front {
    kit: Arc<Kit>,
    gate: Arc<Gate>,
    sessions: Sessions,
}

/// Serves until the listener fails for good.
pub(super) async fn serve(listener: TcpListener, kit: Arc<Kit>, gate: Arc<Gate>) {
    let front = Arc::new(Front { kit, gate, sessions: Sessions::default() });
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let front = Arc::clone(&front);
        tokio::spawn(async move {
            let service = service_fn(|request| {
                let front = Arc::clone(&front);
                async move { Ok::<_, Infallible>(front.answer(request).await) }
            });
            let served = hyper::server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_TIME)
                .serve_connection(TokioIo::new(stream), service)
                .await;
            // A client that goes away is its own affair.
            drop(served);
            drop(place);
        });
    }
}

impl Front {
    async fn answer(&self, request: Request<Incoming>) -> Response<Body> {
        if let Err(turned) = self.gate.check(request.headers()) {
            let (status, why) = match turned {
                Turned::Host => (StatusCode::FORBIDDEN, "this host name does not belong here"),
                Turned::Origin => (StatusCode::FORBIDDEN, "pages of this origin may not come here"),
                Turned::Token => (StatusCode::UNAUTHORIZED, "the token of the guard is needed"),
            };
            return refusal(status, "null", why);
        }
        if !matches!(request.uri().path(), "/mcp" | "/") {
            return empty(StatusCode::NOT_FOUND);
        }
        match *request.method() {
            Method::POST => self.post(request).await,
            Method::GET => self.get(request.headers()).await,
            Method::DELETE => self.delete(request.headers()),
            _ => not_allowed(),
        }
    }

    async fn post(&self, request: Request<Incoming>) -> Response<Body> {
        let (head, body) = request.into_parts();
        let kind = head.headers.get(CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            let why = "the body of a POST is application/json";
            return refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, "null", why);
        }
        let most = self.kit.settings.bounds.frame;
        let read = tokio::time::timeout(BODY_TIME, Limited::new(body, most).collect()).await;
        let body = match read {
            Ok(Ok(body)) => body.to_bytes(),
            Ok(Err(_)) => {
                let why = "the body is too large or broke off";
                return refusal(StatusCode::PAYLOAD_TOO_LARGE, "null", why);
            }
            Err(_) => return refusal(StatusCode::REQUEST_TIMEOUT, "null", "the body did not come"),
        };
        let headers = forwarded(&head.headers, self.gate.token.is_some());
        self.message(Arc::from(&body[..]), &head.headers, headers).await
    }

    async fn message(
        &self,
        frame: Arc<[u8]>,
        given: &HeaderMap,
        headers: Headers,
    ) -> Response<Body> {
        let Some(said) = Said::read(&frame) else {
            return refusal(StatusCode::BAD_REQUEST, "null", "the body is no JSON-RPC message");
        };
        let single = (said.ids.len() == 1 && !said.batch).then(|| said.ids[0].clone());
        let shown = single.clone().unwrap_or_else(|| "null".to_owned());
        let session = given.get(SESSION).and_then(|v| v.to_str().ok());
        let mut begun = None;
        let reserved = match session {
            Some(id) if !said.opens => match self.sessions.get(id) {
                None => return refusal(StatusCode::NOT_FOUND, &shown, "there is no such session"),
                Some(handle) => Ok(handle.reserve(&said.ids)),
            },
            _ if said.opens => self.sessions.begin(&self.kit).map(|new| {
                let (id, handle) = new?;
                begun = Some(id);
                handle.reserve(&said.ids)
            }),
            _ => self.sessions.stateless(&self.kit, &headers, &said.ids),
        };
        let reserved = match reserved {
            Ok(Some(reserved)) => reserved,
            Ok(None) => {
                let why = "a request with this id already waits, or there are too many sessions";
                return refusal(StatusCode::CONFLICT, &shown, why);
            }
            Err(e) => return refusal(StatusCode::BAD_GATEWAY, &shown, &e.to_string()),
        };
        let (response, fine) = self.carry(frame, headers, &said, reserved, single.as_deref()).await;
        match begun {
            Some(id) if fine => with_session(response, &id),
            Some(id) => {
                self.sessions.end(&id);
                response
            }
            None => response,
        }
    }

    async fn carry(
        &self,
        frame: Arc<[u8]>,
        headers: Headers,
        said: &Said,
        reserved: Reserved,
        single: Option<&str>,
    ) -> (Response<Body>, bool) {
        let (out, from) = unbounded_channel();
        let (ids, stream) = (said.ids.clone(), reserved.stream);
        let stream = (!ids.is_empty()).then_some(Answers { stream, ids, out });
        let asks = stream.is_some();
        let what = Do::Frame { frame, headers, stream };
        if reserved.handle.tell.send(what).await.is_err() {
            let why = "the session is over; begin a new one";
            return (refusal(StatusCode::NOT_FOUND, single.unwrap_or("null"), why), false);
        }
        if !asks {
            return (empty(StatusCode::ACCEPTED), true);
        }
        of_request(reserved, from, said.stateless, single).await
    }

    /// What is said unasked, or the rest of a stream that broke off.
    async fn get(&self, headers: &HeaderMap) -> Response<Body> {
        let Some(id) = headers.get(SESSION).and_then(|v| v.to_str().ok()) else {
            return not_allowed();
        };
        let Some(handle) = self.sessions.get(id) else { return empty(StatusCode::NOT_FOUND) };
        let from = headers.get(LAST_EVENT).and_then(|v| v.to_str().ok());
        let from = from.and_then(|v| v.split_once('-'));
        let from = from.and_then(|(s, n)| Some((s.parse().ok()?, n.parse().ok()?)));
        let Some(reserved) = handle.reserve(&[]) else { return empty(StatusCode::CONFLICT) };
        let (out, answers) = unbounded_channel();
        let what = Do::Listen { stream: reserved.stream, from, out };
        if handle.tell.send(what).await.is_err() {
            return empty(StatusCode::NOT_FOUND);
        }
        events(reserved, answers, None)
    }

    fn delete(&self, headers: &HeaderMap) -> Response<Body> {
        let id = headers.get(SESSION).and_then(|v| v.to_str().ok());
        match id.map(|id| self.sessions.end(id)) {
            Some(true) => empty(StatusCode::OK),
            Some(false) => empty(StatusCode::NOT_FOUND),
            None => not_allowed(),
        }
    }
}

fn not_allowed() -> Response<Body> {
    let mut response = empty(StatusCode::METHOD_NOT_ALLOWED);
    response.headers_mut().insert(ALLOW, HeaderValue::from_static("POST, GET, DELETE"));
    response
}

fn with_session(mut response: Response<Body>, id: &str) -> Response<Body> {
    if let Ok(id) = HeaderValue::from_str(id) {
        response.headers_mut().insert(SESSION, id);
    }
    response
}

/// The client's headers that go on to the server. The guard's own token does
/// not.
fn forwarded(headers: &HeaderMap, own_token: bool) -> Headers {
    let goes = |name: &str| {
        !OWN.contains(&name) && name != "mcp-name" && !(own_token && name == "authorization")
    };
    let all = headers.iter().filter(|(name, _)| goes(name.as_str()));
    Arc::new(all.map(|(k, v)| (k.as_str().to_owned(), v.as_bytes().to_vec())).collect())
}

/// What a body says, as far as it matters here.
struct Said {
    /// Requests in it.
    ids: Vec<String>,
    batch: bool,
    /// It begins a session.
    opens: bool,
    stateless: bool,
}

impl Said {
    fn read(frame: &[u8]) -> Option<Self> {
        let batch = frame.trim_ascii_start().first() == Some(&b'[');
        let elements: Vec<&serde_json::value::RawValue> = match batch {
            true => serde_json::from_slice(frame).ok()?,
            false => vec![serde_json::from_slice(frame).ok()?],
        };
        if elements.len() > MAX_BATCH {
            return None;
        }
        let mut said = Self { ids: Vec::new(), batch, opens: false, stateless: false };
        for element in elements {
            let head = Head::read(element.get().as_bytes())?;
            let Some(method) = &head.method else { continue };
            said.opens |= method == "initialize";
            let meta = head.params.as_ref().and_then(|p| p.meta.as_ref());
            said.stateless |= meta.is_some_and(|m| m.version.is_some());
            said.ids.extend(head.id.map(|id| id.get().to_owned()));
        }
        Some(said)
    }
}
