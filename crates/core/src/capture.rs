//! What happened while a server was asked for its surface: facts, not
//! judgements. The wire writes them, the engine judges them.

use serde::Serialize;

use crate::text::Untrusted;

/// One of the sessions that are held with a server (see `docs/architecture.md`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum SessionId {
    /// `initialize` of 2025-11-25 without capabilities.
    A,
    /// `server/discover`, else `initialize` with all capabilities.
    B,
    /// `initialize` with all capabilities, after a modern B.
    C,
}

/// How one session went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionFacts {
    /// Which session.
    pub id: SessionId,
    /// The protocol version that was agreed on.
    pub protocol: Untrusted,
    /// Whether it was the stateless era (2026-07-28 and later).
    pub modern: bool,
    /// Pages fetched, over all lists.
    pub pages: u32,
}

/// A list that a server answers differently when asked again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ListingDiffers {
    /// In which session.
    pub session: SessionId,
    /// `tools`, `prompts`, `resources`, `resourceTemplates` or `instructions`.
    pub list: &'static str,
    /// Names that were new, gone or changed the second time, at most 20.
    pub names: Vec<Untrusted>,
}

/// Part of the surface that could not be read, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Unreachable {
    /// What: `prompts/list`, a prompt's name …
    pub what: Untrusted,
    /// Why, in our words.
    pub why: String,
}

/// Everything notable about a capture beside the surface itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaptureFacts {
    /// The sessions that were held.
    pub sessions: Vec<SessionFacts>,
    /// Lists that differ between the two listings of one session.
    pub differs: Vec<ListingDiffers>,
    /// Lines on stdout that were no JSON-RPC message.
    pub stdout_noise: u64,
    /// Up to three of them, at most 120 characters each.
    pub noise_samples: Vec<Untrusted>,
    /// Requests that the server sent while it was listed (`roots/list` …).
    pub server_requests: Vec<Untrusted>,
    /// A list whose cursor repeated or never ended.
    pub endless_lists: Vec<&'static str>,
    /// What could not be read.
    pub unreachable: Vec<Unreachable>,
    /// Whether the process had to be killed because it did not end by itself.
    pub killed: bool,
}
