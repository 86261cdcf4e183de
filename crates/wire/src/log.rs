//! What happened during a capture, noted as it happens: a capture that is cut
//! short keeps what it has learnt.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use warden_core::Untrusted;
use warden_core::capture::{CaptureFacts, ListingDiffers, SessionFacts, SessionId, Unreachable};

use crate::redact::Redactor;

const SAMPLES: usize = 3;
const SAMPLE_CHARS: usize = 120;
/// Distinct methods and parts that are noted at most.
const METHODS: usize = 20;
const PARTS: usize = 100;

/// A handle to the notes of one capture.
#[derive(Clone)]
pub(crate) struct Log {
    facts: Arc<Mutex<CaptureFacts>>,
    redactor: Arc<Redactor>,
}

impl Log {
    pub(crate) fn new(redactor: Redactor) -> Self {
        Self { facts: Arc::default(), redactor: Arc::new(redactor) }
    }

    pub(crate) fn redactor(&self) -> &Redactor {
        &self.redactor
    }

    fn facts(&self) -> MutexGuard<'_, CaptureFacts> {
        self.facts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All notes so far.
    pub(crate) fn snapshot(&self) -> CaptureFacts {
        self.facts().clone()
    }

    /// A line of output that is no message.
    pub(crate) fn noise(&self, line: &[u8]) {
        let mut facts = self.facts();
        facts.stdout_noise += 1;
        if facts.noise_samples.len() < SAMPLES && !line.trim_ascii().is_empty() {
            facts.noise_samples.push(self.redactor.sample(line, SAMPLE_CHARS));
        }
    }

    pub(crate) fn server_request(&self, method: Untrusted) {
        let method = Untrusted::from(self.redactor.text(method.expose()));
        let mut facts = self.facts();
        if facts.server_requests.len() < METHODS && !facts.server_requests.contains(&method) {
            facts.server_requests.push(method);
        }
    }

    pub(crate) fn unreachable(&self, what: impl Into<Untrusted>, why: impl Into<String>) {
        let what = self.redactor.text(what.into().expose()).into();
        let part = Unreachable { what, why: self.redactor.text(&why.into()) };
        let mut facts = self.facts();
        if facts.unreachable.len() < PARTS && !facts.unreachable.contains(&part) {
            facts.unreachable.push(part);
        }
    }

    pub(crate) fn endless(&self, list: &'static str) {
        let mut facts = self.facts();
        if !facts.endless_lists.contains(&list) {
            facts.endless_lists.push(list);
        }
    }

    pub(crate) fn differs(&self, session: SessionId, list: &'static str, names: Vec<Untrusted>) {
        let mut facts = self.facts();
        let same = |d: &&mut ListingDiffers| d.session == session && d.list == list;
        match facts.differs.iter_mut().find(same) {
            Some(known) => {
                known.names.extend(names);
                known.names.sort();
                known.names.dedup();
                known.names.truncate(20);
            }
            None => facts.differs.push(ListingDiffers { session, list, names }),
        }
    }

    pub(crate) fn session(&self, id: SessionId, protocol: Untrusted, modern: bool) {
        self.facts().sessions.push(SessionFacts { id, protocol, modern, pages: 0 });
    }

    /// One more page in the session that was begun last.
    pub(crate) fn page(&self) {
        if let Some(session) = self.facts().sessions.last_mut() {
            session.pages += 1;
        }
    }

    pub(crate) fn killed(&self, killed: bool) {
        self.facts().killed |= killed;
    }

    /// How the server disturbs its own protocol, for a failure's hint.
    pub(crate) fn noise_hint(&self) -> Option<String> {
        let facts = self.facts();
        let sample = facts.noise_samples.first()?.term_limited(80);
        Some(format!("it writes text that is no message to its output, such as: {sample}"))
    }
}
