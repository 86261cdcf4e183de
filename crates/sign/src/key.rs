//! Ed25519 keys and how they are written down.
//!
//! A key file has one line: what it is, the key's id, the 32 bytes in base64.
//! The id is the beginning of the SHA-256 of the public key. It helps people to
//! tell keys apart; nothing is trusted because of it.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{SigningKey, VerifyingKey};
use warden_core::digest::sha256_hex;
use zeroize::Zeroizing;

const PUBLIC: &str = "warden-ed25519-public";
const SECRET: &str = "warden-ed25519-secret";

/// Hexadecimal digits of a key's id.
const ID_DIGITS: usize = 16;

/// Why a key is not usable. No variant holds key material.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum KeyError {
    #[error("the system gives no random bytes for a key")]
    NoRandomness,
    #[error("not a key file: expected one line, `{0} ID BASE64`")]
    Shape(&'static str),
    #[error("this is a public key; signing needs the secret one")]
    PublicForSecret,
    #[error(
        "this is a secret key; verifying needs the public one, and the secret one should stay where it is"
    )]
    SecretForPublic,
    #[error("the key is not 32 bytes in base64")]
    Encoding,
    #[error("the key's id does not belong to the key: the file was damaged or edited")]
    Id,
    #[error("the 32 bytes are no usable Ed25519 public key")]
    Point,
}

/// The public half: verifies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey(VerifyingKey);

/// The secret half: signs. It is wiped from memory when dropped.
pub struct SecretKey(SigningKey);

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretKey({})", self.public().id())
    }
}

impl PublicKey {
    /// The short name of the key.
    pub fn id(&self) -> String {
        let mut id = sha256_hex(self.0.as_bytes());
        id.truncate(ID_DIGITS);
        id
    }

    /// The line of its file, with the line end.
    pub fn to_line(&self) -> String {
        format!("{PUBLIC} {} {}\n", self.id(), STANDARD.encode(self.0.as_bytes()))
    }

    /// Reads what [`Self::to_line`] writes; spaces around it do not matter.
    ///
    /// # Errors
    /// When it is anything else, or a key that verifies more than one message
    /// with one signature (a point of small order).
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let (id, bytes) = parts(text, PUBLIC)?;
        let key = VerifyingKey::from_bytes(&bytes).map_err(|_| KeyError::Point)?;
        if key.is_weak() {
            return Err(KeyError::Point);
        }
        let key = Self(key);
        if key.id() == id { Ok(key) } else { Err(KeyError::Id) }
    }

    pub(crate) fn verifying(&self) -> &VerifyingKey {
        &self.0
    }
}

impl SecretKey {
    /// A new key from the system's random bytes.
    ///
    /// # Errors
    /// When the system has none.
    pub fn generate() -> Result<Self, KeyError> {
        let mut seed = Zeroizing::new([0_u8; 32]);
        getrandom::fill(seed.as_mut_slice()).map_err(|_| KeyError::NoRandomness)?;
        Ok(Self(SigningKey::from_bytes(&seed)))
    }

    /// The half that may be shown.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key())
    }

    /// The line of its file, with the line end. Wiped when dropped.
    pub fn to_line(&self) -> Zeroizing<String> {
        let seed = Zeroizing::new(self.0.to_bytes());
        let encoded = Zeroizing::new(STANDARD.encode(seed.as_slice()));
        Zeroizing::new(format!("{SECRET} {} {}\n", self.public().id(), encoded.as_str()))
    }

    /// Reads what [`Self::to_line`] writes.
    ///
    /// # Errors
    /// When it is anything else.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let (id, bytes) = parts(text, SECRET)?;
        let key = Self(SigningKey::from_bytes(&bytes));
        if key.public().id() == id { Ok(key) } else { Err(KeyError::Id) }
    }

    #[cfg(test)]
    pub(crate) fn from_seed(seed: [u8; 32]) -> Self {
        Self(SigningKey::from_bytes(&seed))
    }

    pub(crate) fn signing(&self) -> &SigningKey {
        &self.0
    }
}

/// Id and bytes of a key line of the kind that is wanted.
fn parts<'t>(
    text: &'t str,
    wanted: &'static str,
) -> Result<(&'t str, Zeroizing<[u8; 32]>), KeyError> {
    let mut words = text.split_ascii_whitespace();
    let (Some(kind), Some(id), Some(encoded), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(KeyError::Shape(wanted));
    };
    match kind {
        _ if kind == wanted => {}
        PUBLIC => return Err(KeyError::PublicForSecret),
        SECRET => return Err(KeyError::SecretForPublic),
        _ => return Err(KeyError::Shape(wanted)),
    }
    let mut bytes = Zeroizing::new([0_u8; 32]);
    match STANDARD.decode_slice(encoded, bytes.as_mut_slice()) {
        Ok(32) => Ok((id, bytes)),
        _ => Err(KeyError::Encoding),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_survive_being_written_down() {
        let secret = SecretKey::generate().unwrap();
        let again = SecretKey::parse(&secret.to_line()).unwrap();
        assert_eq!(again.public(), secret.public());
        assert_eq!(PublicKey::parse(&secret.public().to_line()).unwrap(), secret.public());
        assert_ne!(SecretKey::generate().unwrap().public(), secret.public());
    }

    #[test]
    fn debug_shows_no_secret() {
        let secret = SecretKey::generate().unwrap();
        let line = secret.to_line();
        let encoded = line.split(' ').nth(2).unwrap().trim();
        assert!(!format!("{secret:?}").contains(encoded));
        assert!(format!("{secret:?}").contains(&secret.public().id()));
    }

    #[test]
    fn the_halves_are_not_confused() {
        let secret = SecretKey::generate().unwrap();
        let swapped = PublicKey::parse(&secret.to_line());
        assert_eq!(swapped.unwrap_err(), KeyError::SecretForPublic);
        let swapped = SecretKey::parse(&secret.public().to_line());
        assert_eq!(swapped.unwrap_err(), KeyError::PublicForSecret);
    }

    #[test]
    fn malformed_keys_are_refused_with_their_reason() {
        let good = SecretKey::generate().unwrap().public().to_line();
        let words: Vec<&str> = good.split_whitespace().collect();
        let shape = KeyError::Shape(PUBLIC);
        for (text, why) in [
            (String::new(), &shape),
            ("ssh-ed25519 AAAA me".into(), &shape),
            (format!("{good} {good}"), &shape),
            (format!("{} {}", words[0], words[1]), &shape),
            (format!("{} {} AAAA", words[0], words[1]), &KeyError::Encoding),
            (format!("{} {} ????", words[0], words[1]), &KeyError::Encoding),
            (format!("{} {} {}AAAA", words[0], words[1], words[2]), &KeyError::Encoding),
            (format!("{} 0000000000000000 {}", words[0], words[2]), &KeyError::Id),
            // The point at infinity: every message has the same signature.
            (format!("{} {} AQ{}A=", words[0], words[1], "A".repeat(40)), &KeyError::Point),
            // 32 bytes that are no point of the curve.
            (format!("{} {} Ag{}A=", words[0], words[1], "A".repeat(40)), &KeyError::Point),
        ] {
            assert_eq!(&PublicKey::parse(&text).unwrap_err(), why, "{text}");
        }
    }
}
