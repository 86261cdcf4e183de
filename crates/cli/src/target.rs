//! A file that is being written: whole or not at all. It is written beside
//! its place, synced, and renamed over it; a signal on the way leaves the old
//! one.

use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

use crate::failure::Failure;
use crate::signals;

/// Files under construction. A signal ends the program without unwinding, so
/// nothing else would remove them.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn unfinished() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes every file under construction, before the program is ended.
pub(crate) fn remove_unfinished() {
    for path in unfinished().iter() {
        let _ = std::fs::remove_file(path);
    }
}

/// A file that is being written: beside its place until it is whole.
pub(crate) enum Target {
    /// An ordinary file: written beside it, then renamed over it.
    Replace(NamedTempFile, PathBuf),
    /// A pipe or device: written as it is.
    Direct(std::fs::File, PathBuf),
}

impl Target {
    /// Opens it, so that a wrong path fails before any work. A new file has the
    /// mode of any created file: what the umask leaves of rw-rw-rw-.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        Self::open_as(path, 0o666)
    }

    /// The same for a file that nobody else is to read.
    pub(crate) fn open_private(path: &Path) -> Result<Self, Failure> {
        Self::open_as(path, 0o600)
    }

    fn open_as(path: &Path, mode: u32) -> Result<Self, Failure> {
        let fail = |source| Failure::Write { path: path.into(), source };
        if path.metadata().is_ok_and(|m| !m.is_file()) {
            let file = std::fs::OpenOptions::new().write(true).open(path).map_err(fail)?;
            return Ok(Self::Direct(file, path.into()));
        }
        // Follow a symlink, so that the file it names is replaced and not it.
        let place = path.canonicalize().or_else(|_| new_place(path)).map_err(fail)?;
        // Held meanwhile, so that no signal comes between making and noting it.
        let mut unfinished = unfinished();
        let temp = warden_files::temporary(&place, mode).map_err(fail)?;
        unfinished.insert(temp.path().to_path_buf());
        drop(unfinished);
        // A file that is replaced keeps its mode: it may have been private.
        if let Ok(old) = place.metadata() {
            temp.as_file().set_permissions(old.permissions()).map_err(fail)?;
        }
        Ok(Self::Replace(temp, place))
    }

    /// Writes it whole, or leaves what was there.
    pub(crate) fn write(
        self,
        render: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        match self {
            Self::Direct(file, path) => {
                let mut out = BufWriter::new(file);
                render(&mut out)
                    .and_then(|()| out.flush())
                    .map_err(|source| Failure::Write { path, source })
            }
            Self::Replace(temp, path) => {
                let fail = |source| Failure::Write { path: path.clone(), source };
                let mut out = BufWriter::new(temp.as_file());
                render(&mut out).and_then(|()| out.flush()).map_err(fail)?;
                drop(out);
                temp.as_file().sync_all().map_err(fail)?;
                signals::still_running();
                let name = temp.path().to_path_buf();
                temp.persist(&path).map_err(|e| fail(e.error))?;
                unfinished().remove(&name);
                sync_directory(&path);
                Ok(())
            }
        }
    }
}

/// Where a file would be that is not there yet.
fn new_place(path: &Path) -> io::Result<PathBuf> {
    let dir = match path.parent() {
        Some(dir) if !dir.as_os_str().is_empty() => dir,
        _ => Path::new("."),
    };
    let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    Ok(dir.canonicalize()?.join(name))
}

/// A rename lasts only once its directory was synced; where that cannot be
/// done the file is there all the same.
fn sync_directory(path: &Path) {
    if let Some(dir) = path.parent()
        && let Ok(dir) = std::fs::File::open(dir)
    {
        let _ = dir.sync_all();
    }
}
