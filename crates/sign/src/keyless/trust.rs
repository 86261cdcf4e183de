//! Whose word counts: the certificate authorities, logs and time stampers of one
//! Sigstore instance.

use std::time::{Duration, SystemTime};

use sigstore_trust_root::{SigstoreInstance, TrustedRoot};

/// When the embedded trust root was made: the day its crate was published.
pub const EMBEDDED_AS_OF: &str = "2026-10-23";
const EMBEDDED_AS_OF_SECONDS: u64 = 1_792_713_600;

/// From this age on the embedded trust root deserves a word: logs are replaced
/// about once a year.
const OLD_AFTER: Duration = Duration::from_secs(400 * 24 * 3600);

/// Bytes that a trust root may have; a real one has under 20 kB.
const MAX_BYTES: usize = 1 << 20;

/// Why a trust root is not usable.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum TrustRootError {
    #[error("the trust root has over {MAX_BYTES} bytes")]
    TooLarge,
    #[error("not a Sigstore trust root: {0}")]
    Malformed(String),
    #[error("the trust root names no certificate authority or no log; nothing could be trusted")]
    Empty,
}

/// The trust root that signatures are verified against.
pub struct TrustRoot {
    pub(super) root: TrustedRoot,
    /// When it was made, where that is known.
    made: Option<SystemTime>,
}

impl std::fmt::Debug for TrustRoot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TrustRoot").field("made", &self.made).finish_non_exhaustive()
    }
}

impl TrustRoot {
    /// The public instance's trust root as it was on [`EMBEDDED_AS_OF`].
    ///
    /// # Errors
    /// When the embedded text cannot be read, which a test excludes.
    pub fn embedded() -> Result<Self, TrustRootError> {
        let root = TrustedRoot::from_embedded(SigstoreInstance::PublicGood)
            .map_err(|e| TrustRootError::Malformed(e.to_string()))?;
        let made = SystemTime::UNIX_EPOCH + Duration::from_secs(EMBEDDED_AS_OF_SECONDS);
        Ok(Self { root, made: Some(made) })
    }

    /// A trust root from its JSON text: a newer one of the public instance, or
    /// that of an instance of one's own.
    ///
    /// # Errors
    /// When it is none, or one under which nothing could be trusted.
    pub fn from_json(text: &str) -> Result<Self, TrustRootError> {
        if text.len() > MAX_BYTES {
            return Err(TrustRootError::TooLarge);
        }
        let root = TrustedRoot::from_json(text)
            .map_err(|e| TrustRootError::Malformed(super::verify::short(&e.to_string())))?;
        if root.certificate_authorities.is_empty() || root.tlogs.is_empty() {
            return Err(TrustRootError::Empty);
        }
        Ok(Self { root, made: None })
    }

    /// Whether it is embedded and so old that it may lack newer logs.
    pub fn is_old(&self, now: SystemTime) -> bool {
        self.made.is_some_and(|made| now > made + OLD_AFTER)
    }

    /// Whether something of that time is younger than this root.
    pub(super) fn is_older_than(&self, seconds: i64) -> bool {
        let Some(made) = self.made.and_then(|m| m.duration_since(SystemTime::UNIX_EPOCH).ok())
        else {
            return false;
        };
        u64::try_from(seconds).is_ok_and(|s| s > made.as_secs())
    }

    /// Whether the log is one of this root's.
    pub(super) fn knows_log(&self, id: &[u8]) -> bool {
        self.root.tlogs.iter().any(|log| log.log_id.key_id.as_bytes() == id)
    }

    #[cfg(test)]
    pub(super) fn made_at(mut self, seconds: u64) -> Self {
        self.made = Some(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_root_is_readable_and_dated() {
        let root = TrustRoot::embedded().unwrap();
        assert!(!root.root.tlogs.is_empty());
        let made = SystemTime::UNIX_EPOCH + Duration::from_secs(EMBEDDED_AS_OF_SECONDS);
        assert!(!root.is_old(made));
        assert!(root.is_old(made + Duration::from_secs(401 * 24 * 3600)));
        assert!(root.is_older_than(EMBEDDED_AS_OF_SECONDS as i64 + 1));
        assert!(!root.is_older_than(EMBEDDED_AS_OF_SECONDS as i64));
        assert!(!root.is_older_than(-1));
    }

    #[test]
    fn what_is_no_trust_root_is_refused() {
        for bad in ["", "{}", "[]", "null", "{\"mediaType\":7}"] {
            assert!(TrustRoot::from_json(bad).is_err(), "{bad}");
        }
        let empty = r#"{"mediaType":"application/vnd.dev.sigstore.trustedroot+json;version=0.1"}"#;
        assert!(matches!(TrustRoot::from_json(empty), Err(TrustRootError::Empty)));
        let big = " ".repeat(MAX_BYTES + 1);
        assert!(matches!(TrustRoot::from_json(&big), Err(TrustRootError::TooLarge)));
    }
}
