//! The rules over frames, one file per family.

mod abroad;
mod arguments;
mod bend;
mod bind;
mod chain;
mod command;
mod couple;
mod deed;
mod exfil;
mod hide;
mod outrank;
mod overrule;
mod prefer;
mod slot;
mod steer;
mod unseen;

use super::doc::Doc;
use super::hit::Match;

/// One rule over frames.
pub struct FrameRule {
    /// Stable id.
    pub id: &'static str,
    /// Codes of the reference systems.
    pub aka: &'static [&'static str],
    /// One line.
    pub title: &'static str,
    /// One sentence about a hit.
    pub message: &'static str,
    /// Markdown: what it finds, why that matters.
    pub doc: &'static str,
    /// Texts of a tool without input in which it fires.
    pub examples: &'static [&'static str],
    /// Look-alikes in which no rule may block.
    pub counter_examples: &'static [&'static str],
    /// Looks at one sentence and what stands around it.
    pub(super) find: fn(&Doc<'_>, usize) -> Option<Match>,
}

/// All rules, in order.
pub static RULES: &[&FrameRule] = &[
    &bind::BIND,
    &bind::HOOK,
    &bind::PRELUDE,
    &arguments::REWRITE,
    &arguments::RECIPIENT,
    &arguments::DEFY,
    &exfil::SECRET_READ,
    &exfil::SEND_OUT,
    &exfil::HARVEST,
    &exfil::CALL_OUT,
    &hide::HIDE_FROM_USER,
    &hide::SCRIPTED,
    &hide::SILENT_ACT,
    &overrule::OVERRULE,
    &overrule::PRIORITY_CLAIM,
    &overrule::PERSONA,
    &prefer::PREFER_SELF,
    &prefer::SHADOW,
    &bend::BEND,
    &deed::FIXED,
    &deed::PHISH,
    &command::COMMAND_LINE,
    &command::UNGUARD,
];
