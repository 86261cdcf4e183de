//! Responses: one answer as JSON, anything else as a stream of events.

use std::convert::Infallible;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::stream;
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full, StreamBody};
use hyper::body::{Bytes, Frame};
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue, WWW_AUTHENTICATE};
use hyper::{Response, StatusCode};
use serde_json::Value;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::timeout;
use warden_guard::{code, error_frame};

use super::conversation::Reserved;
use super::route::{Head, Out};

/// How often something is said on a stream on which nothing is said, so that
/// nobody on the way gives it up.
const ALIVE: Duration = Duration::from_secs(15);

pub(super) type Body = UnsyncBoxBody<Bytes, Infallible>;

/// A whole response.
pub(super) fn whole(status: StatusCode, kind: &'static str, body: Vec<u8>) -> Response<Body> {
    let mut response = Response::new(Full::new(Bytes::from(body)).boxed_unsync());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// Nothing but a status.
pub(super) fn empty(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Full::new(Bytes::new()).boxed_unsync());
    *response.status_mut() = status;
    response
}

/// An error of JSON-RPC; `id` is JSON.
pub(super) fn refusal(status: StatusCode, id: &str, message: &str) -> Response<Body> {
    let code = if status == StatusCode::BAD_GATEWAY { code::TRANSPORT } else { code::REFUSED };
    let frame = error_frame(id.as_bytes(), code, message, &[], "docs/guard.md");
    let mut response = whole(status, "application/json", frame.to_vec());
    if status == StatusCode::UNAUTHORIZED {
        response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    response
}

/// What comes of a request. One answer and nothing before it is JSON.
pub(super) async fn of_request(
    reserved: Reserved,
    mut from: UnboundedReceiver<Out>,
    stateless: bool,
    single: Option<&str>,
) -> (Response<Body>, bool) {
    let Some(first) = from.recv().await else {
        let message = "the session was ended before the server answered";
        return (refusal(StatusCode::BAD_GATEWAY, single.unwrap_or("null"), message), false);
    };
    let is_answer = Head::read(&first.frame).is_some_and(|h| h.method.is_none());
    if first.last && is_answer && single.is_some() {
        take(&reserved, &first);
        let value: Value = serde_json::from_slice(&first.frame).unwrap_or_default();
        let status = status(&value, stateless);
        let fine = value.get("result").is_some();
        return (whole(status, "application/json", first.frame.to_vec()), fine);
    }
    (events(reserved, from, Some(first)), true)
}

/// The status that goes with an answer.
fn status(answer: &Value, stateless: bool) -> StatusCode {
    let error = &answer["error"];
    let upstream = error["data"]["warden"]["status"].as_u64();
    match (upstream, error["code"].as_i64()) {
        (Some(401), _) => StatusCode::UNAUTHORIZED,
        (Some(403), _) => StatusCode::FORBIDDEN,
        (_, Some(-32601)) if stateless => StatusCode::NOT_FOUND,
        (_, Some(-32022..=-32020)) if stateless => StatusCode::BAD_REQUEST,
        _ => StatusCode::OK,
    }
}

fn take(reserved: &Reserved, out: &Out) {
    reserved.handle.queued.fetch_sub(out.frame.len(), Ordering::Relaxed);
}

/// A stream of events, to the last of them.
pub(super) fn events(
    reserved: Reserved,
    from: UnboundedReceiver<Out>,
    first: Option<Out>,
) -> Response<Body> {
    struct State {
        reserved: Reserved,
        from: UnboundedReceiver<Out>,
        first: Option<Out>,
        over: bool,
    }
    let state = State { reserved, from, first, over: false };
    let frames = stream::unfold(state, |mut s| async move {
        if s.over {
            return None;
        }
        let next = match s.first.take() {
            Some(first) => Ok(Some(first)),
            None => timeout(ALIVE, s.from.recv()).await,
        };
        let bytes = match next {
            Err(_) => Bytes::from_static(b": still here\n\n"),
            Ok(None) => return None,
            Ok(Some(out)) => {
                take(&s.reserved, &out);
                s.over = out.last;
                event(&out)
            }
        };
        Some((Ok::<_, Infallible>(Frame::data(bytes)), s))
    });
    let mut response = Response::new(StreamBody::new(frames).boxed_unsync());
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache, no-transform"));
    response
}

/// Always with a name: some clients pass over events without one.
fn event(out: &Out) -> Bytes {
    let mut text =
        format!("event: message\nid: {}-{}\ndata: ", out.stream, out.number).into_bytes();
    text.extend(out.frame.iter().map(|b| if matches!(b, b'\n' | b'\r') { b' ' } else { *b }));
    text.extend_from_slice(b"\n\n");
    text.into()
}
