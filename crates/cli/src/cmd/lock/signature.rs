//! Whether a lock has the signature that is asked for: `check --verify` and
//! `lock verify`. Asks nobody on the network.

use std::path::Path;

use warden_core::Untrusted;
use warden_sign::{detached, files};

use super::keyless;
use super::signable::{Signable, failure};
use crate::args::{VerifyArgs, WhoseArgs};
use crate::failure::Failure;

/// Whose signature is asked for, if any is.
///
/// # Errors
/// When one is asked for and nobody is named, or the other way round.
pub(super) fn wanted(args: &VerifyArgs) -> Result<Option<&WhoseArgs>, Failure> {
    match (args.verify, args.whose.any()) {
        (true, true) => Ok(Some(&args.whose)),
        (true, false) => Err(Failure::Usage(
            "--verify needs to know whose signature counts: --key FILE, or \
             --certificate-identity IDENTITY with --certificate-oidc-issuer URL"
                .into(),
        )),
        (false, true) => Err(Failure::Usage("nothing is verified without --verify".into())),
        (false, false) => Ok(None),
    }
}

/// Verifies the signature of a lock. What comes back can be shown to a person:
/// whose it is, and what it does not cover.
///
/// # Errors
/// When there is no such signature, or one that does not hold.
pub(super) fn verify(lock: &Signable, whose: &WhoseArgs) -> Result<Vec<String>, Failure> {
    let said = match (&whose.key, &whose.certificate_identity, &whose.certificate_oidc_issuer) {
        (Some(key), ..) => with_key(lock, key),
        (None, Some(identity), Some(issuer)) => with_identity(lock, identity, issuer, whose),
        // clap lets neither half pass alone.
        _ => Err(Failure::Usage("an identity counts only with who vouches for it".into())),
    };
    Ok(said?.iter().map(|line| Untrusted::from(line.as_str()).term()).collect())
}

fn with_key(lock: &Signable, key: &Path) -> Result<Vec<String>, Failure> {
    let key = files::read_public_key(key).map_err(failure)?;
    let place = files::signature_path(&lock.path);
    let signature = read(&place, detached::MAX_BYTES as u64, lock)?;
    detached::verify(&lock.form()?, &signature, &key).map_err(|e| refused(lock, &e))?;
    Ok(vec![format!("signature verified: key {}", key.id())])
}

fn with_identity(
    lock: &Signable,
    identity: &str,
    issuer: &str,
    whose: &WhoseArgs,
) -> Result<Vec<String>, Failure> {
    let verifier = keyless::Verifier::new(identity, issuer, whose.trust_root.as_deref())?;
    let whole = files::bundle_path(&lock.path);
    // A lock of ours that lost its signature must not pass by the lesser one, nor
    // one that was made to look like mcp-warden's: whose it is, is not signed.
    let lesser = files::reference_path(&lock.path);
    if !whole.exists() && !whose.compat && lesser.exists() {
        let (lock, lesser) = (lock.path.display(), lesser.display());
        return Err(Failure::Config(format!(
            "{lock} is not signed: there is no {}; {lesser} is mcp-warden's signature, which \
             covers less; to accept that: --compat",
            whole.display()
        )));
    }
    if whole.exists() || !whose.compat {
        let bundle = read(&whole, keyless::MAX_BUNDLE, lock)?;
        return verifier.verify(&lock.form()?, &bundle).map_err(|e| refused(lock, &e));
    }
    let statement = lock.statement(whose.coordinate.as_deref())?;
    let bundle = read(&files::reference_path(&lock.path), keyless::MAX_BUNDLE, lock)?;
    let mut said = verifier.verify(&statement, &bundle).map_err(|e| refused(lock, &e))?;
    said.push(
        "this is mcp-warden's signature: it covers overall_digest, not the findings, the \
         approval or the definitions beside it"
            .into(),
    );
    Ok(said)
}

fn read(place: &Path, limit: u64, lock: &Signable) -> Result<Vec<u8>, Failure> {
    if !place.exists() {
        let (lock, place) = (lock.path.display(), place.display());
        return Err(Failure::Config(format!("{lock} is not signed: there is no {place}")));
    }
    files::read_bounded(place, limit).map_err(failure)
}

/// The text can quote a bundle or a certificate.
fn refused(lock: &Signable, why: &dyn std::fmt::Display) -> Failure {
    let why = Untrusted::from(why.to_string()).term();
    Failure::Config(format!("{}: {why}", lock.path.display()))
}
