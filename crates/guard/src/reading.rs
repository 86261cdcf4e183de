//! Lists are fetched whole, judged, and only then shown.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

use warden_core::Verdict;
use warden_core::json::{NodeId, item_digest};
use warden_core::surface::ListKind;

use crate::admission::{judge, plural};
use crate::core::Core;
use crate::definitions::{Page, elements, surface, vet};
use crate::event::{Event, What};
use crate::id::Id;
use crate::listings::{Answer, Job};
use crate::message::Message;
use crate::params::list_frame;
use crate::pending::{Asked, Request};
use crate::pins::Definition;
use crate::refusal::{Refusal, code};
use crate::splice::without;
use crate::{Effect, Side};

impl Core {
    /// The number of a request of the guard's own.
    pub(crate) fn own_number(&self, id: &Id) -> Option<u64> {
        let Id::Text(text) = id else { return None };
        let rest = text.strip_prefix(&self.set.own_ids)?;
        Some(rest.strip_prefix('-').and_then(|n| n.parse().ok()).unwrap_or(u64::MAX))
    }

    /// The server has answered the client that asked for a list.
    pub(crate) fn list_answer(
        &mut self,
        id: &Id,
        request: Request,
        message: Message,
        result: NodeId,
        now: Instant,
        out: &mut Vec<Effect>,
    ) {
        let Asked::List { kind, first, params } = request.asked.clone() else { return };
        self.asked.hold(id.clone(), request);
        let page = Page { doc: Arc::clone(&message.doc), result };
        let answer = Answer { id: id.clone(), message, result, last_try: false };
        if !first && self.lists.of(kind).current().is_some() {
            self.release(kind, answer, now, params, out);
            return;
        }
        let page = first.then_some(page);
        self.start(kind, Some(answer), params, page, now, out);
    }

    pub(crate) fn start(
        &mut self,
        kind: ListKind,
        answer: Option<Answer>,
        base: Vec<u8>,
        page: Option<Page>,
        now: Instant,
        out: &mut Vec<Effect>,
    ) {
        let job = Job {
            kind,
            answer,
            pages: Vec::new(),
            base,
            cursors: HashSet::new(),
            bytes: 0,
            items: 0,
            generation: self.lists.of(kind).generation,
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
        let until = now + self.set.bounds.page_time;
        let number = self.lists.next;
        self.lists.next += 1;
        self.lists.own.insert(number, (job, until));
        let id = Id::Text(format!("{}-{number}", self.set.own_ids));
        let Some(Job { kind, base, .. }) = self.lists.jobs.get(&job) else { return };
        let frame = list_frame(kind.method(), &id.json(), base, cursor);
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
            let what = self.words(job);
            let why = format!("the server answered with an error when its {what} were listed");
            self.job_failed(job, &Refusal::new(code::TRANSPORT, "list", why), out);
        } else {
            self.page(job, Page { doc: Arc::clone(&m.doc), result: body }, now, out);
        }
    }

    /// What a job reads, in words.
    fn words(&self, job: u64) -> &'static str {
        self.lists.jobs.get(&job).map_or("lists", |j| plural(j.kind.item_kind()))
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
        let what = self.words(number);
        let Some(job) = self.lists.jobs.get_mut(&number) else { return };
        let result = page.result();
        let cursor = result.get_text("nextCursor").filter(|c| !c.is_empty());
        let cursor = cursor.map(std::borrow::Cow::into_owned);
        job.bytes += page.doc.bytes().len();
        job.items += result.get(job.kind.member()).map_or(0, |t| t.items().count());
        job.pages.push(page);
        let wrong = if job.bytes > bounds.list_bytes {
            Some(format!("the list of {what} is longer than {} MiB", bounds.list_bytes >> 20))
        } else if job.items > bounds.items {
            Some(format!("the server has more than {} {what}", bounds.items))
        } else if cursor.is_some() && job.pages.len() >= bounds.pages {
            Some(format!("the list of {what} has more than {} pages", bounds.pages))
        } else if cursor.as_ref().is_some_and(|c| !job.cursors.insert(c.clone())) {
            Some(format!("the list of {what} leads back to a page that was read"))
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
        let kind = job.kind;
        let verdict = self.verdict(kind, &job.pages);
        if self.strictly(&verdict.findings, out) {
            return;
        }
        let definitions: Vec<Definition> =
            job.pages.iter().flat_map(|p| elements(kind, p)).collect();
        let judged = judge(
            &self.set,
            kind.item_kind(),
            &definitions,
            &verdict,
            self.unapproved,
            &mut *self.pins,
        );
        let what = if judged.refusal.is_some() { What::Refused } else { What::Admitted };
        let event = Event::new(what, Side::Server, "").method(kind.method());
        out.push(Effect::Record(event.findings(judged.findings.clone())));
        if let Some(why) = &judged.pins_failed {
            out.push(Effect::Record(Event::new(What::Pins, Side::Server, why.clone())));
            if self.set.strict {
                self.internal(Side::Server, out);
                return;
            }
        }
        let list = self.lists.of_mut(kind);
        list.judged = Some(judged);
        list.fresh = list.generation == job.generation;
        if let Some(answer) = job.answer {
            self.release(kind, Answer { last_try: true, ..answer }, now, job.base, out);
        }
        self.release_held(kind, number, now, out);
    }

