//! Calls of tools, and prompts by name: they wait until what they name is
//! judged.

use std::time::Instant;

use warden_core::Finding;
use warden_core::surface::ListKind;

use crate::ask::Subject;
use crate::call::{Call, Judgement};
use crate::core::Core;
use crate::event::{Event, What};
use crate::id::Id;
use crate::listings::Held;
use crate::message::Message;
use crate::params::base;
use crate::pending::{Asked, State};
use crate::refusal::{Refusal, code};
use crate::settings::Relist;
use crate::{Effect, Side};

/// A list that changes again so often while it is read is not waited for.
const ROUNDS: u32 = 3;

impl Core {
    /// A call of the client: it waits until its tool is judged.
    pub(crate) fn call(&mut self, id: Id, m: Message, now: Instant, out: &mut Vec<Effect>) {
        let always = self.set.relist == Relist::Always;
        let known = self.lists.of(ListKind::Tools).current().is_some();
        if self.set.audit_only || (known && !always) {
            self.judge_call(&id, &m, now, out);
            return;
        }
        self.hold(ListKind::Tools, id, m, if always { self.lists.next } else { 0 }, now, out);
    }

    /// The client asks for a prompt by name. What comes is judged as well; but
    /// one that is not shown is not asked for either.
    pub(crate) fn prompt(&mut self, id: Id, m: Message, now: Instant, out: &mut Vec<Effect>) {
        let list = self.lists.of(ListKind::Prompts);
        if self.set.require_approval && list.current().is_none() && !self.set.audit_only {
            self.hold(ListKind::Prompts, id, m, 0, now, out);
        } else {
            self.judge_prompt(&id, &m, out);
        }
    }

    fn hold(
        &mut self,
        kind: ListKind,
        id: Id,
        message: Message,
        after: u64,
        now: Instant,
        out: &mut Vec<Effect>,
    ) {
        if self.lists.of(kind).held.len() >= self.set.bounds.held {
            let why = "too many calls wait until the tools are judged";
            self.asked.remove(&id);
            self.error(Side::Client, &id, &Refusal::new(code::TRANSPORT, "bounds", why), out);
            return;
        }
        self.asked.set_state(&id, State::Held);
        let params = base(message.params(), true);
        self.lists.of_mut(kind).held.push_back(Held { id, message, after });
        if !self.lists.reads(kind) {
            self.lists.of_mut(kind).rounds = 0;
            self.start(kind, None, params, None, now, out);
        }
    }

    /// A list was read by that job; what waited for it goes on.
    pub(crate) fn release_held(
        &mut self,
        kind: ListKind,
        job: u64,
        now: Instant,
        out: &mut Vec<Effect>,
    ) {
        let list = self.lists.of_mut(kind);
        if list.held.is_empty() {
            return;
        }
        if !list.fresh {
            // It has changed while it was read.
            list.rounds += 1;
            if list.rounds <= ROUNDS {
                self.read_for_held(kind, now, out);
                return;
            }
            for held in std::mem::take(&mut self.lists.of_mut(kind).held) {
                let why = format!("the answer to {} changes all the time", kind.method());
                self.asked.remove(&held.id);
                let refusal = Refusal::new(code::TRANSPORT, "list", why);
                self.error(Side::Client, &held.id, &refusal, out);
            }
            return;
        }
        list.rounds = 0;
        let (ready, later) =
            std::mem::take(&mut list.held).into_iter().partition(|held| held.after <= job);
        list.held = later;
        for Held { id, message, .. } in ready {
            self.asked.set_state(&id, State::Waiting);
            match kind {
                ListKind::Prompts => self.judge_prompt(&id, &message, out),
                _ => self.judge_call(&id, &message, now, out),
            }
        }
        self.read_for_held(kind, now, out);
    }

    fn read_for_held(&mut self, kind: ListKind, now: Instant, out: &mut Vec<Effect>) {
        let Some(first) = self.lists.of(kind).held.front() else { return };
        let params = base(first.message.params(), true);
        if !self.lists.reads(kind) {
            self.start(kind, None, params, None, now, out);
        }
    }

