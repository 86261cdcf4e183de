//! Listings of tools: fetched whole, judged, and only then shown; and the calls
//! that wait for that.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Instant;

use warden_core::Verdict;
use warden_core::json::{NodeId, item_digest};
use warden_core::surface::{ListKind, SurfaceBuilder};

use crate::admission::{Judged, Page, judge, seen, surface, vet};
use crate::call::Call;
use crate::core::Core;
use crate::event::{Event, What};
use crate::id::Id;
use crate::message::Message;
use crate::params::{base, list_frame};
use crate::pending::{Asked, Request, State};
use crate::refusal::{Refusal, code};
use crate::splice::without;
use crate::{Effect, Side};

/// A list that changes again so often while it is read is not waited for.
const ROUNDS: u32 = 3;

/// Everything that is known and under way.
#[derive(Default)]
pub(crate) struct Listings {
    judged: Option<Judged>,
    /// Nothing was said to have changed since.
    fresh: bool,
    generation: u64,
    jobs: BTreeMap<u64, Job>,
    /// The guard's own requests: which job, until when.
    own: HashMap<u64, (u64, Instant)>,
    next: u64,
    held: VecDeque<(Id, Message)>,
    rounds: u32,
    /// The verdict on the last list.
    last: Option<(String, Arc<Verdict>)>,
}

/// One list that is being read.
struct Job {
    /// The answer to the client that waits for it.
    answer: Option<Answer>,
    pages: Vec<Page>,
    base: Vec<u8>,
    cursors: HashSet<String>,
    bytes: usize,
    tools: usize,
    generation: u64,
}

/// A page that the client asked for.
struct Answer {
    id: Id,
    message: Message,
    result: NodeId,
    /// It was compared with a list that was read for its sake.
    last_try: bool,
}

impl Listings {
    /// Whether nothing is being read and no call waits.
    pub(crate) fn is_idle(&self) -> bool {
        self.jobs.is_empty() && self.held.is_empty()
    }

    /// The server says that its tools have changed.
    pub(crate) fn changed(&mut self) {
        self.fresh = false;
        self.generation += 1;
    }

    /// Forgets a call that waits; `false` if there is none.
    pub(crate) fn drop_held(&mut self, id: &Id) -> bool {
        let before = self.held.len();
        self.held.retain(|(held, _)| held != id);
        self.held.len() < before
    }

    fn current(&self) -> Option<&Judged> {
        self.judged.as_ref().filter(|_| self.fresh)
    }
}

impl Core {
    /// The number of a request of the guard's own.
    pub(crate) fn own_number(&self, id: &Id) -> Option<u64> {
        let Id::Text(text) = id else { return None };
        let rest = text.strip_prefix(&self.set.own_ids)?;
        Some(rest.strip_prefix('-').and_then(|n| n.parse().ok()).unwrap_or(u64::MAX))
    }

    /// The server has answered the client's `tools/list`.
    pub(crate) fn tools_answer(
        &mut self,
        id: &Id,
        request: Request,
        message: Message,
        result: NodeId,
        now: Instant,
        out: &mut Vec<Effect>,
    ) {
        let Asked::Tools { first, params } = request.asked.clone() else { return };
        self.asked.hold(id.clone(), request);
        let page = Page { doc: Arc::clone(&message.doc), result };
        let answer = Answer { id: id.clone(), message, result, last_try: false };
        if !first && self.lists.current().is_some() {
            self.release(answer, now, params, out);
            return;
        }
        let page = first.then_some(page);
        self.start(Some(answer), params, page, now, out);
    }

    fn start(
        &mut self,
        answer: Option<Answer>,
        base: Vec<u8>,
        page: Option<Page>,
        now: Instant,
        out: &mut Vec<Effect>,
    ) {
        let job = Job {
            answer,
            pages: Vec::new(),
            base,
            cursors: HashSet::new(),
            bytes: 0,
            tools: 0,
            generation: self.lists.generation,
        };
        let number = self.lists.next;
        self.lists.next += 1;
        self.lists.jobs.insert(number, job);
        if self.lists.jobs.len() > self.set.bounds.listings {
            let why = "too many lists are being read at the same time";
            self.job_failed(number, &Refusal::new(code::TRANSPORT, "list", why), out);
        } else if let Some(page) = page {
            self.page(number, page, now, out);
        } else {
            self.ask(number, None, now, out);
        }
    }

