//! A Sigstore instance of our own: a certificate authority that believes every
//! token, a certificate transparency log and a signature log that take
//! everything, and the trust root that trusts them. It speaks HTTP on the
//! loopback interface.

mod authority;
mod der;
mod log;
mod serve;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use rcgen::{KeyPair, PublicKeyData, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

pub use serve::{Behaviour, JOB, Served};

/// One instance with its keys. Two instances do not know each other.
pub struct Instance {
    authority: authority::Authority,
    log: log::Log,
    /// From when to when the trust root says that the authority is valid.
    authority_ended: bool,
}

/// A key that signs for a log, and its id there.
struct LogKey(KeyPair);

impl LogKey {
    fn new() -> Self {
        Self(KeyPair::generate().expect("a key"))
    }

    fn spki(&self) -> Vec<u8> {
        self.0.subject_public_key_info()
    }

    fn id(&self) -> [u8; 32] {
        Sha256::digest(self.spki()).into()
    }

    fn sign(&self, message: &[u8]) -> Vec<u8> {
        self.0.sign(message).expect("a signature")
    }

    /// Its place in a trust root.
    fn trusted(&self) -> Value {
        json!({
            "baseUrl": "https://log.example",
            "hashAlgorithm": "SHA2_256",
            "publicKey": {
                "rawBytes": STANDARD.encode(self.spki()),
                "keyDetails": "PKIX_ECDSA_P256_SHA_256",
                "validFor": {"start": "2020-01-01T00:00:00Z"},
            },
            "logId": {"keyId": STANDARD.encode(self.id())},
        })
    }
}

impl Default for Instance {
    fn default() -> Self {
        Self::new()
    }
}

impl Instance {
    /// A new instance with new keys.
    ///
    /// # Panics
    /// When the system has no random bytes.
    pub fn new() -> Self {
        Self {
            authority: authority::Authority::new(),
            log: log::Log::new(),
            authority_ended: false,
        }
    }

    /// The trust root says that the authority's time ended in 2021.
    #[must_use]
    pub fn with_ended_authority(mut self) -> Self {
        self.authority_ended = true;
        self
    }

    /// The trust root of this instance, JSON.
    pub fn trust_root(&self) -> String {
        let mut valid = json!({"start": "2020-01-01T00:00:00Z"});
        if self.authority_ended {
            valid["end"] = "2021-01-01T00:00:00Z".into();
        }
        json!({
            "mediaType": "application/vnd.dev.sigstore.trustedroot+json;version=0.1",
            "tlogs": [self.log.key.trusted()],
            "ctlogs": [self.authority.transparency.trusted()],
            "certificateAuthorities": [{
                "subject": {"organization": "test", "commonName": "test"},
                "uri": "https://ca.example",
                "certChain": {"certificates": [
                    {"rawBytes": STANDARD.encode(self.authority.certificate())}
                ]},
                "validFor": valid,
            }],
            "timestampAuthorities": [],
        })
        .to_string()
    }

    /// Listens on a port of the loopback interface until the handle is dropped.
    ///
    /// # Panics
    /// When there is no port.
    pub fn serve(self, behaviour: Behaviour) -> Served {
        Served::start(self, behaviour)
    }
}

/// An identity token as a provider writes it, valid until 2286, with a
/// signature that only this instance's authority believes.
pub fn token(identity: &str, issuer: &str) -> String {
    token_until(identity, issuer, 9_999_999_999)
}

/// The same with an expiry, in seconds since 1970.
pub fn token_until(identity: &str, issuer: &str, expiry: u64) -> String {
    let claims = json!({"iss": issuer, "sub": identity, "aud": "sigstore", "exp": expiry});
    let part = |text: &str| URL_SAFE_NO_PAD.encode(text);
    format!("{}.{}.{}", part(r#"{"alg":"ES256"}"#), part(&claims.to_string()), part("signed"))
}
