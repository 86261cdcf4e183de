//! Which exchange a frame for the client belongs to.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::sync::mpsc::UnboundedSender;

/// Frames that can be asked for again, and their bytes.
const KEPT: usize = 256;
const KEPT_BYTES: usize = 4 << 20;

/// A frame on its way out.
#[derive(Clone, Debug)]
pub(super) struct Out {
    pub(super) stream: u64,
    pub(super) number: u64,
    pub(super) frame: Arc<[u8]>,
    /// It is the last of its stream.
    pub(super) last: bool,
}

/// One response to the client.
struct Stream {
    /// `None` once the client is gone.
    out: Option<UnboundedSender<Out>>,
    /// The response that carries it now: another one, once it was asked for again.
    response: u64,
    /// Requests that are not yet answered, as JSON.
    open: BTreeSet<String>,
    /// Their progress tokens.
    tokens: BTreeSet<String>,
}

/// What of a frame tells where it belongs.
#[derive(Deserialize)]
pub(super) struct Head<'a> {
    #[serde(borrow)]
    pub(super) id: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) method: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) params: Option<Params<'a>>,
}

#[derive(Deserialize)]
pub(super) struct Params<'a> {
    #[serde(borrow, rename = "progressToken")]
    token: Option<&'a RawValue>,
    #[serde(borrow, rename = "_meta")]
    pub(super) meta: Option<Meta<'a>>,
}

#[derive(Deserialize)]
pub(super) struct Meta<'a> {
    #[serde(borrow, rename = "progressToken")]
    token: Option<&'a RawValue>,
    #[serde(borrow, rename = "io.modelcontextprotocol/subscriptionId")]
    subscription: Option<&'a RawValue>,
    #[serde(borrow, rename = "io.modelcontextprotocol/protocolVersion")]
    pub(super) version: Option<&'a RawValue>,
}

impl<'a> Head<'a> {
    /// `None` for what cannot be read so.
    pub(super) fn read(frame: &'a [u8]) -> Option<Self> {
        serde_json::from_slice(frame).ok()
    }
}

/// All responses of one conversation.
#[derive(Default)]
pub(super) struct Routes {
    streams: BTreeMap<u64, Stream>,
    /// The stream of what is said unasked.
    listener: Option<u64>,
    kept: VecDeque<Out>,
    kept_bytes: usize,
    number: u64,
    /// Bytes that wait for the client.
    pub(super) queued: Arc<AtomicUsize>,
}

impl Routes {
    /// A response to a POST with these requests.
    pub(super) fn open(
        &mut self,
        number: u64,
        frame: &[u8],
        ids: &[String],
        out: UnboundedSender<Out>,
    ) {
        let mut tokens = BTreeSet::new();
        if let Some(Meta { token: Some(token), .. }) =
            Head::read(frame).and_then(|h| h.params).and_then(|p| p.meta)
        {
            tokens.insert(token.get().to_owned());
        }
        let open = ids.iter().cloned().collect();
        self.streams.insert(number, Stream { out: Some(out), response: number, open, tokens });
    }

    /// The stream of what is said unasked; or, with the id of the last event
    /// that came, the one that broke off.
    pub(super) fn listen(
        &mut self,
        number: u64,
        from: Option<(u64, u64)>,
        out: UnboundedSender<Out>,
    ) {
        let Some((stream, after)) = from else {
            let empty = Stream {
                out: Some(out),
                response: number,
                open: BTreeSet::new(),
                tokens: BTreeSet::new(),
            };
            self.streams.insert(number, empty);
            if let Some(old) = self.listener.replace(number) {
                self.streams.remove(&old);
            }
            return;
        };
        for kept in self.kept.iter().filter(|k| k.stream == stream && k.number > after) {
            self.queued.fetch_add(kept.frame.len(), Ordering::Relaxed);
            let _ = out.send(kept.clone());
        }
        match self.streams.get_mut(&stream) {
            Some(known) => {
                known.out = Some(out);
                known.response = number;
            }
            // All of it was replayed.
            None => drop(out),
        }
    }

    /// The client has gone away from a response; the requests that are open on
    /// its stream, unless another response carries that by now.
    pub(super) fn gone(&mut self, response: u64) -> Vec<String> {
        let mut streams = self.streams.values_mut();
        let Some(known) = streams.find(|s| s.response == response) else { return Vec::new() };
        known.out = None;
        known.open.iter().cloned().collect()
    }

    /// Forgets a stream.
    pub(super) fn forget(&mut self, stream: u64) {
        self.streams.remove(&stream);
    }

