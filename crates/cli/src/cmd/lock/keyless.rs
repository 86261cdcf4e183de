//! Sigstore, where it was built in; a plain refusal where it was not.

#[cfg(not(feature = "sigstore"))]
pub(super) use without::{MAX_BUNDLE, Signer, Verifier};

#[cfg(feature = "sigstore")]
pub(super) use with::{MAX_BUNDLE, Signer, Verifier};

/// A signature that was made, and one line that says by whom.
pub(super) struct Made {
    pub(super) bundle: String,
    pub(super) signer: String,
}

#[cfg(feature = "sigstore")]
mod with {
    use std::path::Path;
    use std::time::{Duration, SystemTime};

    use warden_sign::files::read_text;
    use warden_sign::keyless::{
        self, EMBEDDED_AS_OF, Policy, Services, SignError, TokenSource, TrustRoot, VerifyError,
    };

    use super::Made;
    use crate::args::SignerArgs;
    use crate::cmd::drive;
    use crate::cmd::lock::signable::failure;
    use crate::failure::Failure;

    /// Bytes that a bundle may have.
    pub(crate) const MAX_BUNDLE: u64 = keyless::MAX_BUNDLE as u64;

    /// Bytes that a trust root or signing config may have.
    const MAX_CONFIG: u64 = 1 << 20;

    /// Time for one signature with all that it needs.
    const LIMIT: Duration = Duration::from_secs(90);

    /// Signs as somebody.
    pub(crate) struct Signer {
        source: TokenSource,
        services: Services,
        root: TrustRoot,
    }

    impl Signer {
        pub(crate) fn new(args: &SignerArgs) -> Result<Self, Failure> {
            let source = match &args.identity_token {
                Some(argument) => TokenSource::from_argument(argument),
                None => Ok(TokenSource::Ambient),
            };
            let services = match &args.signing_config {
                Some(path) => Services::from_json(&read_text(path, MAX_CONFIG).map_err(failure)?),
                None => Services::embedded(),
            };
            Ok(Self {
                source: source.map_err(|e| Failure::Usage(e.to_string()))?,
                services: services.map_err(|e| Failure::Config(e.to_string()))?,
                root: root(args.trust_root.as_deref())?,
            })
        }

        pub(crate) fn sign(&self, bytes: &[u8]) -> Result<Made, Failure> {
            let work = keyless::sign(bytes, &self.source, &self.services, &self.root, LIMIT);
            let signed = drive(work)?.map_err(|e| match e {
                SignError::Token(e) => Failure::Config(format!("nothing was signed: {e}")),
                e => Failure::NotEvaluated(format!("nothing was signed: {e}")),
            })?;
            let signer = format!("{} (vouched for by {})", signed.identity, signed.issuer);
            Ok(Made { bundle: signed.bundle, signer })
        }
    }

    /// Verifies that it was somebody.
    pub(crate) struct Verifier {
        policy: Policy,
        root: TrustRoot,
    }

    impl Verifier {
        pub(crate) fn new(who: &str, by: &str, trust_root: Option<&Path>) -> Result<Self, Failure> {
            let policy = Policy::new(who, by).map_err(|e| Failure::Usage(e.to_string()))?;
            Ok(Self { policy, root: root(trust_root)? })
        }

        pub(crate) fn verify(
            &self,
            bytes: &[u8],
            bundle: &[u8],
        ) -> Result<Vec<String>, VerifyError> {
            let found = keyless::verify(bytes, bundle, &self.policy, &self.root)?;
            let when = found.signed_at.map(|t| format!(" at {t}")).unwrap_or_default();
            let who = format!("{} (vouched for by {})", found.identity, found.issuer);
            let mut said = vec![format!("signature verified: {who}{when}")];
            if self.root.is_old(SystemTime::now()) {
                said.push(format!(
                    "the embedded trust root is of {EMBEDDED_AS_OF}; a newer Warden, or \
                     --trust-root, knows newer logs"
                ));
            }
            Ok(said)
        }
    }

    fn root(path: Option<&Path>) -> Result<TrustRoot, Failure> {
        let root = match path {
            Some(path) => TrustRoot::from_json(&read_text(path, MAX_CONFIG).map_err(failure)?),
            None => TrustRoot::embedded(),
        };
        root.map_err(|e| Failure::Config(e.to_string()))
    }
}

#[cfg(not(feature = "sigstore"))]
mod without {
    use std::path::Path;

    use super::Made;
    use crate::args::SignerArgs;
    use crate::failure::Failure;

    pub(crate) const MAX_BUNDLE: u64 = 256 * 1024;

    const ABSENT: &str = "this build has no Sigstore in it; sign and verify with --key FILE";

    pub(crate) enum Signer {}

    impl Signer {
        pub(crate) fn new(_: &SignerArgs) -> Result<Self, Failure> {
            Err(Failure::Usage(ABSENT.into()))
        }

        pub(crate) fn sign(&self, _: &[u8]) -> Result<Made, Failure> {
            match *self {}
        }
    }

    pub(crate) enum Verifier {}

    impl Verifier {
        pub(crate) fn new(_: &str, _: &str, _: Option<&Path>) -> Result<Self, Failure> {
            Err(Failure::Usage(ABSENT.into()))
        }

        pub(crate) fn verify(&self, _: &[u8], _: &[u8]) -> Result<Vec<String>, String> {
            match *self {}
        }
    }
}
