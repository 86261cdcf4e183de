//! Writing the signatures of a lock: `warden lock sign` and `pin --sign`.

use std::path::{Path, PathBuf};

use serde_json::json;
use warden_core::Exit;
use warden_lock::{LockFile, Shape, signing_bytes};
use warden_sign::{detached, files, reference};

use super::keygen::failure;
use super::keyless;
use crate::args::{LockSignArgs, SignerArgs};
use crate::cmd::print;
use crate::failure::Failure;

/// Bytes that a lock may have.
const MAX_LOCK: u64 = 256 << 20;

/// A lock as it lies in its file, read and found to agree with itself.
pub(super) struct Signable {
    pub(super) path: PathBuf,
    pub(super) file: LockFile,
    /// What a signature covers.
    pub(super) form: Vec<u8>,
}

/// What was signed and where the signatures are.
pub(crate) struct Written {
    /// One line: by whom.
    pub(crate) signer: String,
    /// The files that were written.
    pub(crate) files: Vec<PathBuf>,
}

/// mcp-warden's signature is wanted too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compat<'a> {
    /// The package that it is to name.
    pub(crate) coordinate: Option<&'a str>,
}

/// Runs `warden lock sign`.
pub(crate) fn run(args: &LockSignArgs) -> Result<Exit, Failure> {
    let compat = args.compat.then(|| Compat { coordinate: args.coordinate.as_deref() });
    let written = sign_file(&args.lock, &args.signer, compat)?;
    let shown: Vec<String> = written.files.iter().map(|f| super::shown(f)).collect();
    if args.json {
        let lock = args.lock.to_string_lossy();
        let text = json!({"lock": lock, "signer": written.signer, "signatures": shown});
        print(&format!("{text}\n"))?;
    } else {
        let lock = super::shown(&args.lock);
        let signer = warden_core::Untrusted::from(written.signer.as_str()).term();
        print(&format!("signed {lock}\n  by: {signer}\n  in: {}\n", shown.join(", ")))?;
    }
    Ok(Exit::Clean)
}

/// Signs the lock that lies there. A signature is written when all of them
/// could be made; a lock that does not agree with itself is not signed.
///
/// # Errors
/// When the lock, the key, the identity or a service is not usable. No
/// signature file is touched then.
pub(crate) fn sign_file(
    path: &Path,
    signer: &SignerArgs,
    compat: Option<Compat<'_>>,
) -> Result<Written, Failure> {
    let lock = Signable::read(path)?;
    if let Some(key) = &signer.key {
        return with_key(&lock, key);
    }
    let statement = compat.map(|c| lock.statement(c.coordinate)).transpose()?;
    let mut signer = keyless::Signer::new(signer)?;
    let whole = signer.sign(&lock.form)?;
    let mut made = vec![(files::bundle_path(path), whole.bundle)];
    if let Some(statement) = statement {
        made.push((files::reference_path(path), signer.sign(&statement)?.bundle));
    }
    for (place, bundle) in &made {
        files::replace(place, bundle.as_bytes()).map_err(failure)?;
    }
    let files = made.into_iter().map(|(place, _)| place).collect();
    Ok(Written { signer: whole.signer, files })
}

fn with_key(lock: &Signable, key: &Path) -> Result<Written, Failure> {
    let key = files::read_secret_key(key).map_err(failure)?;
    let place = files::signature_path(&lock.path);
    files::replace(&place, detached::sign(&lock.form, &key).as_bytes()).map_err(failure)?;
    Ok(Written { signer: format!("key {}", key.public().id()), files: vec![place] })
}

impl Signable {
    /// Reads a lock and verifies its digests.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let bytes = files::read_bounded(path, MAX_LOCK).map_err(failure)?;
        let wrong = |e| Failure::Config(format!("{}: {e}", path.display()));
        let bytes: std::sync::Arc<[u8]> = bytes.into();
        let file = LockFile::parse(bytes.clone()).map_err(wrong)?;
        let form = signing_bytes(bytes).map_err(wrong)?;
        Ok(Self { path: path.into(), file, form })
    }

    /// What mcp-warden signs of it.
    pub(super) fn statement(&self, coordinate: Option<&str>) -> Result<Vec<u8>, Failure> {
        let usage = |text: String| Failure::Usage(text);
        match (self.file.shape, self.file.servers.first()) {
            (Shape::One, Some((_, document))) => {
                let statement = reference::statement(&document.overall_digest, coordinate);
                statement.map_err(|e| usage(e.to_string()))
            }
            _ => Err(usage("--compat: mcp-warden knows locks of one server only".into())),
        }
    }
}