    /// Asks for a page under an id of the guard's own.
    fn ask(&mut self, job: u64, cursor: Option<&str>, now: Instant, out: &mut Vec<Effect>) {
        let Some(found) = self.lists.jobs.get(&job) else { return };
        let number = self.lists.next;
        let id = Id::Text(format!("{}-{number}", self.set.own_ids)).json();
        let frame = list_frame(&id, &found.base, cursor);
        self.lists.next += 1;
        let until = now + self.set.bounds.page_time;
        self.lists.own.insert(number, (job, until));
        out.push(Effect::Send { to: Side::Server, frame: frame.into() });
        out.push(Effect::Wake(until));
    }

    /// The server has answered a request of the guard's own.
    pub(crate) fn own_answer(
        &mut self,
        id: &Id,
        body: NodeId,
        error: bool,
        m: &Message,
        now: Instant,
        out: &mut Vec<Effect>,
    ) {
        let number = self.own_number(id).unwrap_or(u64::MAX);
        let Some((job, _)) = self.lists.own.remove(&number) else {
            let note = "nobody waits for this answer";
            out.push(Effect::Record(Event::new(What::Unsolicited, Side::Server, note)));
            return;
        };
        if error {
            let why = "the server answered with an error when its tools were listed";
            self.job_failed(job, &Refusal::new(code::TRANSPORT, "list", why), out);
        } else {
            self.page(job, Page { doc: Arc::clone(&m.doc), result: body }, now, out);
        }
    }

    /// The answer to a request of the guard's own could not be used.
    pub(crate) fn own_failed(&mut self, id: &Id, why: Refusal, out: &mut Vec<Effect>) {
        let number = self.own_number(id).unwrap_or(u64::MAX);
        if let Some((job, _)) = self.lists.own.remove(&number) {
            self.job_failed(job, &why, out);
        }
    }

    /// One more page of a list.
    fn page(&mut self, number: u64, page: Page, now: Instant, out: &mut Vec<Effect>) {
        let bounds = self.set.bounds;
        let Some(job) = self.lists.jobs.get_mut(&number) else { return };
        let result = page.doc.val(page.result);
        let cursor = result.get_text("nextCursor").filter(|c| !c.is_empty());
        let cursor = cursor.map(std::borrow::Cow::into_owned);
        job.bytes += page.doc.bytes().len();
        job.tools += result.get("tools").map_or(0, |t| t.items().count());
        job.pages.push(page);
        let wrong = if job.bytes > bounds.list_bytes {
            Some(format!("the list of tools is longer than {} MiB", bounds.list_bytes >> 20))
        } else if job.tools > bounds.tools {
            Some(format!("the server has more than {} tools", bounds.tools))
        } else if cursor.is_some() && job.pages.len() >= bounds.pages {
            Some(format!("the list of tools has more than {} pages", bounds.pages))
        } else if cursor.as_ref().is_some_and(|c| !job.cursors.insert(c.clone())) {
            Some("the list of tools leads back to a page that was read".to_owned())
        } else {
            None
        };
        match (wrong, cursor) {
            (Some(why), _) => {
                out.push(Effect::Record(Event::new(What::Bound, Side::Server, why.clone())));
                self.job_failed(number, &Refusal::new(code::REFUSED, "list", why), out);
            }
            (None, Some(cursor)) => self.ask(number, Some(&cursor), now, out),
            (None, None) => self.conclude(number, now, out),
        }
    }

