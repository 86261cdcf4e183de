//! What becomes of a call, and why.

use crate::code::Code;

/// What becomes of a call; the strongest reason counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Outcome {
    #[default]
    Allow,
    Ask,
    Deny,
}

/// One reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Which rule.
    pub code: Code,
    /// JSON pointer into the arguments; empty for the call as a whole.
    pub at: String,
    /// In our words; values of arguments are not in it.
    pub message: String,
}

/// What becomes of a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// The strongest of the reasons, `Allow` without any.
    pub outcome: Outcome,
    /// Everything that was found.
    pub reasons: Vec<Reason>,
}

/// Reasons that are kept: a list of a million bad elements needs no million.
const MAX_REASONS: usize = 20;

impl Decision {
    pub(crate) fn ask(&mut self, code: Code, message: &str) {
        self.push(Outcome::Ask, Reason { code, at: String::new(), message: message.into() });
    }

    pub(crate) fn deny(&mut self, code: Code, at: &str, message: impl Into<String>) {
        self.push(Outcome::Deny, Reason { code, at: at.into(), message: message.into() });
    }

    fn push(&mut self, outcome: Outcome, reason: Reason) {
        self.outcome = self.outcome.max(outcome);
        if self.reasons.len() < MAX_REASONS {
            self.reasons.push(reason);
        }
    }
}
