//! What comes from the server.

use std::time::Instant;

use warden_core::json::{NodeId, Val};
use warden_core::surface::ListKind;

use crate::core::Core;
use crate::event::{Event, What};
use crate::id::Id;
use crate::message::{Form, Message};
use crate::pending::{Asked, Full, Request, State};
use crate::refusal::{Refusal, code};
use crate::run_time::{Outcome, Place, inspect};
use crate::{Effect, Side};

impl Core {
    pub(crate) fn server_says(&mut self, m: Message, now: Instant, out: &mut Vec<Effect>) {
        match &m.form {
            Form::Response { id, body, error } => {
                let (id, body, error) = (id.clone(), *body, *error);
                self.server_answers(&id, body, error, m, now, out);
            }
            Form::Notification { .. } => self.server_notes(&m, out),
            Form::Request { id, .. } => {
                let id = id.clone();
                self.server_asks(&id, &m, out);
            }
        }
    }

    fn server_answers(
        &mut self,
        id: &Id,
        body: NodeId,
        error: bool,
        m: Message,
        now: Instant,
        out: &mut Vec<Effect>,
    ) {
        if self.own_number(id).is_some() {
            self.own_answer(id, body, error, &m, now, out);
            return;
        }
        let Some(request) = self.asked.answered(id) else {
            let note = "nobody waits for this answer";
            out.push(Effect::Record(Event::new(What::Unsolicited, Side::Server, note)));
            return;
        };
        match &request.asked {
            _ if error => self.deliver(id, &request, &m, body, Place::Log, out),
            Asked::Hello => self.hello_answer(id, &request, &m, body, out),
            Asked::List { .. } => self.list_answer(id, request, m, body, now, out),
            Asked::Prompt(_) => self.prompt_answer(id, &request, &m, body, out),
            Asked::Read => self.deliver(id, &request, &m, body, Place::Contents, out),
            Asked::Call(_) | Asked::Other => {
                self.deliver(id, &request, &m, body, Place::Content, out);
            }
        }
    }

    /// Inspects an answer and hands it on, or what is left of it.
    pub(crate) fn deliver(
        &mut self,
        id: &Id,
        request: &Request,
        m: &Message,
        body: NodeId,
        place: Place,
        out: &mut Vec<Effect>,
    ) {
        let tool = match &request.asked {
            Asked::Call(tool) => Some(tool.as_str()),
            _ => None,
        };
        self.round(id, m.doc.val(body));
        if !self.may_ask(id, m.doc.val(body), request, out) {
            return;
        }
        let found = inspect(&self.engine, &self.set.actions, m.doc.val(body), tool, place);
        let Some(what) = found.what else {
            self.pass(Side::Server, m, Vec::new(), out);
            return;
        };
        if self.strictly(&found.findings, out) {
            return;
        }
        let refusal = (what == What::Blocked).then(|| held_back(&found, tool.is_some()));
        let Outcome { findings, splices, .. } = found;
        let event = Event::new(what, Side::Server, "").method(&request.method).tool(tool);
        out.push(Effect::Record(event.findings(findings)));
        match refusal {
            _ if self.set.audit_only => self.pass(Side::Server, m, Vec::new(), out),
            Some(refusal) => self.error(Side::Client, id, &refusal, out),
            None => self.pass(Side::Server, m, splices, out),
        }
    }

    fn server_notes(&mut self, m: &Message, out: &mut Vec<Effect>) {
        let method = Self::method_of(m);
        for kind in changed(method) {
            self.lists.changed(*kind);
        }
        if method == "notifications/cancelled"
            && let Some(id) = m.params().and_then(|p| p.get("requestId")).and_then(Id::of)
        {
            self.asked_back.set_state(&id, State::Cancelled);
        }
        let found = self.params_found(m, out).filter(|_| !self.set.audit_only);
        match found {
            _ if self.is_over() => {}
            Some(found) if found.what == Some(What::Blocked) => {}
            Some(found) => self.pass(Side::Server, m, found.splices, out),
            None => self.pass(Side::Server, m, Vec::new(), out),
        }
    }

    /// Inspects the parameters of a message and notes what was found.
    fn params_found(&mut self, m: &Message, out: &mut Vec<Effect>) -> Option<Outcome> {
        let params = m.params()?;
        let mut found = inspect(&self.engine, &self.set.actions, params, None, Place::Log);
        let what = found.what?;
        let event = Event::new(what, Side::Server, "").method(Self::method_of(m));
        let findings = std::mem::take(&mut found.findings);
        self.strictly(&findings, out);
        found.rules = findings.iter().map(|f| f.rule.as_str().to_owned()).collect();
        out.push(Effect::Record(event.findings(findings)));
        Some(found)
    }

