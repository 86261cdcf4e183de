//! The state machine: what comes in, what is known, what goes out.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use warden_core::Finding;
use warden_core::json::Doc;
use warden_engine::Engine;

use crate::admission::Whole;
use crate::ask::Asks;
use crate::call::{Approvals, CallJudge, NoApprovals};
use crate::definitions::Page;
use crate::event::{Event, What};
use crate::id::Id;
use crate::listings::Listings;
use crate::message::{Form, Frame, Message, Wrong, asks, parse, recover};
use crate::pending::Table;
use crate::pins::Pins;
use crate::refusal::{Refusal, code};
use crate::splice::{Splice, apply, normalise};
use crate::{Effect, Settings, Side};

/// The guard of one session.
pub struct Core {
    pub(crate) engine: Arc<Engine>,
    pub(crate) set: Settings,
    pub(crate) pins: Box<dyn Pins>,
    pub(crate) calls: Option<Box<dyn CallJudge>>,
    pub(crate) approvals: Box<dyn Approvals>,
    pub(crate) asks: Asks,
    /// Requests of the client.
    pub(crate) asked: Table,
    /// Requests of the server.
    pub(crate) asked_back: Table,
    pub(crate) lists: Listings,
    /// The answer to `initialize` or `server/discover`.
    pub(crate) hello: Option<Page>,
    /// What is wrong with its instructions.
    pub(crate) unapproved: Option<Whole>,
    /// Whether the revision that was agreed on has batches.
    pub(crate) batches: bool,
    client_over: bool,
    input_ended: bool,
    over: bool,
}

impl Core {
    /// A guard before the first frame. `engine` must not itself require
    /// approval: that is judged here, by tool.
    pub fn new(
        engine: Arc<Engine>,
        settings: Settings,
        pins: Box<dyn Pins>,
        calls: Option<Box<dyn CallJudge>>,
    ) -> Self {
        Self {
            engine,
            set: settings,
            pins,
            calls,
            approvals: Box::new(NoApprovals),
            asks: Asks::default(),
            asked: Table::default(),
            asked_back: Table::default(),
            lists: Listings::default(),
            hello: None,
            unapproved: None,
            batches: false,
            client_over: false,
            input_ended: false,
            over: false,
        }
    }

    /// With approvals that outlast the session.
    #[must_use]
    pub fn with_approvals(self, approvals: Box<dyn Approvals>) -> Self {
        Self { approvals, ..self }
    }

    /// Takes one frame, without its line end.
    pub fn feed(&mut self, from: Side, frame: &Arc<[u8]>, now: Instant, out: &mut Vec<Effect>) {
        if self.over {
            return;
        }
        let done = catch_unwind(AssertUnwindSafe(|| match parse(frame, &self.set.bounds) {
            Ok(Frame::Message(message)) => self.message(from, message, now, out),
            Ok(Frame::Batch(doc)) => self.batch(from, &doc, now, out),
            Err(wrong) => self.wrong(from, &wrong, out),
        }));
        if done.is_err() {
            let wrong = Wrong {
                why: "the guard failed while it judged it".into(),
                id: recover(frame),
                asks: asks(frame),
            };
            self.internal(from, out);
            self.wrong(from, &wrong, out);
        }
        self.end_input(out);
    }

    /// Takes note of a frame that was longer than the bound and was not kept.
    /// `ends` are its first and last few thousand bytes.
    pub fn oversize(&mut self, from: Side, ends: &[u8], out: &mut Vec<Effect>) {
        if self.over {
            return;
        }
        let most = self.set.bounds.frame >> 20;
        let why = format!("it is longer than {most} MiB");
        self.wrong(from, &Wrong { why, id: recover(ends), asks: asks(ends) }, out);
        self.end_input(out);
    }

