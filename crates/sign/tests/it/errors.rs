//! What goes wrong is told apart, ends in time, and gives nothing away.

use std::time::{Duration, Instant};

use crate::{BYTES, Behaviour, ISSUER, Instance, SignError, TrustRoot, VerifyError, WORKFLOW};
use crate::{sign, sign_from, sign_within, signed, token, verify};
use warden_sign::keyless::{TokenError, TokenSource};
use warden_testkit::sigstore::token_until;

#[test]
fn a_bundle_of_another_instance_is_refused() {
    let (_, bundle) = signed();
    let other = Instance::new().trust_root();
    let e = verify(BYTES, &bundle, &other).unwrap_err();
    assert!(matches!(e, VerifyError::OtherInstance(_)), "{e}");
    let policy = crate::Policy::new(WORKFLOW, ISSUER).unwrap();
    let public = TrustRoot::embedded().unwrap();
    let e = warden_sign::keyless::verify(BYTES, bundle.as_bytes(), &policy, &public).unwrap_err();
    // Made today, after the embedded root: that it is too old is as likely.
    let foreign = matches!(e, VerifyError::OtherInstance(_) | VerifyError::StaleRoot { .. });
    assert!(foreign, "{e}");
}

#[test]
fn an_authority_of_another_instance_with_our_log_is_refused() {
    let (served, bundle) = signed();
    let mut root: serde_json::Value = serde_json::from_str(&served.trust_root()).unwrap();
    let other: serde_json::Value = serde_json::from_str(&Instance::new().trust_root()).unwrap();
    root["certificateAuthorities"] = other["certificateAuthorities"].clone();
    let e = verify(BYTES, &bundle, &root.to_string()).unwrap_err();
    assert!(matches!(e, VerifyError::OtherInstance(_)), "{e}");
}

#[test]
fn an_authority_whose_time_is_over_makes_the_root_stale() {
    let served = Instance::new().with_ended_authority().serve(Behaviour::Good);
    // Signing verifies what it made: the root is too old for that already.
    let e = sign(&served, BYTES).unwrap_err();
    assert!(matches!(e, SignError::Unverifiable(VerifyError::StaleRoot { .. })), "{e}");
}

#[test]
fn malformed_bundles_are_named_as_such() {
    let (served, good) = signed();
    let root = served.trust_root();
    let big = " ".repeat(300 * 1024);
    let deep = format!("{}{}", "[".repeat(2000), "]".repeat(2000));
    let half = good[..good.len() / 2].to_owned();
    for bad in ["", "{}", "null", "[]", "not JSON", &big, &deep, &half] {
        let e = verify(BYTES, bad, &root).unwrap_err();
        assert!(matches!(e, VerifyError::Malformed(_)), "{e}");
        assert!(e.to_string().len() < 500);
    }
}

#[test]
fn an_attestation_is_no_signature_over_the_file() {
    let (served, bundle) = signed();
    let mut value: serde_json::Value = serde_json::from_str(&bundle).unwrap();
    let signature = value["messageSignature"]["signature"].clone();
    value.as_object_mut().unwrap().remove("messageSignature");
    value["dsseEnvelope"] = serde_json::json!({
        "payload": "e30=", "payloadType": "application/vnd.in-toto+json",
        "signatures": [{"sig": signature}],
    });
    let e = verify(BYTES, &value.to_string(), &served.trust_root()).unwrap_err();
    assert!(matches!(e, VerifyError::Kind(_)), "{e}");
}

#[test]
fn a_refusal_does_not_show_the_token() {
    let served = Instance::new().serve(Behaviour::Refuses);
    let token = token(WORKFLOW, ISSUER);
    let e = sign_within(&served, BYTES, &token, Duration::from_secs(60)).unwrap_err();
    let (text, debug) = (e.to_string(), format!("{e:?}"));
    assert!(text.contains("certificate authority") && text.contains("403"), "{text}");
    for part in token.split('.').skip(1) {
        assert!(!text.contains(part) && !debug.contains(part), "{text}");
    }
}

#[test]
fn the_token_does_not_follow_a_redirect() {
    let served = Instance::new().serve(Behaviour::Redirects);
    let e = sign(&served, BYTES).unwrap_err();
    assert!(matches!(e, SignError::Service { .. }), "{e}");
    assert_eq!(served.requests(), ["/api/v2/signingCert"]);
}

#[test]
fn a_service_that_does_not_answer_ends_at_the_limit() {
    let served = Instance::new().serve(Behaviour::Hangs);
    let (start, limit) = (Instant::now(), Duration::from_millis(300));
    let e = sign_within(&served, BYTES, &token(WORKFLOW, ISSUER), limit).unwrap_err();
    assert!(matches!(e, SignError::TimedOut { .. }), "{e}");
    // The limit for one answer is 20 s; that of the whole came first.
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn nobody_listening_is_an_error_of_that_service() {
    let served = Instance::new().serve(Behaviour::Good);
    let (config, root) = (served.signing_config(), served.trust_root());
    drop(served);
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, token(WORKFLOW, ISSUER)).unwrap();
    let source = TokenSource::File(file.path().into());
    let e = sign_from(&source, BYTES, &config, &root, Duration::from_secs(60)).unwrap_err();
    let authority = "the certificate authority";
    assert!(matches!(e, SignError::Service { service, .. } if service == authority), "{e}");
}

#[test]
fn a_log_that_talks_nonsense_or_lies_gives_no_signature() {
    let served = Instance::new().serve(Behaviour::LogTalksNonsense);
    let e = sign(&served, BYTES).unwrap_err();
    assert!(matches!(e, SignError::Service { .. }), "{e}");
    let served = Instance::new().serve(Behaviour::LogLies);
    let e = sign(&served, BYTES).unwrap_err();
    assert!(matches!(e, SignError::Unverifiable(_)), "{e}");
}

#[test]
fn a_bad_token_is_refused_before_anybody_is_asked() {
    let served = Instance::new().serve(Behaviour::Good);
    let expired = token_until(WORKFLOW, ISSUER, 1);
    for bad in ["", "  \n", "not a token", "a.b.c", &expired] {
        let e = sign_within(&served, BYTES, bad, Duration::from_secs(60)).unwrap_err();
        assert!(matches!(e, SignError::Token(_)), "{bad}: {e}");
    }
    assert!(served.requests().is_empty());
}

#[test]
fn a_named_token_that_is_missing_is_not_replaced_by_another() {
    let served = Instance::new().serve(Behaviour::Good);
    let run = |source: &TokenSource| {
        let (config, root) = (served.signing_config(), served.trust_root());
        sign_from(source, BYTES, &config, &root, Duration::from_secs(60)).unwrap_err()
    };
    let e = run(&TokenSource::File("/nonexistent/token".into()));
    assert!(matches!(e, SignError::Token(TokenError::File(_))), "{e}");
    let e = run(&TokenSource::Variable("WARDEN_TEST_NO_SUCH_VARIABLE".into()));
    assert!(matches!(e, SignError::Token(TokenError::Variable(_))), "{e}");
    assert!(served.requests().is_empty());
}
