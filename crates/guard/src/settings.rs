//! What a session is set up with.

use std::time::Duration;

use warden_core::{Severity, Untrusted};
use warden_engine::Actions;

/// What the person asked for.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The name of the server in findings.
    pub server: Untrusted,
    /// The id under which it is pinned; named in the command to review.
    pub id: String,
    /// The lock file that says what is approved, in place of the pins.
    pub lock: Option<String>,
    /// From which severity on a definition is blocked.
    pub fail_on: Severity,
    /// What each class of finding at run time leads to.
    pub actions: Actions,
    /// Leave out single tools that are refused instead of refusing the list.
    pub partial: bool,
    /// Admit only what a person has approved.
    pub require_approval: bool,
    /// When a call costs a new listing.
    pub relist: Relist,
    /// What becomes of a call before which a person is to be asked.
    pub ask: Ask,
    /// Refuse and edit nothing; note what would have been done.
    pub audit_only: bool,
    /// End the session on an internal failure.
    pub strict: bool,
    /// How the ids of the guard's own requests begin; nobody must be able to
    /// guess it.
    pub own_ids: String,
    /// The same for what is asked of the client. The server never sees these.
    pub ask_ids: String,
    /// How much of everything is put up with.
    pub bounds: Bounds,
}

/// What becomes of a call before which a person is to be asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ask {
    /// The client is asked to ask (MCP elicitation).
    #[default]
    Elicit,
    /// It is refused.
    Refuse,
}

/// When the tools are listed and judged anew before a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Relist {
    /// When they were said to have changed, or were never listed.
    #[default]
    Changed,
    /// Before every call.
    Always,
}

/// Bounds of a session.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Bytes of one frame.
    pub frame: usize,
    /// Values and member names in one frame.
    pub nodes: u32,
    /// Requests of one side that wait for an answer.
    pub pending: usize,
    /// Calls that wait for a judgement, and prompts that do.
    pub held: usize,
    /// Items of one list.
    pub items: usize,
    /// Pages of a list.
    pub pages: usize,
    /// Bytes of a list, over all pages.
    pub list_bytes: usize,
    /// Listings that are made at the same time.
    pub listings: usize,
    /// Messages of one batch.
    pub batch: usize,
    /// Calls that wait for a person.
    pub questions: usize,
    /// How long a person may take.
    pub question_time: Duration,
    /// How long one page may take.
    pub page_time: Duration,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            frame: 32 << 20,
            nodes: 1 << 21,
            pending: 16_384,
            held: 1024,
            items: 10_000,
            pages: 100,
            list_bytes: 64 << 20,
            listings: 8,
            batch: 1000,
            questions: 64,
            question_time: Duration::from_secs(600),
            page_time: Duration::from_secs(30),
        }
    }
}
