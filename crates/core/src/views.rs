//! What the engine needs to know of pins and feeds, without knowing how they
//! are stored.

use crate::finding::{Finding, Severity};
use crate::surface::Item;

/// What was approved for one server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PinRecord {
    /// Launch identity at approval, where it was recorded.
    pub identity: Option<String>,
    /// Name and item digest of every approved tool; one name may have several.
    pub tools: Vec<(String, String)>,
    /// Whether a person approved it, rather than first contact.
    pub approved: bool,
}

/// A reader of pins.
pub trait PinView: Sync {
    /// What was approved for the server under judgement, if anything.
    fn record(&self) -> Option<&PinRecord>;
}

/// Nothing is pinned.
pub struct NoPins;

impl PinView for NoPins {
    fn record(&self) -> Option<&PinRecord> {
        None
    }
}

/// Where a threat record is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum FeedScope {
    Server,
    Tool,
    Any,
}

/// One record of a threat feed: a substring with `*` wildcards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedRecord {
    /// What to look for, case-insensitively.
    pub pattern: String,
    /// How bad a match is.
    pub severity: Severity,
    /// The publisher's code for it.
    pub code: String,
    /// Why, in the publisher's words.
    pub reason: String,
    /// Who says so.
    pub source: String,
    /// Where to look.
    pub scope: FeedScope,
}

/// A reader of the records in force.
pub trait FeedView: Sync {
    /// The records, beside those built into the engine.
    fn records(&self) -> &[FeedRecord];
}

/// No feed is subscribed to.
pub struct NoFeed;

impl FeedView for NoFeed {
    fn records(&self) -> &[FeedRecord] {
        &[]
    }
}

/// Judges one definition by itself, for telling whether a change brought
/// something hostile.
pub trait TextJudge: Sync {
    /// What the rules find in its texts.
    fn judge(&self, item: &Item) -> Vec<Finding>;
}

/// Finds nothing.
pub struct NoJudge;

impl TextJudge for NoJudge {
    fn judge(&self, _: &Item) -> Vec<Finding> {
        Vec::new()
    }
}
