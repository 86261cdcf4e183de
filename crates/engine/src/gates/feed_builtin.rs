//! Threat records that are always in force. What needs to know its context
//! (key files, destructive commands, seed phrases) is a rule, not a record.

use warden_core::Severity;
use warden_core::views::FeedScope;

/// A record as a constant.
pub(crate) struct Builtin {
    pub(crate) pattern: &'static str,
    pub(crate) severity: Severity,
    pub(crate) code: &'static str,
    pub(crate) reason: &'static str,
    pub(crate) scope: FeedScope,
}

const fn look_alike(pattern: &'static str) -> Builtin {
    Builtin {
        pattern,
        severity: Severity::High,
        code: "THREAT_TYPOSQUAT",
        reason: "a misspelling of a well-known publisher",
        scope: FeedScope::Server,
    }
}

/// The records.
pub(crate) const RECORDS: &[Builtin] = &[
    look_alike("@modelcontextprotocoll/"),
    look_alike("@modelcontextprotocols/"),
    look_alike("@modelcontexprotocol/"),
    look_alike("@anthropics-ai/"),
    look_alike("offical-mcp"),
];
