//! Rules of the gates and of the engine itself: they have no hook, only an
//! entry in the catalogue.

use warden_core::{Confidence, Severity};

use std::borrow::Cow;

use warden_core::RuleMeta;

use crate::rule::Meta;

/// A rule of the engine panicked.
pub(crate) const RULE_FAILURE: Meta = Meta {
    id: "WRD-INTERNAL-RULE-FAILURE",
    title: "A rule failed while it judged this server",
    severity: Severity::High,
    confidence: Confidence::High,
    advisory: false,
    aka: &["GATE_ERROR"],
    doc: "A rule of Warden stopped with an internal error on this server's text. What it would \
          have found is unknown, so the server is treated as if it had found something. Please \
          report it with the server's `tools/list` answer.",
};

/// A threat record matched.
pub(crate) const FEED: Meta = Meta {
    id: "WRD-FEED-MATCH",
    title: "A threat record matches",
    severity: Severity::High,
    confidence: Confidence::Medium,
    advisory: false,
    aka: &["THREAT_CRYPTO_DRAINER", "THREAT_TYPOSQUAT"],
    doc: "A record of a threat feed, or one of those built in, matches the server's name, launch \
          line or a definition. The severity is the record's. Look at the record's reason; remove \
          the server if it applies.",
};

/// A tool changed.
pub(crate) const DRIFT: Meta = Meta {
    id: "WRD-PIN-DRIFT",
    title: "A tool has changed since it was approved",
    severity: Severity::High,
    confidence: Confidence::High,
    advisory: false,
    aka: &["TOOL_DEF_DRIFT"],
    doc: "The definition differs from every one that was approved under this name. A server that \
          was honest at first contact can turn later. Compare it with what was approved, and \
          approve it again if the change is wanted.",
};

/// The launch changed.
pub(crate) const IDENTITY_DRIFT: Meta = Meta {
    id: "WRD-PIN-IDENTITY",
    title: "The launch line or URL has changed since approval",
    severity: Severity::High,
    confidence: Confidence::High,
    advisory: false,
    aka: &["SERVER_IDENTITY_DRIFT"],
    doc: "What would be started or reached is not what was approved, even if it lists the same \
          tools. Approve again if you changed the entry yourself.",
};

/// Approval is missing.
pub(crate) const APPROVAL_REQUIRED: Meta = Meta {
    id: "WRD-PIN-APPROVAL-REQUIRED",
    title: "Approval is required and missing",
    severity: Severity::High,
    confidence: Confidence::High,
    advisory: false,
    aka: &["TOOL_DEF_APPROVAL_REQUIRED"],
    doc: "You asked that every server or tool be approved by a person, and this one is not. Read \
          its definitions, then approve it.",
};

/// A tool is new.
pub(crate) const UNPINNED: Meta = Meta {
    id: "WRD-PIN-UNPINNED",
    title: "A tool is new since the last approval",
    severity: Severity::Info,
    confidence: Confidence::High,
    advisory: true,
    aka: &["TOOL_DEF_UNPINNED"],
    doc: "Pins are in use for this server and none names this tool. That is how an update looks, \
          and how a late addition by an attacker looks. Approve it to silence this.",
};

/// All of them, with what makes each fire and what does not, in words: they
/// look at no single text.
const ALL: &[(&Meta, &str, &str)] = &[
    (&RULE_FAILURE, "a rule panics on a definition", "every rule runs to its end"),
    (
        &FEED,
        "a launch line that names a package on the list of known thieves",
        "a description that warns of such a package by another name",
    ),
    (&DRIFT, "the description of an approved tool has one word more", "the tools are as approved"),
    (&IDENTITY_DRIFT, "--root / instead of --root /data", "another working directory"),
    (
        &APPROVAL_REQUIRED,
        "--require-approval, and nobody approved this server",
        "--require-approval, and every tool is as approved",
    ),
    (&UNPINNED, "an update brings a tool that no pin names", "no tool was ever pinned"),
];

/// Their ids.
pub(crate) fn ids() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|(m, ..)| m.id)
}

/// Their entries in the catalogue.
pub(crate) fn catalogue() -> impl Iterator<Item = RuleMeta> {
    ALL.iter().map(|(meta, fires, does_not)| RuleMeta {
        examples: vec![Cow::Borrowed(*fires)],
        counter_examples: vec![Cow::Borrowed(*does_not)],
        ..meta.to_rule_meta(&[])
    })
}
