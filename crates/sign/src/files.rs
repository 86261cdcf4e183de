//! Key and signature files: where they are, read within bounds; keys are written
//! whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use warden_files::ReadError;

use crate::key::{KeyError, PublicKey, SecretKey};

/// Bytes that a key file may have; a real one has under 100.
const MAX_KEY: u64 = 4096;

/// What went wrong with a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum FileError {
    #[error("{}: {source}", path.display())]
    Read { path: PathBuf, source: ReadError },
    #[error("cannot write {}: {source}", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error("{} is not UTF-8", path.display())]
    NotText { path: PathBuf },
    #[error("{} exists; a key is not overwritten", path.display())]
    Exists { path: PathBuf },
    #[error("{}: {source}", path.display())]
    Key { path: PathBuf, source: KeyError },
}

/// `FILE.sig`: a signature with a key of one's own over all of the file.
pub fn signature_path(file: &Path) -> PathBuf {
    with_suffix(file, ".sig")
}

/// `FILE.sigstore.json`: a Sigstore bundle over all of the file.
pub fn bundle_path(file: &Path) -> PathBuf {
    with_suffix(file, ".sigstore.json")
}

/// `FILE.sigstore`: mcp-warden's bundle, over the statement of its digest.
pub fn reference_path(file: &Path) -> PathBuf {
    with_suffix(file, ".sigstore")
}

/// Where the public half of a key lies: beside it.
pub fn public_key_path(secret: &Path) -> PathBuf {
    with_suffix(secret, ".pub")
}

fn with_suffix(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// The content of a file of at most `limit` bytes.
///
/// # Errors
/// When it cannot be read or is larger.
pub fn read_bounded(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    warden_files::read(path, limit).map_err(|source| FileError::Read { path: path.into(), source })
}

/// The content of a text file of at most `limit` bytes.
///
/// # Errors
/// When it cannot be read, is larger, or is not UTF-8.
pub fn read_text(path: &Path, limit: u64) -> Result<String, FileError> {
    let bytes = read_bounded(path, limit)?;
    String::from_utf8(bytes).map_err(|_| FileError::NotText { path: path.into() })
}

/// Reads a public key.
///
/// # Errors
/// When it cannot be read or is no public key.
pub fn read_public_key(path: &Path) -> Result<PublicKey, FileError> {
    let text = zeroize::Zeroizing::new(read_text(path, MAX_KEY)?);
    PublicKey::parse(&text).map_err(|source| FileError::Key { path: path.into(), source })
}

/// Reads a secret key.
///
/// # Errors
/// When it cannot be read or is no secret key.
pub fn read_secret_key(path: &Path) -> Result<SecretKey, FileError> {
    let text = zeroize::Zeroizing::new(read_text(path, MAX_KEY)?);
    SecretKey::parse(&text).map_err(|source| FileError::Key { path: path.into(), source })
}

/// Writes a new key: the secret half for the owner only, the public half beside
/// it. Neither replaces a file.
///
/// # Errors
/// When one of the two exists or cannot be written; then neither is left.
pub fn write_key_pair(path: &Path, key: &SecretKey) -> Result<PathBuf, FileError> {
    let public = public_key_path(path);
    for place in [path, &public] {
        // A link that leads nowhere is something too.
        if place.symlink_metadata().is_ok() {
            return Err(FileError::Exists { path: place.into() });
        }
    }
    write_new(path, key.to_line().as_bytes(), 0o600)?;
    let written = write_new(&public, key.public().to_line().as_bytes(), 0o644);
    if written.is_err() {
        let _ = fs::remove_file(path);
    }
    written.map(|()| public)
}

fn write_new(path: &Path, bytes: &[u8], mode: u32) -> Result<(), FileError> {
    let fail = |source: io::Error| match source.kind() {
        io::ErrorKind::AlreadyExists => FileError::Exists { path: path.into() },
        _ => FileError::Write { path: path.into(), source },
    };
    let temp = prepared(path, bytes, mode).map_err(fail)?;
    temp.persist_noclobber(path).map_err(|e| fail(e.error))?;
    settle(path).map_err(fail)
}

/// The content on the disk, in a file beside the place it is for.
fn prepared(path: &Path, bytes: &[u8], mode: u32) -> io::Result<NamedTempFile> {
    if path.file_name().is_none() || path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let mut temp = warden_files::temporary(path, mode)?;
    temp.write_all(bytes)?;
    temp.as_file().sync_all()?;
    Ok(temp)
}

fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(dir) if !dir.as_os_str().is_empty() => dir,
        _ => Path::new("."),
    }
}

/// The new name too must be on the disk.
fn settle(path: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(directory(path))?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(dir: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(dir)
            .unwrap()
            .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_key_pair_is_written_once_and_read_back() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("k");
        let key = SecretKey::generate().unwrap();
        let public = write_key_pair(&path, &key).unwrap();
        assert_eq!(read_public_key(&public).unwrap(), key.public());
        assert_eq!(read_secret_key(&path).unwrap().public(), key.public());
        assert_eq!(names(dir.path()), ["k", "k.pub"]);
        let before = fs::read(&path).unwrap();
        let other = SecretKey::generate().unwrap();
        let e = write_key_pair(&path, &other).unwrap_err();
        assert!(matches!(e, FileError::Exists { .. }), "{e}");
        assert_eq!(fs::read(&path).unwrap(), before);
        assert_eq!(names(dir.path()), ["k", "k.pub"]);
    }

    #[test]
    fn an_existing_public_half_stops_it_too() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("k.pub"), "mine").unwrap();
        let e = write_key_pair(&dir.path().join("k"), &SecretKey::generate().unwrap()).unwrap_err();
        assert!(matches!(e, FileError::Exists { .. }), "{e}");
        assert_eq!(names(dir.path()), ["k.pub"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_secret_key_is_for_its_owner_only() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("k");
        write_key_pair(&path, &SecretKey::generate().unwrap()).unwrap();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_the_place_of_a_key_is_not_followed() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("elsewhere");
        std::os::unix::fs::symlink(&target, dir.path().join("k")).unwrap();
        let e = write_key_pair(&dir.path().join("k"), &SecretKey::generate().unwrap()).unwrap_err();
        assert!(matches!(e, FileError::Exists { .. }), "{e}");
        assert!(!target.exists());
    }

    #[test]
    fn reading_stops_at_the_limit() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x");
        fs::write(&path, [b'a'; 11]).unwrap();
        let e = read_bounded(&path, 10).unwrap_err();
        assert!(matches!(e, FileError::Read { source: ReadError::TooLarge(10), .. }), "{e}");
        assert_eq!(read_bounded(&path, 11).unwrap().len(), 11);
        fs::write(&path, b"\xff").unwrap();
        assert!(matches!(read_text(&path, 10), Err(FileError::NotText { .. })));
    }
}
