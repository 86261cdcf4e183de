//! A signature in a file of its own, `FILE.sig`: which algorithm, which key, the
//! 64 bytes in base64.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signature, Signer};
use serde::{Deserialize, Serialize};

use crate::key::{PublicKey, SecretKey};

const ALGORITHM: &str = "ed25519";

/// Bytes that a signature file may have; a real one has under 200.
pub const MAX_BYTES: usize = 4096;

/// Why a signature does not hold.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum SignatureError {
    #[error("not a signature file: {0}")]
    Malformed(String),
    #[error("the signature's algorithm is not `ed25519`")]
    Algorithm,
    #[error("signed with key {found}, not with the given key {wanted}")]
    OtherKey { found: String, wanted: String },
    #[error("the signature does not fit: what was signed with this key had other content")]
    Wrong,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SignatureFile {
    algorithm: String,
    key_id: String,
    signature: String,
}

/// Signs the bytes; the text is what `FILE.sig` holds.
pub fn sign(bytes: &[u8], key: &SecretKey) -> String {
    let file = SignatureFile {
        algorithm: ALGORITHM.into(),
        key_id: key.public().id(),
        signature: STANDARD.encode(key.signing().sign(bytes).to_bytes()),
    };
    let mut text = serde_json::to_string_pretty(&file).expect("three strings are JSON");
    text.push('\n');
    text
}

/// Whether the signature file's text is a signature of exactly these bytes with
/// exactly this key. Strict: no second encoding of one signature passes.
///
/// # Errors
/// Says what does not hold.
pub fn verify(bytes: &[u8], signature: &[u8], key: &PublicKey) -> Result<(), SignatureError> {
    let file = parse(signature)?;
    if file.algorithm != ALGORITHM {
        return Err(SignatureError::Algorithm);
    }
    if file.key_id != key.id() {
        let found = key_id(&file.key_id)?;
        return Err(SignatureError::OtherKey { found, wanted: key.id() });
    }
    let mut raw = [0_u8; Signature::BYTE_SIZE];
    match STANDARD.decode_slice(&file.signature, &mut raw) {
        Ok(Signature::BYTE_SIZE) => {}
        _ => return Err(SignatureError::Malformed("no 64 bytes in base64".into())),
    }
    let signature = Signature::from_bytes(&raw);
    key.verifying().verify_strict(bytes, &signature).map_err(|_| SignatureError::Wrong)
}

fn parse(signature: &[u8]) -> Result<SignatureFile, SignatureError> {
    if signature.len() > MAX_BYTES {
        return Err(SignatureError::Malformed(format!("over {MAX_BYTES} bytes")));
    }
    // Of its own words only: a parser's message may quote the file.
    serde_json::from_slice(signature)
        .map_err(|e| SignatureError::Malformed(format!("line {}, column {}", e.line(), e.column())))
}