    fn verdict(&mut self, kind: ListKind, pages: &[Page]) -> Arc<Verdict> {
        let hello = self.hello.iter().filter(|_| kind == ListKind::Tools);
        let digests = hello.chain(pages).map(|p| item_digest(p.result()));
        let key = digests.collect::<Vec<_>>().join(" ");
        match &self.lists.of(kind).last {
            Some((known, verdict)) if *known == key => Arc::clone(verdict),
            _ => {
                let surface = surface(&self.set, kind, self.hello.as_ref(), pages);
                let verdict = Arc::new(vet(&self.engine, &self.set.server, &surface));
                self.lists.of_mut(kind).last = Some((key, Arc::clone(&verdict)));
                verdict
            }
        }
    }

    /// Gives the client its page, as far as what is on it is admitted.
    fn release(
        &mut self,
        kind: ListKind,
        answer: Answer,
        now: Instant,
        base: Vec<u8>,
        out: &mut Vec<Effect>,
    ) {
        let Some(judged) = &self.lists.of(kind).judged else { return };
        let Answer { id, message, result, .. } = &answer;
        let page = Page { doc: Arc::clone(&message.doc), result: *result };
        let admitted: Vec<Option<bool>> =
            elements(kind, &page).iter().map(|d| judged.admits(d)).collect();
        let unknown = admitted.iter().any(Option::is_none);
        if self.set.audit_only {
            self.asked.remove(id);
            self.pass(Side::Server, message, Vec::new(), out);
        } else if let Some(refusal) = &judged.refusal {
            let refusal = refusal.clone();
            self.asked.remove(id);
            self.error(Side::Client, id, &refusal, out);
        } else if unknown && !answer.last_try {
            self.start(kind, Some(answer), base, None, now, out);
        } else if unknown {
            let why = "this page differs from the list that was judged";
            let event = Event::new(What::Refused, Side::Server, why).method(kind.method());
            out.push(Effect::Record(event));
            self.asked.remove(id);
            self.error(Side::Client, id, &Refusal::new(code::REFUSED, "list", why), out);
        } else {
            let list = message.doc.val(*result).get(kind.member());
            let gone = |n: usize| admitted.get(n) == Some(&Some(false));
            let splices = list.map(|list| without(list, gone)).unwrap_or_default();
            self.asked.remove(id);
            self.pass(Side::Server, message, splices, out);
        }
    }

    fn job_failed(&mut self, number: u64, why: &Refusal, out: &mut Vec<Effect>) {
        let Some(job) = self.lists.jobs.remove(&number) else { return };
        let kind = job.kind;
        self.lists.own.retain(|_, (job, _)| *job != number);
        out.push(Effect::Record(
            Event::new(What::Refused, Side::Server, why.message.clone()).method(kind.method()),
        ));
        if let Some(answer) = job.answer {
            self.asked.remove(&answer.id);
            if self.set.audit_only {
                self.pass(Side::Server, &answer.message, Vec::new(), out);
            } else {
                self.error(Side::Client, &answer.id, why, out);
            }
        }
        // Whatever waited for this list has nothing more to wait for.
        if !self.lists.reads(kind) {
            for held in std::mem::take(&mut self.lists.of_mut(kind).held) {
                self.asked.remove(&held.id);
                self.error(Side::Client, &held.id, why, out);
            }
        }
    }

    /// A page did not come in time.
    pub(crate) fn expire(&mut self, now: Instant, out: &mut Vec<Effect>) {
        let late: Vec<u64> =
            self.lists.own.values().filter(|(_, until)| *until <= now).map(|(j, _)| *j).collect();
        for job in late {
            let what = self.words(job);
            let why = format!("the server did not answer in time when its {what} were listed");
            self.job_failed(job, &Refusal::new(code::TRANSPORT, "list", why), out);
        }
    }
}
