//! Verifying a Sigstore bundle over bytes, without a network.

use sigstore_verify::crypto::parse_certificate_info;
use sigstore_verify::types::{Bundle, SignatureContent};
use sigstore_verify::{
    CertificateError, Error, TransparencyLogError, VerificationPolicy, Verifier,
};

use super::trust::{EMBEDDED_AS_OF, TrustRoot};

/// Bytes that a bundle may have; a real one has under 20 kB.
pub const MAX_BUNDLE: usize = 256 * 1024;

/// Log entries that a bundle may bring along; each costs a few signatures.
const MAX_ENTRIES: usize = 8;

/// Characters of another's message that ours quotes.
const MAX_DETAIL: usize = 300;

/// The identity or its issuer was not said.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("both are needed: whose signature counts, and who vouches for that identity")]
pub struct PolicyError;

/// Whose signature counts. Both are required and compared for equality: an
/// identity means something only together with who vouches for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    identity: String,
    issuer: String,
}

impl Policy {
    /// The identity (an address, or the URI of a workflow) and the URL of the
    /// provider that vouches for it.
    ///
    /// # Errors
    /// When one of the two is blank.
    pub fn new(identity: &str, issuer: &str) -> Result<Self, PolicyError> {
        if identity.trim().is_empty() || issuer.trim().is_empty() {
            return Err(PolicyError);
        }
        Ok(Self { identity: identity.into(), issuer: issuer.into() })
    }
}

/// Why a bundle does not vouch for the bytes. The texts may quote the bundle or
/// its certificate: they are untrusted.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum VerifyError {
    #[error("the bundle is malformed: {0}")]
    Malformed(String),
    #[error("the bundle holds no signature over a file: {0}")]
    Kind(&'static str),
    #[error("the signature does not fit: what was signed had other content ({0})")]
    WrongSignature(String),
    #[error("signed by {found}, not by {wanted}")]
    WrongIdentity { wanted: String, found: String },
    #[error("the identity is vouched for by {found}, not by {wanted}")]
    WrongIssuer { wanted: String, found: String },
    #[error(
        "the trust root does not know who made this bundle: it is of another Sigstore instance, or newer than the trust root ({0})"
    )]
    OtherInstance(String),
    #[error("the trust root ({as_of}) is older than this signature and does not know what it was made with; give a newer one with --trust-root ({detail})", as_of = EMBEDDED_AS_OF)]
    StaleRoot { detail: String },
    #[error("the trust root is not usable: {0}")]
    TrustRoot(String),
    #[error("the bundle's evidence does not hold: {0}")]
    Evidence(String),
}

/// A signature that holds, and whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verified {
    /// The certificate's identity.
    pub identity: String,
    /// Who vouched for it.
    pub issuer: String,
    /// The first authenticated time of the signature, RFC 3339.
    pub signed_at: Option<String>,
}

/// Verifies that `bundle` is a signature over exactly these bytes by whom the
/// policy names, as far as `root` can be trusted. Asks nobody.
///
/// # Errors
/// Says what does not hold.
pub fn verify(
    bytes: &[u8],
    bundle: &[u8],
    policy: &Policy,
    root: &TrustRoot,
) -> Result<Verified, VerifyError> {
    let required = VerificationPolicy::new(policy.identity.as_str(), policy.issuer.as_str());
    check(bytes, &parse(bundle)?, &required, root)
}

/// Verifies all but whose signature it is.
pub(super) fn verify_anybody(
    bytes: &[u8],
    bundle: &[u8],
    root: &TrustRoot,
) -> Result<Verified, VerifyError> {
    check(bytes, &parse(bundle)?, &VerificationPolicy::any_identity(), root)
}

/// What every bundle says first.
#[derive(serde::Deserialize)]
struct Head {
    #[serde(rename = "mediaType")]
    _media_type: String,
}

fn parse(bundle: &[u8]) -> Result<Bundle, VerifyError> {
    if bundle.len() > MAX_BUNDLE {
        return Err(VerifyError::Malformed(format!("over {MAX_BUNDLE} bytes")));
    }
    let text =
        std::str::from_utf8(bundle).map_err(|_| VerifyError::Malformed("not UTF-8".into()))?;
    // The library takes the newest version where none is said.
    serde_json::from_str::<Head>(text)
        .map_err(|e| VerifyError::Malformed(short(&e.to_string())))?;
    let bundle =
        Bundle::from_json(text).map_err(|e| VerifyError::Malformed(short(&e.to_string())))?;
    let entries = bundle.verification_material.tlog_entries.len();
    if entries > MAX_ENTRIES {
        return Err(VerifyError::Malformed(format!("{entries} log entries")));
    }
    // An attestation states something about a file, which need not be good.
    if !matches!(bundle.content, SignatureContent::MessageSignature(_)) {
        return Err(VerifyError::Kind("it holds an attestation"));
    }
    if bundle.signing_certificate().is_none() {
        return Err(VerifyError::Kind("it names a key instead of a certificate"));
    }
    Ok(bundle)
}

