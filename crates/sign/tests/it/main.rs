//! Keyless signatures against an instance of our own and against a real bundle.
#![cfg(feature = "sigstore")]

mod errors;
mod fixture;
mod round_trip;
mod tamper;

use std::time::Duration;

use warden_sign::keyless::{
    Policy, Services, SignError, Signed, TokenSource, TrustRoot, Verified, VerifyError,
};
use warden_testkit::sigstore::{Behaviour, Instance, Served, token};

/// Who signs in these tests: a workflow, vouched for by its provider.
const WORKFLOW: &str = "https://forge.example/me/server/.github/workflows/pin.yml@refs/heads/main";
const ISSUER: &str = "https://token.forge.example";
const BYTES: &[u8] = b"{\"lockfile\":\"warden.lock/1\"}";

/// Signs as the workflow with a running instance.
fn sign(served: &Served, bytes: &[u8]) -> Result<Signed, SignError> {
    sign_within(served, bytes, &token(WORKFLOW, ISSUER), Duration::from_secs(60))
}

fn sign_within(
    served: &Served,
    bytes: &[u8],
    token: &str,
    limit: Duration,
) -> Result<Signed, SignError> {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(&file, token).expect("written");
    let source = TokenSource::File(file.path().into());
    sign_from(&source, bytes, &served.signing_config(), &served.trust_root(), limit)
}

fn sign_from(
    source: &TokenSource,
    bytes: &[u8],
    config: &str,
    root: &str,
    limit: Duration,
) -> Result<Signed, SignError> {
    let services = Services::from_json(config).expect("services");
    let root = TrustRoot::from_json(root).expect("a root");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let work = warden_sign::keyless::sign(bytes, source, &services, &root, limit);
    runtime.expect("a runtime").block_on(work)
}

fn verify(bytes: &[u8], bundle: &str, root: &str) -> Result<Verified, VerifyError> {
    let policy = Policy::new(WORKFLOW, ISSUER).expect("a policy");
    let root = TrustRoot::from_json(root).expect("a root");
    warden_sign::keyless::verify(bytes, bundle.as_bytes(), &policy, &root)
}

/// An instance and a bundle that it made.
fn signed() -> (Served, String) {
    let served = Instance::new().serve(Behaviour::Good);
    let bundle = sign(&served, BYTES).expect("signed").bundle;
    (served, bundle)
}
