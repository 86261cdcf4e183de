//! Why a lock file cannot be used. All of these end with exit code 4.

/// Why a lock file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LockError {
    /// It is no JSON, or JSON with an oddity that no lock has.
    #[error("it is not a lock file: {0}")]
    Json(#[from] warden_core::json::ReadError),
    /// A member is missing, unknown or of the wrong kind.
    #[error("it is not a valid lock file: {at}: {why}")]
    Invalid {
        /// JSON pointer of the member, escaped for a terminal.
        at: String,
        /// What is wrong with it.
        why: String,
    },
    /// Its format is newer than this program.
    #[error("{what} {version} is newer than this version of Warden reads (up to {known})")]
    Newer {
        /// Which number.
        what: &'static str,
        /// The file's.
        version: u64,
        /// Ours.
        known: u64,
    },
    /// Its content does not give the digests that it states.
    #[error("it was changed without its digests: {at} does not give the digest that is stated")]
    Tampered {
        /// The part, escaped for a terminal.
        at: String,
    },
    /// It says that it was approved, but for other content.
    #[error("its approval is for other content: approved_digest is not overall_digest")]
    StaleApproval,
    /// Two parts of it contradict each other.
    #[error("it contradicts itself: {at}: {why}")]
    Inconsistent {
        /// The part, escaped for a terminal.
        at: String,
        /// In which way.
        why: String,
    },
}

/// Why no entry of a lock could be chosen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChoiceError {
    /// There is none of that name.
    #[error("it has no entry {id}; it has: {known}")]
    Unknown {
        /// The name asked for, escaped.
        id: String,
        /// Names that it has, escaped.
        known: String,
    },
    /// No name was given and no entry has this launch.
    #[error("no entry is started or reached like this; name one with --id: {known}")]
    NoMatch {
        /// Names that it has, escaped.
        known: String,
    },
    /// Several entries have this launch.
    #[error("several entries are started or reached like this; name one with --id: {known}")]
    Ambiguous {
        /// Their names, escaped.
        known: String,
    },
    /// A name was given for a file of one server.
    #[error("it holds one server without a name; leave out --id")]
    Nameless,
}

/// A stranger's word as it may stand in an error.
pub(crate) fn shown(text: &str) -> String {
    warden_core::Untrusted::from(text).term_limited(200)
}
