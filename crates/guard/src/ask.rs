//! Calls that wait for a person. In the handshake era the guard sends the
//! client an `elicitation/create` of its own; in the stateless era it answers
//! the call with `input_required`, and the client repeats the call with the
//! person's answer.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::time::Instant;

use warden_core::json::{NodeId, Val, item_digest, write_string};

use crate::call::Denied;
use crate::core::Core;
use crate::event::{Event, What};
use crate::id::Id;
use crate::message::{Frame, Message, parse};
use crate::params::{can_fill_forms, is_stateless};
use crate::pending::State;
use crate::question::{Scope, answer, form, shape};
use crate::refusal::{Refusal, code};
use crate::settings::Ask;
use crate::splice::{Splice, apply, range, without_members};
use crate::{Effect, Side};

/// Approved calls whose next round is still known.
const ROUNDS_KNOWN: usize = 256;
/// The name of the one question in an `input_required`.
const KEY: &str = "warden";

/// Everything about approvals in this session.
#[derive(Default)]
pub(crate) struct Asks {
    open: BTreeMap<u64, Question>,
    next: u64,
    /// The client said at `initialize` that it can fill forms.
    pub(crate) forms: bool,
    session: HashSet<(String, String, Option<String>)>,
    /// Calls that a person has approved and that are judged once more.
    once: HashMap<Id, Subject>,
    /// Approved calls that are out.
    out: HashMap<Id, Subject>,
    /// Approved calls for which the server wants another round, by its state.
    rounds: VecDeque<(String, Subject)>,
}

/// What an approval is bound to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Subject {
    tool: String,
    /// The digest of the definition.
    definition: String,
    /// The digest of the arguments.
    arguments: String,
}

/// A call that waits.
struct Question {
    id: Id,
    message: Message,
    subject: Subject,
    shape: String,
    until: Instant,
    /// The client was answered, and will repeat the call.
    repeats: bool,
}

impl Subject {
    pub(crate) fn new(m: &Message, tool: &str, definition: &str) -> Self {
        let arguments = m.params().and_then(|p| p.get("arguments"));
        let arguments = arguments.map(item_digest).unwrap_or_default();
        Self { tool: tool.to_owned(), definition: definition.to_owned(), arguments }
    }
}

impl Asks {
    /// That id stands for another call now, or for none.
    pub(crate) fn forget(&mut self, id: &Id) {
        self.out.remove(id);
        self.once.remove(id);
    }
}

impl Core {
    /// A call that asks: passed on if it was approved, else held while a person
    /// is asked, else refused.
    pub(crate) fn ask_first(
        &mut self,
        id: &Id,
        m: &Message,
        subject: Subject,
        why: Denied,
        now: Instant,
        out: &mut Vec<Effect>,
    ) {
        let tool = subject.tool.clone();
        let tool = tool.as_str();
        let arguments = m.params().and_then(|p| p.get("arguments"));
        let shape = shape(arguments);
        if self.approved(id, m, &subject, &shape) {
            self.asks.out.insert(id.clone(), subject);
            self.pass(Side::Client, m, Vec::new(), out);
            return;
        }
        let stateless = is_stateless(m.params());
        let form = match self.form(m, tool, stateless) {
            Ok(form) => form,
            Err(why_not) => {
                let message = format!(
                    "the policy wants a person to be asked before this call, and {why_not}"
                );
                let mut refusal = Refusal::new(code::REFUSED, "call", message);
                refusal.rules = why.findings.iter().map(|f| f.rule.as_str().to_owned()).collect();
                self.deny(id, m, tool, refusal, why.findings, out);
                return;
            }
        };
        let number = self.asks.next;
        self.asks.next += 1;
        let until = now + self.set.bounds.question_time;
        let event = Event::new(What::Asked, Side::Client, "a person is asked");
        let event = event.method("tools/call").tool(Some(tool)).findings(why.findings);
        out.push(Effect::Record(event));
        out.push(Effect::Send {
            to: Side::Client,
            frame: self.question(id, number, &form, stateless),
        });
        out.push(Effect::Wake(until));
        if stateless {
            self.asked.remove(id);
        } else {
            self.asked.set_state(id, State::Held);
        }
        let message = m.clone();
        let question =
            Question { id: id.clone(), message, subject, shape, until, repeats: stateless };
        self.asks.open.insert(number, question);
    }