    /// Whether the policy lets the server ask that of the client; if not, the
    /// refusal. Only noted under `audit_only`.
    fn request_refused(
        &mut self,
        method: &str,
        mode: Option<&str>,
        out: &mut Vec<Effect>,
    ) -> Option<Refusal> {
        let why = self.calls.as_mut()?.judge_request(method, mode).err()?;
        let event = Event::new(What::RequestRefused, Side::Server, why.message.clone());
        out.push(Effect::Record(event.method(method).findings(why.findings.clone())));
        let mut refusal = Refusal::new(code::REFUSED, "request", why.message);
        refusal.rules = why.findings.iter().map(|f| f.rule.as_str().to_owned()).collect();
        (!self.set.audit_only).then_some(refusal)
    }

    /// In the stateless era a server asks in its results, and in errors for a
    /// URL to visit. `false` if the policy does not allow what one asks; then
    /// the client was told so.
    fn may_ask(
        &mut self,
        id: &Id,
        body: Val<'_>,
        request: &Request,
        out: &mut Vec<Effect>,
    ) -> bool {
        let of = |v: Val<'_>| v.get_text("mode").map(|m| m.into_owned());
        let mut asks: Vec<(String, Option<String>)> = Vec::new();
        for (_, asked) in body.get("inputRequests").into_iter().flat_map(Val::members) {
            let method = asked.get_text("method").unwrap_or_default().into_owned();
            asks.push((method, asked.get("params").and_then(of)));
        }
        let visits = body.get("data").and_then(|d| d.get("elicitations"));
        for asked in visits.into_iter().flat_map(Val::items) {
            asks.push(("elicitation/create".to_owned(), of(asked)));
        }
        let refusals =
            asks.iter().filter_map(|(m, mode)| self.request_refused(m, mode.as_deref(), out));
        let Some(mut refusal) = refusals.collect::<Vec<_>>().pop() else { return true };
        if matches!(request.asked, Asked::Call(_)) {
            refusal.message.push_str("; the call has begun");
        }
        self.error(Side::Client, id, &refusal, out);
        false
    }

    fn server_asks(&mut self, id: &Id, m: &Message, out: &mut Vec<Effect>) {
        let method = Self::method_of(m).to_owned();
        if let Id::Text(text) = id
            && self.question_number(text).is_some()
        {
            let why = "this id belongs to the guard";
            self.error(Side::Server, id, &Refusal::new(code::MALFORMED, "frame", why), out);
            return;
        }
        let request =
            Request { method: method.clone(), asked: Asked::Other, state: State::Waiting };
        match self.asked_back.insert(id.clone(), request, self.set.bounds.pending) {
            Ok(()) => {}
            Err(Full::Duplicate) => {
                let note = "a request with this id already waits";
                let event = Event::new(What::Malformed, Side::Server, note);
                out.push(Effect::Record(event.method(&method)));
                return;
            }
            Err(Full::TooMany) => {
                let why = "too many requests of the server wait for an answer";
                out.push(Effect::Record(Event::new(What::Bound, Side::Server, why)));
                self.error(Side::Server, id, &Refusal::new(code::TRANSPORT, "bounds", why), out);
                return;
            }
        }
        let mode = m.params().and_then(|p| p.get_text("mode"));
        if let Some(refusal) = self.request_refused(&method, mode.as_deref(), out) {
            self.asked_back.remove(id);
            self.error(Side::Server, id, &refusal, out);
            return;
        }
        let found = self.params_found(m, out).filter(|_| !self.set.audit_only);
        match found {
            _ if self.is_over() => {}
            Some(found) if found.what == Some(What::Blocked) => {
                self.asked_back.remove(id);
                let refusal = held_back(&found, false);
                self.error(Side::Server, id, &refusal, out);
            }
            Some(found) => self.pass(Side::Server, m, found.splices, out),
            None => self.pass(Side::Server, m, Vec::new(), out),
        }
    }
}

/// The lists that a notification says have changed.
fn changed(method: &str) -> &'static [ListKind] {
    match method {
        "notifications/tools/list_changed" => &[ListKind::Tools],
        "notifications/prompts/list_changed" => &[ListKind::Prompts],
        "notifications/resources/list_changed" => &[ListKind::Resources, ListKind::Templates],
        _ => &[],
    }
}

fn held_back(found: &Outcome, ran: bool) -> Refusal {
    let done = if ran { "; the tool has already run" } else { "" };
    let message = format!("the text of the server was held back{done}");
    let mut rules: Vec<String> =
        found.findings.iter().map(|f| f.rule.as_str().to_owned()).collect();
    rules.extend(found.rules.iter().cloned());
    rules.sort_unstable();
    rules.dedup();
    let review = rules.first().map(|rule| format!("warden explain {rule}"));
    Refusal { rules, review, ..Refusal::new(code::REFUSED, "result", message) }
}