/// The id of another key, if it is one that can be shown.
fn key_id(text: &str) -> Result<String, SignatureError> {
    let plain = text.len() <= 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
    match plain {
        true => Ok(text.into()),
        false => Err(SignatureError::Malformed("the key's id is not hexadecimal".into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn key() -> SecretKey {
        SecretKey::generate().unwrap()
    }

    #[test]
    fn what_was_signed_verifies_and_nothing_else_does() {
        let key = key();
        let sig = sign(b"lock", &key);
        assert_eq!(verify(b"lock", sig.as_bytes(), &key.public()), Ok(()));
        for other in [&b"loch"[..], b"", b"lock\n", b"loc"] {
            let e = verify(other, sig.as_bytes(), &key.public()).unwrap_err();
            assert_eq!(e, SignatureError::Wrong);
        }
    }

    #[test]
    fn another_key_is_named() {
        let (mine, theirs) = (key(), key());
        let sig = sign(b"lock", &theirs);
        let e = verify(b"lock", sig.as_bytes(), &mine.public()).unwrap_err();
        let text = e.to_string();
        assert!(text.contains(&mine.public().id()) && text.contains(&theirs.public().id()));
        // Its id replaced by ours, the signature is still not ours.
        let forged = sig.replace(&theirs.public().id(), &mine.public().id());
        let e = verify(b"lock", forged.as_bytes(), &mine.public()).unwrap_err();
        assert_eq!(e, SignatureError::Wrong);
    }

    #[test]
    fn every_member_is_needed_and_no_other_is_allowed() {
        let key = key();
        let good: serde_json::Value = serde_json::from_str(&sign(b"x", &key)).unwrap();
        for member in ["algorithm", "keyId", "signature"] {
            let mut bad = good.clone();
            bad.as_object_mut().unwrap().remove(member);
            assert!(verify(b"x", bad.to_string().as_bytes(), &key.public()).is_err(), "{member}");
            for value in [serde_json::json!(""), serde_json::json!(7), serde_json::json!("AAAA")] {
                let mut bad = good.clone();
                bad[member] = value;
                let e = verify(b"x", bad.to_string().as_bytes(), &key.public());
                assert!(e.is_err(), "{member}");
            }
        }
        let mut more = good.clone();
        more["note"] = "x".into();
        assert!(verify(b"x", more.to_string().as_bytes(), &key.public()).is_err());
        let twice = good.to_string().replacen('{', "{\"algorithm\":\"ed25519\",", 1);
        assert!(verify(b"x", twice.as_bytes(), &key.public()).is_err());
    }

    #[test]
    fn a_signature_with_a_second_encoding_is_refused() {
        // s + L verifies too where s is not checked to be below L.
        const L: [u8; 32] = [
            0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9,
            0xde, 0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
        ];
        let key = key();
        let mut file: serde_json::Value = serde_json::from_str(&sign(b"x", &key)).unwrap();
        let mut raw = STANDARD.decode(file["signature"].as_str().unwrap()).unwrap();
        let mut carry = 0_u16;
        for (byte, add) in raw[32..].iter_mut().zip(L) {
            carry += u16::from(*byte) + u16::from(add);
            *byte = carry.to_le_bytes()[0];
            carry >>= 8;
        }
        file["signature"] = STANDARD.encode(raw).into();
        let e = verify(b"x", file.to_string().as_bytes(), &key.public()).unwrap_err();
        assert_eq!(e, SignatureError::Wrong);
    }

    #[test]
    fn oversized_and_foreign_files_are_refused() {
        let key = key().public();
        let big = vec![b' '; MAX_BYTES + 1];
        for bad in [&big[..], b"", b"{", b"[]", b"null", b"\xff\xfe", b"untrusted comment: x"] {
            let e = verify(b"x", bad, &key).unwrap_err();
            assert!(matches!(e, SignatureError::Malformed(_)), "{e}");
        }
    }

    proptest! {
        #[test]
        fn any_changed_byte_of_the_file_fails(at in 0_usize..400, with in any::<u8>()) {
            let key = SecretKey::parse(&fixed()).unwrap();
            let good = sign(b"lock", &key).into_bytes();
            let at = at % good.len();
            let mut bad = good.clone();
            bad[at] = with;
            // Spaces between members carry nothing.
            prop_assume!(serde_json::from_slice::<serde_json::Value>(&bad).ok()
                != serde_json::from_slice::<serde_json::Value>(&good).ok());
            prop_assert!(verify(b"lock", &bad, &key.public()).is_err());
        }

        #[test]
        fn any_bytes_round_trip(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let key = SecretKey::parse(&fixed()).unwrap();
            let sig = sign(&bytes, &key);
            prop_assert_eq!(verify(&bytes, sig.as_bytes(), &key.public()), Ok(()));
        }
    }

    /// One key for the properties, so that a failure can be repeated.
    fn fixed() -> String {
        let seed = [7_u8; 32];
        let id = SecretKey::from_seed(seed).public().id();
        format!("warden-ed25519-secret {id} {}", STANDARD.encode(seed))
    }
}
