//! Writing the signatures of a lock: `warden lock sign` and `pin --sign`.

use std::path::{Path, PathBuf};

use serde_json::json;
use warden_core::{Exit, Untrusted};
use warden_sign::{SecretKey, detached, files};

use super::keyless;
use super::signable::{Signable, failure};
use crate::args::{LockSignArgs, SignerArgs};
use crate::cmd::print;
use crate::failure::Failure;
use crate::signals;
use crate::target::Target;

/// mcp-warden's signature is wanted too.
#[derive(Clone, Copy, Debug)]
pub(super) struct Compat<'a> {
    /// The package that it is to name.
    pub(super) coordinate: Option<&'a str>,
}

/// With what is signed; made before any work, so that a missing key or a wrong
/// trust root fails at once.
pub(super) enum Hand {
    /// A key of one's own.
    Key(Box<SecretKey>),
    /// An identity.
    Identity(Box<keyless::Signer>),
}

/// What was signed and where the signatures are. The texts can be shown.
pub(super) struct Written {
    /// By whom.
    pub(super) signer: String,
    /// The files that were written.
    pub(super) files: Vec<String>,
}

/// Runs `warden lock sign`.
pub(super) fn run(args: &LockSignArgs) -> Result<Exit, Failure> {
    signals::watch()?;
    let hand = Hand::new(&args.signer)?;
    let compat = args.compat.then_some(Compat { coordinate: args.coordinate.as_deref() });
    let written = hand.sign(&Signable::load(&args.lock)?, compat)?;
    let lock = super::shown(&args.lock);
    if args.json {
        let text = json!({"lock": lock, "signer": written.signer, "signatures": written.files});
        print(&format!("{text}\n"))?;
    } else {
        let files = written.files.join(", ");
        print(&format!("signed {lock}\n  by: {}\n  in: {files}\n", written.signer))?;
    }
    Ok(Exit::Clean)
}

impl Hand {
    /// From what was typed.
    ///
    /// # Errors
    /// When the key or the trust root is not usable.
    pub(super) fn new(args: &SignerArgs) -> Result<Self, Failure> {
        Ok(match &args.key {
            Some(key) => Self::Key(Box::new(files::read_secret_key(key).map_err(failure)?)),
            None => Self::Identity(Box::new(keyless::Signer::new(args)?)),
        })
    }

    /// Signs a lock. The files are written when all signatures could be made.
    ///
    /// # Errors
    /// When the identity, a service or a place is not usable. No signature file
    /// is touched then.
    pub(super) fn sign(
        &self,
        lock: &Signable,
        compat: Option<Compat<'_>>,
    ) -> Result<Written, Failure> {
        let form = lock.form()?;
        match self {
            Self::Key(key) => {
                let place = Place::open(files::signature_path(&lock.path))?;
                let files = vec![place.write(&detached::sign(&form, key))?];
                Ok(Written { signer: format!("key {}", key.public().id()), files })
            }
            Self::Identity(signer) => with_identity(signer, lock, &form, compat),
        }
    }
}

fn with_identity(
    signer: &keyless::Signer,
    lock: &Signable,
    form: &[u8],
    compat: Option<Compat<'_>>,
) -> Result<Written, Failure> {
    let statement = compat.map(|c| lock.statement(c.coordinate)).transpose()?;
    // Before the signature is recorded in public for ever.
    let whole = Place::open(files::bundle_path(&lock.path))?;
    let lesser = statement.as_ref().map(|_| Place::open(files::reference_path(&lock.path)));
    let lesser = lesser.transpose()?;
    let made = signer.sign(form)?;
    let also = statement.map(|statement| signer.sign(&statement)).transpose()?;
    let mut files = vec![whole.write(&made.bundle)?];
    if let (Some(place), Some(also)) = (lesser, also) {
        files.push(place.write(&also.bundle)?);
    }
    Ok(Written { signer: Untrusted::from(made.signer.as_str()).term(), files })
}

/// A signature file that is to be written.
struct Place(PathBuf, Target);

impl Place {
    fn open(path: PathBuf) -> Result<Self, Failure> {
        let target = Target::open(&path)?;
        Ok(Self(path, target))
    }

    fn write(self, text: &str) -> Result<String, Failure> {
        self.1.write(|out| out.write_all(text.as_bytes()))?;
        Ok(super::shown(&self.0))
    }
}

/// The signature files that lie beside a lock.
pub(super) fn present(lock: &Path) -> Vec<String> {
    let all = [files::signature_path(lock), files::bundle_path(lock), files::reference_path(lock)];
    all.iter().filter(|path| path.exists()).map(|path| super::shown(path)).collect()
}
