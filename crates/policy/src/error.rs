//! What can be wrong with a policy.

/// An entry that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {why}")]
pub struct PolicyError {
    /// Which entry.
    pub place: String,
    /// What is wrong with it.
    pub why: String,
}