    /// All pages are there.
    fn conclude(&mut self, number: u64, now: Instant, out: &mut Vec<Effect>) {
        let Some(job) = self.lists.jobs.remove(&number) else { return };
        let surface = surface(&self.set, self.hello.as_ref(), &job.pages);
        let verdict = self.verdict(&job.pages, &surface);
        if self.strictly(&verdict.findings, out) {
            return;
        }
        let judged = judge(&self.set, &surface, &verdict, &mut *self.pins);
        let what = if judged.refusal.is_some() { What::Refused } else { What::Admitted };
        let event = Event::new(what, Side::Server, "").method("tools/list");
        out.push(Effect::Record(event.findings(judged.findings.clone())));
        if let Some(why) = &judged.pins_failed {
            out.push(Effect::Record(Event::new(What::Pins, Side::Server, why.clone())));
            if self.set.strict {
                self.internal(Side::Server, out);
                return;
            }
        }
        self.lists.judged = Some(judged);
        self.lists.fresh = self.lists.generation == job.generation;
        if let Some(answer) = job.answer {
            self.release(Answer { last_try: true, ..answer }, now, job.base, out);
        }
        self.release_calls(now, out);
    }

    fn verdict(&mut self, pages: &[Page], surface: &warden_core::Surface) -> Arc<Verdict> {
        let hello = self.hello.iter();
        let digests = hello.chain(pages).map(|p| item_digest(p.doc.val(p.result)));
        let key = digests.collect::<Vec<_>>().join(" ");
        match &self.lists.last {
            Some((known, verdict)) if *known == key => Arc::clone(verdict),
            _ => {
                let verdict = Arc::new(vet(&self.engine, &self.set.server, surface));
                self.lists.last = Some((key, Arc::clone(&verdict)));
                verdict
            }
        }
    }

    /// Gives the client its page, as far as its tools are admitted.
    fn release(&mut self, answer: Answer, now: Instant, base: Vec<u8>, out: &mut Vec<Effect>) {
        let Some(judged) = &self.lists.judged else { return };
        let mut builder = SurfaceBuilder::new(self.set.server.clone());
        let Answer { id, message, result, .. } = &answer;
        let tools = builder.add_page(ListKind::Tools, &message.doc, *result, seen());
        let admitted: Vec<Option<bool>> =
            tools.iter().map(|(name, digest)| judged.admits(name.expose(), digest)).collect();
        let unknown = admitted.iter().any(Option::is_none);
        if self.set.audit_only {
            self.asked.remove(id);
            self.pass(Side::Server, message, Vec::new(), out);
        } else if let Some(refusal) = &judged.refusal {
            let refusal = refusal.clone();
            self.asked.remove(id);
            self.error(Side::Client, id, &refusal, out);
        } else if unknown && !answer.last_try {
            self.start(Some(answer), base, None, now, out);
        } else if unknown {
            let why = "this page differs from the list that was judged";
            out.push(Effect::Record(
                Event::new(What::Refused, Side::Server, why).method("tools/list"),
            ));
            self.asked.remove(id);
            self.error(Side::Client, id, &Refusal::new(code::REFUSED, "list", why), out);
        } else {
            let list = message.doc.val(*result).get("tools");
            let gone = |n: usize| admitted.get(n) == Some(&Some(false));
            let splices = list.map(|list| without(list, gone)).unwrap_or_default();
            self.asked.remove(id);
            self.pass(Side::Server, message, splices, out);
        }
    }

    fn job_failed(&mut self, number: u64, why: &Refusal, out: &mut Vec<Effect>) {
        let Some(job) = self.lists.jobs.remove(&number) else { return };
        self.lists.own.retain(|_, (job, _)| *job != number);
        out.push(Effect::Record(
            Event::new(What::Refused, Side::Server, why.message.clone()).method("tools/list"),
        ));
        if let Some(answer) = job.answer {
            self.asked.remove(&answer.id);
            if self.set.audit_only {
                self.pass(Side::Server, &answer.message, Vec::new(), out);
            } else {
                self.error(Side::Client, &answer.id, why, out);
            }
        }
        // The calls that waited for this list have nothing more to wait for.
        if self.lists.jobs.is_empty() {
            for (id, _) in std::mem::take(&mut self.lists.held) {
                self.asked.remove(&id);
                self.error(Side::Client, &id, why, out);
            }
        }
    }

