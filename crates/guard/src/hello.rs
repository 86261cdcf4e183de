//! What a server says of itself, and rendered prompts: judged as it comes.

use std::sync::Arc;

use warden_core::json::NodeId;
use warden_core::surface::{ItemKind, SurfaceBuilder};
use warden_core::{Finding, Severity};

use crate::admission::{APPROVAL, DRIFT, Whole, review};
use crate::core::Core;
use crate::definitions::{Page, instructions, seen, vet};
use crate::event::{Event, What};
use crate::id::Id;
use crate::message::Message;
use crate::pending::Request;
use crate::pins::{Definition, PinsError, Standing};
use crate::refusal::{Refusal, code};
use crate::run_time::Place;
use crate::splice::leave_out;
use crate::{Effect, Side};

impl Core {
    pub(crate) fn hello_answer(
        &mut self,
        id: &Id,
        request: &Request,
        m: &Message,
        body: NodeId,
        out: &mut Vec<Effect>,
    ) {
        let version = m.doc.val(body).get_text("protocolVersion");
        self.batches = version.as_deref() == Some("2025-03-26");
        let mut builder = SurfaceBuilder::new(self.set.server.clone());
        builder.add_server(&m.doc, body, seen());
        if !self.judged(id, request, builder, out) {
            return;
        }
        let hello = Page { doc: Arc::clone(&m.doc), result: body };
        let Ok(stands) = self.instructions_stand(&hello, &request.method, out) else { return };
        self.hello = Some(hello);
        let mut splices = Vec::new();
        if !stands && !self.set.audit_only {
            leave_out(m.doc.val(body), "instructions", &mut splices);
        }
        self.pass(Side::Server, m, splices, out);
    }

    /// Whether the instructions are those that were approved, or new and to be
    /// taken at first contact. If not, they are left out, and so is (without
    /// `partial`) all that the server lists, so that one look of a person is
    /// enough. An error if the session is over.
    fn instructions_stand(
        &mut self,
        hello: &Page,
        method: &str,
        out: &mut Vec<Effect>,
    ) -> Result<bool, ()> {
        let said = instructions(hello);
        let standing = match self.pin_instructions(said.as_ref()) {
            (standing, None) => standing,
            (standing, Some(PinsError(why))) => {
                out.push(Effect::Record(Event::new(What::Pins, Side::Server, why)));
                if self.set.strict {
                    self.internal(Side::Server, out);
                    return Err(());
                }
                standing
            }
        };
        self.unapproved = match standing {
            Standing::Approved => None,
            Standing::Changed => Some(Whole {
                rule: DRIFT,
                why: "its instructions changed since they were approved",
            }),
            Standing::New => {
                Some(Whole { rule: APPROVAL, why: "nobody approved its instructions" })
            }
        };
        if let Some(whole) = self.unapproved {
            let note = format!("{}: {}", whole.rule, whole.why);
            out.push(Effect::Record(Event::new(What::Refused, Side::Server, note).method(method)));
        }
        Ok(self.unapproved.is_none())
    }

    /// How the instructions stand once those of a first contact are pinned.
    fn pin_instructions(&mut self, said: Option<&Definition>) -> (Standing, Option<PinsError>) {
        let known = match self.pins.load() {
            Ok(known) => known,
            // Nothing is known, so nothing is a first contact.
            Err(e) => {
                let silent = said.is_none();
                return (if silent { Standing::Approved } else { Standing::New }, Some(e));
            }
        };
        let mut failed =
            self.pins.observe(ItemKind::Server, said.map(std::slice::from_ref).unwrap_or_default());
        let Some(said) = said else { return (Standing::Approved, failed.err()) };
        let mut standing = known.standing(said, self.set.require_approval);
        if standing == Standing::New && !self.set.require_approval && !known.revoked {
            standing = Standing::Approved;
            if !self.set.audit_only {
                match self.pins.adopt(std::slice::from_ref(said)) {
                    Ok(now) => standing = now.standing(said, false),
                    Err(e) => failed = Err(e),
                }
            }
        }
        (standing, failed.err())
    }

    /// A rendered prompt is judged as `scan` judges it, and inspected as every
    /// text at run time.
    pub(crate) fn prompt_answer(
        &mut self,
        id: &Id,
        request: &Request,
        m: &Message,
        body: NodeId,
        out: &mut Vec<Effect>,
    ) {
        let mut builder = SurfaceBuilder::new(self.set.server.clone());
        builder.add_prompt_body("prompt".into(), &m.doc, body, seen());
        if self.judged(id, request, builder, out) {
            self.deliver(id, request, m, body, Place::Messages, out);
        }
    }

    /// Whether the engine allows it; if not, the client is told so.
    fn judged(
        &mut self,
        id: &Id,
        request: &Request,
        builder: SurfaceBuilder,
        out: &mut Vec<Effect>,
    ) -> bool {
        let verdict = vet(&self.engine, &self.set.server, builder.surface());
        if self.strictly(&verdict.findings, out) {
            return false;
        }
        if verdict.allow {
            return true;
        }
        let rules = blocking(&verdict.findings, self.set.fail_on);
        let event = Event::new(What::Refused, Side::Server, "").method(&request.method);
        out.push(Effect::Record(event.findings(verdict.findings)));
        if self.set.audit_only {
            return true;
        }
        let message = "what the server says here is withheld (hostile text)";
        let review = Some(match rules.first() {
            Some(rule) => format!("warden explain {rule}"),
            None => review(&self.set, "status"),
        });
        let refusal = Refusal { rules, review, ..Refusal::new(code::REFUSED, "list", message) };
        self.error(Side::Client, id, &refusal, out);
        false
    }
}

/// The rules of what blocks.
fn blocking(findings: &[Finding], fail_on: Severity) -> Vec<String> {
    let mut rules: Vec<String> = findings
        .iter()
        .filter(|f| f.blocks_at(fail_on))
        .map(|f| f.rule.as_str().to_owned())
        .collect();
    rules.sort_unstable();
    rules.dedup();
    rules
}