    fn judge_prompt(&mut self, id: &Id, m: &Message, out: &mut Vec<Effect>) {
        let Some(Asked::Prompt(name)) = self.asked.get(id).map(|r| r.asked.clone()) else { return };
        let list = self.lists.of(ListKind::Prompts);
        let withheld = match (list.current(), list.judged.as_ref()) {
            _ if self.unapproved.is_some() && !self.set.partial => true,
            (Some(judged), _) if self.set.require_approval => judged.callable(&name).is_none(),
            (_, Some(judged)) => judged.refusal.is_some() || judged.withholds(&name),
            (_, None) => false,
        };
        if !withheld {
            self.pass(Side::Client, m, Vec::new(), out);
            return;
        }
        let refusal = list.judged.as_ref().and_then(|j| j.refusal.clone());
        let refusal = refusal.unwrap_or_else(|| not_admitted("prompt"));
        let event = Event::new(What::CallRefused, Side::Client, refusal.message.clone());
        out.push(Effect::Record(event.method("prompts/get")));
        if self.set.audit_only {
            self.pass(Side::Client, m, Vec::new(), out);
        } else {
            self.asked.remove(id);
            self.error(Side::Client, id, &refusal, out);
        }
    }

    /// Lets a call go out, or not.
    pub(crate) fn judge_call(&mut self, id: &Id, m: &Message, now: Instant, out: &mut Vec<Effect>) {
        let Some(Asked::Call(tool)) = self.asked.get(id).map(|r| r.asked.clone()) else { return };
        let judged = self.lists.of(ListKind::Tools).current();
        let Some(definition) = judged.and_then(|j| j.callable(&tool)) else {
            let refusal = judged.and_then(|j| j.refusal.clone());
            let refusal = refusal.unwrap_or_else(|| not_admitted("tool"));
            self.deny(id, m, &tool, refusal, Vec::new(), out);
            return;
        };
        if let Some(number) = self.names_question(m) {
            let subject = Subject::new(m, &tool, &definition.digest);
            self.repeated(id, m, number, &subject, now, out);
            return;
        }
        let judgement = self.calls.as_mut().map_or(Judgement::Allow, |judge| {
            let arguments = m.params().and_then(|p| p.get("arguments"));
            judge.judge(&Call { tool: &tool, arguments, definition: Some(&definition.json) })
        });
        let digest = match &judgement {
            Judgement::Ask(_) => definition.digest.clone(),
            _ => String::new(),
        };
        match judgement {
            Judgement::Allow => self.pass(Side::Client, m, Vec::new(), out),
            Judgement::Ask(why) if !self.set.audit_only => {
                let subject = Subject::new(m, &tool, &digest);
                self.ask_first(id, m, subject, why, now, out);
            }
            Judgement::Ask(why) | Judgement::Deny(why) => {
                let mut refusal = Refusal::new(code::REFUSED, "call", why.message);
                refusal.rules = why.findings.iter().map(|f| f.rule.as_str().to_owned()).collect();
                self.deny(id, m, &tool, refusal, why.findings, out);
            }
        }
    }

    pub(crate) fn deny(
        &mut self,
        id: &Id,
        m: &Message,
        tool: &str,
        refusal: Refusal,
        findings: Vec<Finding>,
        out: &mut Vec<Effect>,
    ) {
        let event = Event::new(What::CallRefused, Side::Client, refusal.message.clone());
        let event = event.method("tools/call").tool(Some(tool)).findings(findings);
        out.push(Effect::Record(event));
        if self.set.audit_only {
            self.pass(Side::Client, m, Vec::new(), out);
        } else {
            self.asked.remove(id);
            self.error(Side::Client, id, &refusal, out);
        }
    }
}

fn not_admitted(what: &str) -> Refusal {
    let why = format!("this {what} is not among those that were judged and are shown");
    Refusal::new(code::REFUSED, "call", why)
}