    /// Puts a frame on its stream. `origin` is the stream whose message caused
    /// it.
    pub(super) fn send(&mut self, frame: Arc<[u8]>, origin: Option<u64>) {
        let head = Head::read(&frame);
        let stream = head.as_ref().and_then(|h| self.stream_of(h));
        let answered = head.as_ref().filter(|h| h.method.is_none()).and_then(|h| h.id);
        let answered = answered.map(|id| id.get().to_owned());
        let open = |s: &Stream| s.out.is_some();
        let stream = stream
            .or(origin.filter(|o| self.streams.get(o).is_some_and(open)))
            .or(self.listener)
            .or_else(|| self.streams.iter().rev().find(|(_, s)| open(s)).map(|(n, _)| *n));
        let Some(number) = stream else { return };
        self.number += 1;
        let Some(known) = self.streams.get_mut(&number) else { return };
        let last = answered.is_some_and(|id| known.open.remove(&id)) && known.open.is_empty();
        let out = Out { stream: number, number: self.number, frame, last };
        if let Some(sender) = &known.out {
            self.queued.fetch_add(out.frame.len(), Ordering::Relaxed);
            if sender.send(out.clone()).is_err() {
                self.queued.fetch_sub(out.frame.len(), Ordering::Relaxed);
                known.out = None;
            }
        }
        if last {
            self.streams.remove(&number);
        }
        self.keep(out);
    }

    fn stream_of(&self, head: &Head<'_>) -> Option<u64> {
        let by =
            |f: &dyn Fn(&Stream) -> bool| self.streams.iter().find(|(_, s)| f(s)).map(|(n, _)| *n);
        if head.method.is_none() {
            let id = head.id?.get();
            return by(&|s| s.open.contains(id));
        }
        let params = head.params.as_ref()?;
        if let Some(token) = params.token {
            return by(&|s| s.tokens.contains(token.get()));
        }
        let subscription = params.meta.as_ref()?.subscription?.get();
        by(&|s| s.open.contains(subscription))
    }

    fn keep(&mut self, out: Out) {
        self.kept_bytes += out.frame.len();
        self.kept.push_back(out);
        while self.kept.len() > KEPT || self.kept_bytes > KEPT_BYTES {
            let Some(old) = self.kept.pop_front() else { break };
            self.kept_bytes -= old.frame.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

    fn frame(text: &str) -> Arc<[u8]> {
        Arc::from(text.as_bytes())
    }

    fn texts(from: &mut UnboundedReceiver<Out>) -> Vec<String> {
        let mut out = Vec::new();
        while let Ok(o) = from.try_recv() {
            out.push(String::from_utf8_lossy(&o.frame).into_owned());
        }
        out
    }

    #[test]
    fn answers_and_progress_find_their_request() {
        let mut routes = Routes::default();
        let (a_out, mut a) = unbounded_channel();
        let (b_out, mut b) = unbounded_channel();
        let asked = br#"{"id":1,"method":"x","params":{"_meta":{"progressToken":"t"}}}"#;
        routes.open(4, asked, &["1".into()], a_out);
        routes.open(5, b"{}", &["\"1\"".into()], b_out);
        let progress = r#"{"method":"notifications/progress","params":{"progressToken":"t"}}"#;
        routes.send(frame(progress), None);
        routes.send(frame(r#"{"id":"1","result":{}}"#), None);
        routes.send(frame(r#"{"id":1,"result":{}}"#), None);
        assert_eq!(texts(&mut a), [progress, r#"{"id":1,"result":{}}"#]);
        assert_eq!(texts(&mut b), [r#"{"id":"1","result":{}}"#]);
        // A stream that broke off can be had again, and only that one.
        let (again_out, mut again) = unbounded_channel();
        routes.listen(6, Some((4, 1)), again_out);
        assert_eq!(texts(&mut again), [r#"{"id":1,"result":{}}"#]);
        assert!(routes.streams.is_empty());
    }

    #[test]
    fn news_of_a_response_that_is_gone_does_not_end_the_next_one() {
        let mut routes = Routes::default();
        let (out, _first) = unbounded_channel();
        routes.open(4, &frame(r#"{"id":1,"method":"x"}"#), &["1".into()], out);
        let (out, mut again) = unbounded_channel();
        routes.listen(6, Some((4, 0)), out);
        assert!(routes.gone(4).is_empty());
        routes.send(frame(r#"{"id":1,"result":{}}"#), None);
        assert_eq!(texts(&mut again), [r#"{"id":1,"result":{}}"#]);
        assert!(routes.gone(6).is_empty());
    }
}
