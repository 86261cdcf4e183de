//! A real bundle: made in a GitHub Actions job, certified and logged by the
//! public instance. `tests/fixtures/github-actions/README.md` says whose.

use serde_json::Value;
use warden_sign::keyless::{Policy, TrustRoot, Verified, VerifyError, verify};

const WHEEL: &[u8] = include_bytes!("../fixtures/github-actions/rfc8785-0.1.2-py3-none-any.whl");
const BUNDLE: &[u8] =
    include_bytes!("../fixtures/github-actions/rfc8785-0.1.2-py3-none-any.whl.sigstore.json");
const WORKFLOW: &str =
    "https://github.com/trailofbits/rfc8785.py/.github/workflows/release.yml@refs/tags/v0.1.2";
const ISSUER: &str = "https://token.actions.githubusercontent.com";

fn check(bytes: &[u8], bundle: &[u8], who: &str, by: &str) -> Result<Verified, VerifyError> {
    let policy = Policy::new(who, by).expect("a policy");
    verify(bytes, bundle, &policy, &TrustRoot::embedded().expect("a root"))
}

#[test]
fn a_real_bundle_verifies_offline_under_the_embedded_root() {
    let verified = check(WHEEL, BUNDLE, WORKFLOW, ISSUER).unwrap();
    assert_eq!((verified.identity.as_str(), verified.issuer.as_str()), (WORKFLOW, ISSUER));
    assert_eq!(verified.signed_at.as_deref(), Some("2024-03-19T22:41:16Z"));
}

#[test]
fn its_signer_its_provider_and_its_content_are_told_apart() {
    let e = check(WHEEL, BUNDLE, &WORKFLOW.replace("0.1.2", "0.1.3"), ISSUER).unwrap_err();
    assert!(matches!(e, VerifyError::WrongIdentity { .. }), "{e}");
    let e = check(WHEEL, BUNDLE, WORKFLOW, "https://accounts.example").unwrap_err();
    assert!(matches!(e, VerifyError::WrongIssuer { .. }), "{e}");
    let e = check(&WHEEL[1..], BUNDLE, WORKFLOW, ISSUER).unwrap_err();
    assert!(matches!(e, VerifyError::WrongSignature(_)), "{e}");
}

#[test]
fn it_is_refused_under_the_root_of_another_instance() {
    let root = warden_testkit::sigstore::Instance::new().trust_root();
    let root = TrustRoot::from_json(&root).unwrap();
    let policy = Policy::new(WORKFLOW, ISSUER).unwrap();
    let e = verify(WHEEL, BUNDLE, &policy, &root).unwrap_err();
    assert!(matches!(e, VerifyError::OtherInstance(_)), "{e}");
}

#[test]
fn its_signature_certificate_and_log_entry_cannot_be_changed() {
    let good: Value = serde_json::from_slice(BUNDLE).unwrap();
    for pointer in [
        "/messageSignature/signature",
        "/messageSignature/messageDigest/digest",
        "/verificationMaterial/x509CertificateChain/certificates/0/rawBytes",
        "/verificationMaterial/tlogEntries/0/canonicalizedBody",
        "/verificationMaterial/tlogEntries/0/integratedTime",
        "/verificationMaterial/tlogEntries/0/inclusionPromise/signedEntryTimestamp",
        "/verificationMaterial/tlogEntries/0/inclusionProof/rootHash",
        "/verificationMaterial/tlogEntries/0/inclusionProof/hashes/0",
        "/verificationMaterial/tlogEntries/0/inclusionProof/checkpoint/envelope",
    ] {
        let mut bad = good.clone();
        let field = bad.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}"));
        let text = field.as_str().unwrap();
        // Another character of the alphabet that all of them have; a third in, a
        // signed note says what was signed.
        let at = text.len() / 3;
        let other = if text.as_bytes()[at] == b'1' { "2" } else { "1" };
        *field = format!("{}{other}{}", &text[..at], &text[at + 1..]).into();
        let result = check(WHEEL, bad.to_string().as_bytes(), WORKFLOW, ISSUER);
        assert!(result.is_err(), "{pointer}");
    }
}