    /// What a person is shown, or why nobody can be.
    fn form(&self, m: &Message, tool: &str, stateless: bool) -> Result<Vec<u8>, &'static str> {
        let forms = if stateless { can_fill_forms(m.params()) } else { self.asks.forms };
        if self.set.ask == Ask::Refuse {
            return Err("`--ask refuse` says that nobody is");
        }
        if !forms {
            return Err("this client cannot ask (it declares no elicitation of forms)");
        }
        if self.asks.open.len() >= self.set.bounds.questions {
            return Err("too many calls already wait for one");
        }
        let arguments = m.params().and_then(|p| p.get("arguments"));
        form(self.set.server.expose(), tool, arguments)
            .ok_or("its arguments are too long to be shown")
    }

    fn approved(&mut self, id: &Id, m: &Message, subject: &Subject, shape: &str) -> bool {
        if self.asks.once.remove(id).is_some_and(|approved| approved == *subject) {
            return true;
        }
        let Subject { tool, definition, .. } = subject;
        let key = |shape| (tool.clone(), definition.clone(), shape);
        // Another round of a call that was approved.
        let state = m.params().and_then(|p| p.get("requestState")).map(item_digest);
        let round = state.and_then(|state| {
            self.asks.rounds.iter().position(|(s, known)| *s == state && known == subject)
        });
        if let Some(at) = round {
            self.asks.rounds.remove(at);
            return true;
        }
        self.asks.session.contains(&key(None))
            || self.asks.session.contains(&key(Some(shape.to_owned())))
            || self.approvals.holds(tool, definition)
    }

    /// The frame that asks.
    fn question(&self, id: &Id, number: u64, form: &[u8], stateless: bool) -> std::sync::Arc<[u8]> {
        let own = self.question_id(number);
        let mut out = Vec::with_capacity(form.len() + 256);
        out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
        if stateless {
            out.extend_from_slice(&id.json());
            out.extend_from_slice(
                b",\"result\":{\"resultType\":\"input_required\",\"inputRequests\":{",
            );
            write_string(KEY, &mut out);
            out.extend_from_slice(b":{\"method\":\"elicitation/create\",\"params\":");
            out.extend_from_slice(form);
            out.extend_from_slice(b"}},\"requestState\":");
            write_string(&own, &mut out);
            out.extend_from_slice(b"}}");
        } else {
            write_string(&own, &mut out);
            out.extend_from_slice(b",\"method\":\"elicitation/create\",\"params\":");
            out.extend_from_slice(form);
            out.push(b'}');
        }
        out.into()
    }

    fn question_id(&self, number: u64) -> String {
        format!("{}-{number}", self.set.ask_ids)
    }

    /// The number of the question that a text names.
    pub(crate) fn question_number(&self, text: &str) -> Option<u64> {
        let rest = text.strip_prefix(&self.set.ask_ids)?;
        Some(rest.strip_prefix('-').and_then(|n| n.parse().ok()).unwrap_or(u64::MAX))
    }

    /// The client has answered a question. A call that a person approved goes
    /// the way of every call once more: the tool may have changed meanwhile.
    pub(crate) fn question_answered(
        &mut self,
        number: u64,
        body: Option<Val<'_>>,
        now: Instant,
        out: &mut Vec<Effect>,
    ) {
        let known = self.asks.open.get(&number).is_some_and(|q| !q.repeats);
        let question = if known { self.asks.open.remove(&number) } else { None };
        let Some(q) = question else {
            let note = "nobody waits for this answer";
            out.push(Effect::Record(Event::new(What::Unsolicited, Side::Client, note)));
            return;
        };
        self.asked.set_state(&q.id, State::Waiting);
        let id = q.id.clone();
        if self.settle(&q, &id, body.and_then(answer), out) {
            self.call(id, q.message, now, out);
        }
    }

    /// The question that a call was answered with before, if it says so.
    pub(crate) fn names_question(&self, m: &Message) -> Option<u64> {
        self.question_number(&m.params()?.get_text("requestState")?)
    }

    /// The client repeats a call that was answered with that question.
    pub(crate) fn repeated(
        &mut self,
        id: &Id,
        m: &Message,
        number: u64,
        subject: &Subject,
        now: Instant,
        out: &mut Vec<Effect>,
    ) {
        let fits = |q: &Question| {
            let (a, b) = (&q.subject, subject);
            q.repeats && a.tool == b.tool && a.arguments == b.arguments
        };
        let known = self.asks.open.get(&number).is_some_and(fits);
        let Some(q) = known.then(|| self.asks.open.remove(&number)).flatten() else {
            let why = "this call is not the one that a person was asked about, or it was too late";
            self.refuse_call(id, &subject.tool, why, out);
            return;
        };
        let said = m.params().and_then(|p| p.get("inputResponses")).and_then(|r| r.get(KEY));
        let said = said.and_then(answer);
        if self.settle(&q, id, said, out) {
            let frame = apply(&m.frame, restored(m, &q.message)).into();
            match parse(&frame, &self.set.bounds) {
                Ok(Frame::Message(m)) => self.call(id.clone(), m, now, out),
                // What was read once is read again.
                _ => self.refuse_call(id, &subject.tool, "the call could not be read", out),
            }
        }
    }

    /// What the person said is noted; `true` if it was yes. The approval is for
    /// the call with this id.
    fn settle(
        &mut self,
        q: &Question,
        id: &Id,
        said: Option<Scope>,
        out: &mut Vec<Effect>,
    ) -> bool {
        let Subject { tool, definition, .. } = &q.subject;
        let Some(scope) = said else {
            self.refuse_call(id, tool, "a person did not approve this call", out);
            return false;
        };
        let key = |shape| (tool.clone(), definition.clone(), shape);
        let mut note = "a person approved this call".to_owned();
        match scope {
            Scope::Once => {}
            Scope::Shape => {
                note.push_str(", and those of its shape in this session");
                self.asks.session.insert(key(Some(q.shape.clone())));
            }
            Scope::Session => {
                note.push_str(", and all of this tool in this session");
                self.asks.session.insert(key(None));
            }
            Scope::Until(day) => match self.approvals.keep(tool, definition, &day) {
                Ok(()) => note.push_str(&format!(", and all of this tool until {day}")),
                Err(why) => note.push_str(&format!(", for once only: {why}")),
            },
        }
        let event = Event::new(What::Approved, Side::Client, note);
        out.push(Effect::Record(event.method("tools/call").tool(Some(tool))));
        self.asks.once.insert(id.clone(), q.subject.clone());
        true
    }

    pub(crate) fn refuse_call(&mut self, id: &Id, tool: &str, why: &str, out: &mut Vec<Effect>) {
        let event = Event::new(What::CallRefused, Side::Client, why);
        out.push(Effect::Record(event.method("tools/call").tool(Some(tool))));
        self.asked.remove(id);
        self.error(Side::Client, id, &Refusal::new(code::REFUSED, "call", why), out);
    }

    /// An approved call is answered; if the server wants another round, that is
    /// approved as well.
    pub(crate) fn round(&mut self, id: &Id, result: Val<'_>) {
        let Some(subject) = self.asks.out.remove(id) else { return };
        let again = result.get_text("resultType").as_deref() == Some("input_required");
        if let Some(state) = result.get("requestState").filter(|_| again) {
            if self.asks.rounds.len() >= ROUNDS_KNOWN {
                self.asks.rounds.pop_front();
            }
            self.asks.rounds.push_back((item_digest(state), subject));
        }
    }

    /// The client no longer wants a call that waits for a person. `false` if
    /// there is none.
    pub(crate) fn question_cancelled(&mut self, id: &Id, out: &mut Vec<Effect>) -> bool {
        let number = self.asks.open.iter().find(|(_, q)| !q.repeats && q.id == *id);
        let Some(number) = number.map(|(n, _)| *n) else { return false };
        self.asks.open.remove(&number);
        self.asked.remove(id);
        self.withdraw(number, out);
        true
    }

    fn withdraw(&self, number: u64, out: &mut Vec<Effect>) {
        let mut frame = Vec::new();
        frame.extend_from_slice(
            b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":",
        );
        write_string(&self.question_id(number), &mut frame);
        frame.extend_from_slice(b"}}");
        out.push(Effect::Send { to: Side::Client, frame: frame.into() });
    }

    /// Questions that nobody answered in time; all of them once the client is
    /// through.
    pub(crate) fn expire_questions(&mut self, now: Option<Instant>, out: &mut Vec<Effect>) {
        let late = |q: &Question| now.is_none_or(|now| q.until <= now);
        let late: Vec<u64> =
            self.asks.open.iter().filter(|(_, q)| late(q)).map(|(n, _)| *n).collect();
        for number in late {
            let Some(q) = self.asks.open.remove(&number) else { continue };
            if q.repeats {
                continue;
            }
            if now.is_some() {
                self.withdraw(number, out);
            }
            self.refuse_call(&q.id, &q.subject.tool, "nobody answered whether to call it", out);
        }
    }

    /// Whether a call waits for a person and the client for its answer.
    pub(crate) fn is_asking(&self) -> bool {
        self.asks.open.values().any(|q| !q.repeats)
    }
}

/// The repeated call as the server is to see it: with what the client had said
/// in its first form, and without what it said to us.
fn restored(m: &Message, first: &Message) -> Vec<Splice> {
    let Some(params) = m.params() else { return Vec::new() };
    let ours = |key: &str| matches!(key, "inputResponses" | "requestState");
    let mut splices = without_members(params, ours);
    let mut back = Vec::new();
    for (key, value) in first.params().into_iter().flat_map(Val::members) {
        if key.text().is_some_and(|k| ours(&k)) {
            back.extend_from_slice(key.raw());
            back.push(b':');
            back.extend_from_slice(value.raw());
            back.push(b',');
        }
    }
    if !back.is_empty() {
        splices.push(Splice::insert(range(params.span()).start + 1, back));
    }
    splices
}

/// The body of an answer, where it has a result.
pub(crate) fn result_of(m: &Message, body: NodeId, error: bool) -> Option<Val<'_>> {
    (!error).then(|| m.doc.val(body))
}