    /// Nothing more comes from that side.
    pub fn eof(&mut self, from: Side, out: &mut Vec<Effect>) {
        match from {
            Side::Client => {
                self.client_over = true;
                self.expire_questions(None, out);
                self.end_input(out);
            }
            Side::Server if !self.over => self.server_ended(out),
            Side::Server => {}
        }
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Instant, out: &mut Vec<Effect>) {
        if !self.over {
            self.expire(now, out);
            self.expire_questions(Some(now), out);
            self.end_input(out);
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// Something of the guard's own failed that is not the core's, such as the
    /// trace. Under `strict` that ends the session.
    pub fn failed(&mut self, why: &str, out: &mut Vec<Effect>) {
        if self.over {
            return;
        }
        out.push(Effect::Record(Event::new(What::Internal, Side::Client, why)));
        if self.set.strict {
            self.abort(out);
        }
    }

    /// How many requests of the client still wait for an answer.
    pub fn waiting(&self) -> usize {
        self.asked.wanted()
    }

    fn message(&mut self, from: Side, m: Message, now: Instant, out: &mut Vec<Effect>) {
        match from {
            Side::Client => self.client_says(m, now, out),
            Side::Server => self.server_says(m, now, out),
        }
    }

    /// Only revision 2025-03-26 has batches. Their messages are passed on one
    /// by one, which every peer understands.
    fn batch(&mut self, from: Side, doc: &Arc<Doc>, now: Instant, out: &mut Vec<Effect>) {
        let taken = self.batches && doc.root().items().count() <= self.set.bounds.batch;
        if taken {
            for element in doc.root().items() {
                let frame: Arc<[u8]> = element.raw().into();
                match parse(&frame, &self.set.bounds) {
                    Ok(Frame::Message(m)) => self.message(from, m, now, out),
                    Ok(Frame::Batch(_)) => {
                        let why = "a batch stands in a batch".into();
                        self.wrong(from, &Wrong { why, id: None, asks: false }, out);
                    }
                    Err(wrong) => self.wrong(from, &wrong, out),
                }
            }
            return;
        }
        let why = "the agreed revision of the protocol has no batches of that kind";
        let ids: Vec<(Id, bool)> = doc
            .root()
            .items()
            .take(self.set.bounds.batch)
            .filter_map(|e| Some((Id::of(e.get("id")?)?, e.get("method").is_some())))
            .collect();
        out.push(Effect::Record(Event::new(What::Malformed, from, why)));
        for (id, asks) in ids {
            self.answer_wrong(from, &Wrong { why: why.into(), id: Some(id), asks }, out);
        }
    }

    fn wrong(&mut self, from: Side, wrong: &Wrong, out: &mut Vec<Effect>) {
        out.push(Effect::Record(Event::new(What::Malformed, from, wrong.why.clone())));
        self.answer_wrong(from, wrong, out);
    }

    /// Whoever waits because of a frame that is not passed on is told so.
    fn answer_wrong(&mut self, from: Side, wrong: &Wrong, out: &mut Vec<Effect>) {
        let Some(id) = &wrong.id else { return };
        let table = if from == Side::Client { &mut self.asked } else { &mut self.asked_back };
        if wrong.asks {
            // An answer would be taken for that of the request with this id.
            if table.get(id).is_none() {
                let why = format!("the message was not passed on: {}", wrong.why);
                self.error(from, id, &Refusal::new(code::MALFORMED, "frame", why), out);
            }
            return;
        }
        let why = format!("the answer was not passed on: {}", wrong.why);
        let refusal = Refusal::new(code::MALFORMED, "frame", why);
        if from == Side::Server && self.own_number(id).is_some() {
            self.own_failed(id, refusal, out);
            return;
        }
        let waiting = if from == Side::Client { &mut self.asked_back } else { &mut self.asked };
        if waiting.answered(id).is_some() {
            self.error(from.other(), id, &refusal, out);
        }
    }

    /// Answers a request with an error.
    pub(crate) fn error(&self, to: Side, id: &Id, refusal: &Refusal, out: &mut Vec<Effect>) {
        out.push(Effect::Send { to, frame: refusal.frame(id) });
    }

    /// Passes a message on, with these changes.
    pub(crate) fn pass(
        &self,
        from: Side,
        m: &Message,
        mut splices: Vec<Splice>,
        out: &mut Vec<Effect>,
    ) {
        normalise(&m.doc, &mut splices);
        let frame =
            if splices.is_empty() { Arc::clone(&m.frame) } else { apply(&m.frame, splices).into() };
        out.push(Effect::Send { to: from.other(), frame });
    }

    /// A failure of our own: noted, and under `strict` the end.
    pub(crate) fn internal(&mut self, from: Side, out: &mut Vec<Effect>) {
        out.push(Effect::Record(Event::new(What::Internal, from, "an internal failure")));
        if self.set.strict {
            self.abort(out);
        }
    }

    /// Under `strict`, a rule that failed ends the session. `true` if it did.
    pub(crate) fn strictly(&mut self, findings: &[Finding], out: &mut Vec<Effect>) -> bool {
        let failed = findings.iter().any(|f| f.rule.as_str() == "WRD-INTERNAL-RULE-FAILURE");
        if failed {
            self.internal(Side::Server, out);
        }
        failed && self.set.strict
    }

    fn abort(&mut self, out: &mut Vec<Effect>) {
        let why = "the session was ended because of an internal failure (--strict)";
        self.tell_all(&Refusal::new(code::STRICT, "strict", why), out);
        out.push(Effect::Abort);
        self.over = true;
    }

    fn server_ended(&mut self, out: &mut Vec<Effect>) {
        let waiting = self.asked.wanted();
        if waiting > 0 {
            let note = format!("the server ended with {waiting} requests unanswered");
            out.push(Effect::Record(Event::new(What::Lost, Side::Server, note)));
        }
        let why = "the server ended before it answered";
        self.tell_all(&Refusal::new(code::TRANSPORT, "lifecycle", why), out);
        self.over = true;
    }

    fn tell_all(&mut self, refusal: &Refusal, out: &mut Vec<Effect>) {
        for id in self.asked.drain() {
            self.error(Side::Client, &id, refusal, out);
        }
    }

    /// Once the client is through and nothing is held, the server's input can
    /// end.
    fn end_input(&mut self, out: &mut Vec<Effect>) {
        let idle = self.lists.is_idle() && !self.is_asking();
        if self.client_over && !self.input_ended && idle {
            self.input_ended = true;
            out.push(Effect::EndInput);
        }
    }

    /// The form of a message is known to be that of a request or notification.
    pub(crate) fn method_of(m: &Message) -> &str {
        match &m.form {
            Form::Request { method, .. } | Form::Notification { method } => method,
            Form::Response { .. } => "",
        }
    }
}
