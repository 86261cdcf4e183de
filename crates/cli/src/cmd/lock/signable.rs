//! A lock as signatures see it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use warden_lock::{LockFile, Shape, signing_bytes};
use warden_sign::{FileError, reference};

use super::store;
use crate::failure::Failure;

/// A lock that was read once and found to agree with itself: what is verified
/// and what is compared are the same bytes.
pub(super) struct Signable {
    pub(super) path: PathBuf,
    pub(super) file: LockFile,
    bytes: Arc<[u8]>,
}

impl Signable {
    /// Reads a lock that must be there and verifies its digests.
    pub(super) fn load(path: &Path) -> Result<Self, Failure> {
        let (file, bytes) = store::load_with_bytes(path)?;
        Ok(Self { path: path.into(), file, bytes })
    }

    /// A lock of which these bytes were just written to its file.
    pub(super) fn written(path: &Path, bytes: Arc<[u8]>) -> Result<Self, Failure> {
        Ok(Self { path: path.into(), file: store::content(path, Arc::clone(&bytes))?, bytes })
    }

    /// What a signature covers.
    pub(super) fn form(&self) -> Result<Vec<u8>, Failure> {
        let wrong = |e| Failure::Config(format!("{}: {e}", self.path.display()));
        signing_bytes(Arc::clone(&self.bytes)).map_err(wrong)
    }

    /// What mcp-warden signs of it.
    pub(super) fn statement(&self, coordinate: Option<&str>) -> Result<Vec<u8>, Failure> {
        match (self.file.shape, self.file.servers.first()) {
            (Shape::One, Some((_, document))) => {
                reference::statement(&document.overall_digest, coordinate)
                    .map_err(|e| Failure::Usage(e.to_string()))
            }
            _ => Err(Failure::Usage("--compat: mcp-warden knows locks of one server only".into())),
        }
    }
}

/// A key or signature file that is not usable.
pub(super) fn failure(error: FileError) -> Failure {
    match error {
        FileError::Read { path, source } => Failure::file(&path, source),
        FileError::Write { path, source } => Failure::Write { path, source },
        other => Failure::Config(other.to_string()),
    }
}