fn check(
    bytes: &[u8],
    bundle: &Bundle,
    policy: &VerificationPolicy,
    root: &TrustRoot,
) -> Result<Verified, VerifyError> {
    let verifier =
        Verifier::new(&root.root).map_err(|e| VerifyError::TrustRoot(short(&e.to_string())))?;
    let known = |e: &sigstore_verify::types::TransparencyLogEntry| {
        root.knows_log(e.log_id.key_id.as_bytes())
    };
    if let Some(entry) = bundle.verification_material.tlog_entries.iter().find(|e| !known(e)) {
        return Err(unknown(bundle, root, format!("log {}", entry.log_id.key_id)));
    }
    let result = verifier.verify(bytes, bundle, policy).map_err(|e| explain(e, bundle, root))?;
    // What the policy asks for, seen once more where it is relied upon.
    if !(result.certificate_verified() && result.sct_verified() && result.tlog_verified()) {
        return Err(VerifyError::Evidence("not all of it was there to be verified".into()));
    }
    Ok(Verified {
        identity: result.identity().map(ToString::to_string).unwrap_or_default(),
        issuer: result.issuer().unwrap_or_default().to_string(),
        signed_at: result.verified_timestamps().iter().min().map(ToString::to_string),
    })
}

fn explain(error: Error, bundle: &Bundle, root: &TrustRoot) -> VerifyError {
    let detail = short(&error.to_string());
    let none = || "nobody".to_string();
    match error {
        Error::IdentityMismatch { expected, actual } => VerifyError::WrongIdentity {
            wanted: expected.to_string(),
            found: actual.map_or_else(none, |a| short(&a.to_string())),
        },
        Error::IssuerMismatch { expected, actual } => VerifyError::WrongIssuer {
            wanted: expected,
            found: actual.map_or_else(none, |a| short(&a)),
        },
        Error::SignatureInvalid(_) | Error::ArtifactMismatch(_) => {
            VerifyError::WrongSignature(detail)
        }
        Error::Certificate(CertificateError::NoValidAuthority { .. }) => {
            VerifyError::StaleRoot { detail }
        }
        Error::Certificate(CertificateError::ChainInvalid(_))
        | Error::TransparencyLog(TransparencyLogError::UnknownLog { .. }) => {
            unknown(bundle, root, detail)
        }
        Error::InvalidTrustRoot(_) | Error::TrustRoot(_) | Error::TrustedCertificate(_) => {
            VerifyError::TrustRoot(detail)
        }
        Error::InvalidBundle(_)
        | Error::UnsupportedBundle(_)
        | Error::Bundle(_)
        | Error::Types(_)
        | Error::Certificate(CertificateError::Malformed(_)) => VerifyError::Malformed(detail),
        _ => VerifyError::Evidence(detail),
    }
}

/// The bundle was made with something that the root does not know. Its own word
/// on when that was decides only how we say it.
fn unknown(bundle: &Bundle, root: &TrustRoot, detail: String) -> VerifyError {
    let made = bundle
        .signing_certificate()
        .and_then(|c| parse_certificate_info(c).ok())
        .map_or(0, |info| info.not_before.as_second());
    match root.is_older_than(made) {
        true => VerifyError::StaleRoot { detail },
        false => VerifyError::OtherInstance(detail),
    }
}

/// The beginning of another's message.
pub(super) fn short(text: &str) -> String {
    text.chars().take(MAX_DETAIL).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUNDLE: &[u8] = include_bytes!(
        "../../tests/fixtures/github-actions/rfc8785-0.1.2-py3-none-any.whl.sigstore.json"
    );

    /// The real bundle, under the real root with another log, made before or
    /// after the bundle was.
    fn under_a_root_of(seconds: u64) -> VerifyError {
        let mut root = TrustRoot::embedded().unwrap().made_at(seconds);
        root.root.tlogs.clear();
        verify_anybody(b"", BUNDLE, &root).unwrap_err()
    }

    #[test]
    fn a_bundle_newer_than_the_root_says_that_the_root_is_old() {
        let e = under_a_root_of(1_600_000_000);
        assert!(matches!(e, VerifyError::StaleRoot { .. }), "{e}");
        assert!(e.to_string().contains("--trust-root"));
        let e = under_a_root_of(1_800_000_000);
        assert!(matches!(e, VerifyError::OtherInstance(_)), "{e}");
    }
}