    /// A page did not come in time.
    pub(crate) fn expire(&mut self, now: Instant, out: &mut Vec<Effect>) {
        let late: Vec<u64> =
            self.lists.own.values().filter(|(_, until)| *until <= now).map(|(j, _)| *j).collect();
        for job in late {
            let why = "the server did not answer in time when its tools were listed";
            self.job_failed(job, &Refusal::new(code::TRANSPORT, "list", why), out);
        }
    }

    /// A call of the client: it waits until its tool is judged.
    pub(crate) fn call(&mut self, id: Id, m: Message, now: Instant, out: &mut Vec<Effect>) {
        if self.set.audit_only || self.lists.current().is_some() {
            self.judge_call(&id, &m, out);
            return;
        }
        if self.lists.held.len() >= self.set.bounds.held {
            let why = "too many calls wait until the tools are judged";
            self.asked.remove(&id);
            self.error(Side::Client, &id, &Refusal::new(code::TRANSPORT, "bounds", why), out);
            return;
        }
        self.asked.set_state(&id, State::Held);
        let params = base(m.params(), true);
        self.lists.held.push_back((id, m));
        if self.lists.jobs.is_empty() {
            self.lists.rounds = 0;
            self.start(None, params, None, now, out);
        }
    }

    fn release_calls(&mut self, now: Instant, out: &mut Vec<Effect>) {
        if self.lists.held.is_empty() {
            return;
        }
        if !self.lists.fresh {
            // It has changed while it was read.
            self.lists.rounds += 1;
            let first = self.lists.held.front().and_then(|(_, m)| m.params());
            let params = base(first, true);
            if self.lists.rounds <= ROUNDS && self.lists.jobs.is_empty() {
                self.start(None, params, None, now, out);
            }
            if self.lists.rounds <= ROUNDS {
                return;
            }
        }
        for (id, m) in std::mem::take(&mut self.lists.held) {
            if self.lists.fresh {
                self.asked.set_state(&id, State::Waiting);
                self.judge_call(&id, &m, out);
            } else {
                let why = "the list of tools changes all the time";
                self.asked.remove(&id);
                self.error(Side::Client, &id, &Refusal::new(code::TRANSPORT, "list", why), out);
            }
        }
    }

    /// Lets a call go out, or not.
    fn judge_call(&mut self, id: &Id, m: &Message, out: &mut Vec<Effect>) {
        let Some(Asked::Call(tool)) = self.asked.get(id).map(|r| r.asked.clone()) else { return };
        let judged = self.lists.current();
        let definition = judged.and_then(|j| j.callable(&tool));
        let mut denied = None;
        if definition.is_none() {
            let refusal = judged.and_then(|j| j.refusal.clone());
            denied = Some((refusal.unwrap_or_else(not_admitted), Vec::new()));
        } else if let Some(judge) = &mut self.calls {
            let arguments = m.params().and_then(|p| p.get("arguments"));
            let call = Call { tool: &tool, arguments, definition };
            if let Err(why) = judge.judge(&call) {
                let mut refusal = Refusal::new(code::REFUSED, "call", why.message);
                refusal.rules = why.findings.iter().map(|f| f.rule.as_str().to_owned()).collect();
                denied = Some((refusal, why.findings));
            }
        }
        let Some((refusal, findings)) = denied else {
            self.pass(Side::Client, m, Vec::new(), out);
            return;
        };
        let event = Event::new(What::CallRefused, Side::Client, refusal.message.clone());
        let event = event.method("tools/call").tool(Some(&tool)).findings(findings);
        out.push(Effect::Record(event));
        if self.set.audit_only {
            self.pass(Side::Client, m, Vec::new(), out);
        } else {
            self.asked.remove(id);
            self.error(Side::Client, id, &refusal, out);
        }
    }
}

fn not_admitted() -> Refusal {
    Refusal::new(
        code::REFUSED,
        "call",
        "this tool is not among those that were judged and are shown",
    )
}
