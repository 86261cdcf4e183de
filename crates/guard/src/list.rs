//! What a server says of itself and lists beside its tools: judged as it comes,
//! page by page.

use warden_core::Finding;
use warden_core::json::NodeId;
use warden_core::surface::{ListKind, SurfaceBuilder};

use crate::admission::{Page, review, seen, vet};
use crate::core::Core;
use crate::event::{Event, What};
use crate::id::Id;
use crate::message::Message;
use crate::pending::Request;
use crate::refusal::{Refusal, code};
use crate::run_time::Place;
use crate::{Effect, Side};
use std::sync::Arc;

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
        let fine = self.judged(id, request, builder, out);
        if fine {
            self.hello = Some(Page { doc: Arc::clone(&m.doc), result: body });
            self.pass(Side::Server, m, Vec::new(), out);
        }
    }

    pub(crate) fn list_answer(
        &mut self,
        id: &Id,
        kind: ListKind,
        request: &Request,
        m: &Message,
        body: NodeId,
        out: &mut Vec<Effect>,
    ) {
        let mut builder = SurfaceBuilder::new(self.set.server.clone());
        builder.add_page(kind, &m.doc, body, seen());
        if self.judged(id, request, builder, out) {
            self.pass(Side::Server, m, Vec::new(), out);
        }
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
fn blocking(findings: &[Finding], fail_on: warden_core::Severity) -> Vec<String> {
    let mut rules: Vec<String> = findings
        .iter()
        .filter(|f| f.blocks_at(fail_on))
        .map(|f| f.rule.as_str().to_owned())
        .collect();
    rules.sort_unstable();
    rules.dedup();
    rules
}
