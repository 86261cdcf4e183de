//! What comes from the client.

use std::time::Instant;

use warden_core::json::Val;
use warden_core::surface::ListKind;

use crate::ask::result_of;
use crate::core::Core;
use crate::event::{Event, What};
use crate::id::Id;
use crate::message::{Form, Message};
use crate::params;
use crate::pending::{Asked, Full, Request, State};
use crate::refusal::{Refusal, code};
use crate::{Effect, Side};

impl Core {
    pub(crate) fn client_says(&mut self, m: Message, now: Instant, out: &mut Vec<Effect>) {
        match &m.form {
            Form::Request { id, .. } => {
                let id = id.clone();
                self.client_asks(id, m, now, out);
            }
            Form::Notification { method } => {
                if method == "notifications/cancelled" && self.client_cancels(&m, out) {
                    return;
                }
                self.pass(Side::Client, &m, Vec::new(), out);
            }
            Form::Response { id, body, error } => {
                if let Some(number) = self.asked_of_client(id) {
                    let (body, error) = (*body, *error);
                    self.question_answered(number, result_of(&m, body, error), now, out);
                } else if self.asked_back.answered(id).is_some() {
                    self.pass(Side::Client, &m, Vec::new(), out);
                } else {
                    let note = "nobody waits for this answer";
                    out.push(Effect::Record(Event::new(What::Unsolicited, Side::Client, note)));
                }
            }
        }
    }

    fn client_asks(&mut self, id: Id, m: Message, now: Instant, out: &mut Vec<Effect>) {
        let method = Self::method_of(&m).to_owned();
        if method == "initialize" {
            let said = m.params().and_then(|p| p.get("capabilities"));
            self.asks.forms = said.is_some_and(params::has_forms);
        }
        if self.own_number(&id).is_some() {
            let why = "this id belongs to the guard";
            self.error(Side::Client, &id, &Refusal::new(code::MALFORMED, "frame", why), out);
            return;
        }
        let asked = match asked(&method, m.params()) {
            Ok(asked) => asked,
            Err(why) => {
                out.push(Effect::Record(
                    Event::new(What::Malformed, Side::Client, why).method(&method),
                ));
                if self.asked.get(&id).is_none() {
                    let refusal = Refusal::new(code::MALFORMED, "frame", why);
                    self.error(Side::Client, &id, &refusal, out);
                }
                return;
            }
        };
        let request = Request { method: method.clone(), asked, state: State::Waiting };
        let is_call = matches!(request.asked, Asked::Call(_));
        let is_prompt = matches!(request.asked, Asked::Prompt(_));
        match self.asked.insert(id.clone(), request, self.set.bounds.pending) {
            // An answer would be taken for that of the other one.
            Err(Full::Duplicate) => {
                let note = "a request with this id already waits";
                out.push(Effect::Record(
                    Event::new(What::Malformed, Side::Client, note).method(&method),
                ));
            }
            Err(Full::TooMany) => {
                let most = self.set.bounds.pending;
                let why = format!("{most} requests already wait for an answer");
                let refusal = Refusal::new(code::TRANSPORT, "bounds", why.clone());
                self.error(Side::Client, &id, &refusal, out);
                out.push(Effect::Record(
                    Event::new(What::Bound, Side::Client, why).method(&method),
                ));
            }
            Ok(()) if is_call => {
                self.asks.forget(&id);
                self.call(id, m, now, out);
            }
            Ok(()) if is_prompt => self.prompt(id, m, now, out),
            Ok(()) => self.pass(Side::Client, &m, Vec::new(), out),
        }
    }

    /// The number of the question that this is the id of.
    fn asked_of_client(&self, id: &Id) -> Option<u64> {
        let Id::Text(text) = id else { return None };
        self.question_number(text)
    }

    /// Takes note of a cancellation. `true` if the server is not to hear of it,
    /// since it has never heard of the request.
    fn client_cancels(&mut self, m: &Message, out: &mut Vec<Effect>) -> bool {
        let Some(id) = m.params().and_then(|p| p.get("requestId")).and_then(Id::of) else {
            return false;
        };
        if self.lists.drop_held(&id) {
            self.asked.remove(&id);
            return true;
        }
        if self.question_cancelled(&id, out) {
            return true;
        }
        if self.asked.get(&id).is_some_and(|r| r.state == State::Waiting) {
            self.asked.set_state(&id, State::Cancelled);
            self.asks.forget(&id);
        }
        false
    }
}

/// What a request asks for.
fn asked(method: &str, p: Option<Val<'_>>) -> Result<Asked, &'static str> {
    Ok(match method {
        "initialize" | "server/discover" => Asked::Hello,
        "tools/call" => {
            let p = p.ok_or("a call needs parameters")?;
            let misspelt = |k: Val<'_>| {
                let name = k.text().unwrap_or_default();
                ["name", "arguments"].iter().any(|n| **n != *name && n.eq_ignore_ascii_case(&name))
            };
            if p.members().any(|(k, _)| misspelt(k)) {
                return Err("a parameter of the call is spelt in another case");
            }
            Asked::Call(p.get_text("name").ok_or("a call needs the name of a tool")?.into_owned())
        }
        "prompts/get" => {
            Asked::Prompt(p.and_then(|p| p.get_text("name")).unwrap_or_default().into_owned())
        }
        "resources/read" => Asked::Read,
        _ => match ListKind::ALL.into_iter().find(|k| k.method() == method) {
            Some(kind) => Asked::List {
                kind,
                first: p.and_then(|p| p.get("cursor")).is_none(),
                params: params::base(p, false),
            },
            None => Asked::Other,
        },
    })
}
