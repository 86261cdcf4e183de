//! What was signed verifies, offline, for whom it should.

use crate::{BYTES, Behaviour, ISSUER, Instance, Policy, TrustRoot, VerifyError, WORKFLOW};
use crate::{sign, sign_within, signed, token, verify};

#[test]
fn a_signature_names_its_signer_and_verifies_without_the_services() {
    let served = Instance::new().serve(Behaviour::Good);
    let made = sign(&served, BYTES).unwrap();
    assert_eq!((made.identity.as_str(), made.issuer.as_str()), (WORKFLOW, ISSUER));
    assert_eq!(served.requests(), ["/api/v2/signingCert", "/api/v1/log/entries"]);
    let root = served.trust_root();
    drop(served);
    let verified = verify(BYTES, &made.bundle, &root).unwrap();
    assert_eq!((verified.identity.as_str(), verified.issuer.as_str()), (WORKFLOW, ISSUER));
    assert!(verified.signed_at.unwrap().ends_with('Z'));
}

#[test]
fn a_bundle_is_of_version_0_3() {
    let (_, bundle) = signed();
    let value: serde_json::Value = serde_json::from_str(&bundle).unwrap();
    assert_eq!(value["mediaType"], "application/vnd.dev.sigstore.bundle.v0.3+json");
    assert!(value["messageSignature"]["signature"].is_string());
}

#[test]
fn an_address_signs_too() {
    let served = Instance::new().serve(Behaviour::Good);
    let limit = std::time::Duration::from_secs(60);
    let made = sign_within(&served, BYTES, &token("me@corp.example", ISSUER), limit).unwrap();
    assert_eq!(made.identity, "me@corp.example");
    let root = TrustRoot::from_json(&served.trust_root()).unwrap();
    let policy = Policy::new("me@corp.example", ISSUER).unwrap();
    warden_sign::keyless::verify(BYTES, made.bundle.as_bytes(), &policy, &root).unwrap();
}

#[test]
fn other_bytes_are_a_wrong_signature() {
    let (served, bundle) = signed();
    for other in [&b""[..], b"{}", &BYTES[1..]] {
        let e = verify(other, &bundle, &served.trust_root()).unwrap_err();
        assert!(matches!(e, VerifyError::WrongSignature(_)), "{e}");
    }
}

#[test]
fn another_signer_or_provider_is_told_apart() {
    let (served, bundle) = signed();
    let root = TrustRoot::from_json(&served.trust_root()).unwrap();
    let check = |identity: &str, issuer: &str| {
        let policy = Policy::new(identity, issuer).unwrap();
        warden_sign::keyless::verify(BYTES, bundle.as_bytes(), &policy, &root).unwrap_err()
    };
    let close = [&WORKFLOW[1..], &WORKFLOW[..WORKFLOW.len() - 1], &WORKFLOW.to_uppercase(), "*"];
    for identity in close {
        let e = check(identity, ISSUER);
        assert!(matches!(e, VerifyError::WrongIdentity { .. }), "{e}");
    }
    for issuer in ["https://other.example", &format!("{ISSUER}/"), &ISSUER[..10]] {
        let e = check(WORKFLOW, issuer);
        assert!(matches!(e, VerifyError::WrongIssuer { .. }), "{e}");
    }
}

#[test]
fn a_policy_needs_both_halves() {
    for (identity, issuer) in [("", ISSUER), (WORKFLOW, ""), (" ", ISSUER), (WORKFLOW, "\t")] {
        assert!(Policy::new(identity, issuer).is_err());
    }
}

#[test]
fn the_reference_statement_can_be_signed() {
    let served = Instance::new().serve(Behaviour::Good);
    let digest = format!("sha256:{}", "ab".repeat(32));
    let statement = warden_sign::reference::statement(&digest, None).unwrap();
    let made = sign(&served, &statement).unwrap();
    verify(&statement, &made.bundle, &served.trust_root()).unwrap();
}
