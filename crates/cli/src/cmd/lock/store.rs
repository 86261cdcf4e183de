//! Lock files on disk: read whole, written whole or not at all, and never over
//! what somebody else wrote meanwhile.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use warden_lock::LockFile;

use crate::failure::Failure;
use crate::target::Target;

/// A hundred servers with ten thousand tools are some 40 MiB.
const MAX_BYTES: u64 = 256 << 20;

/// A file as it was when it was read.
pub(crate) struct Stored {
    path: PathBuf,
    /// Its bytes; `None` if it was not there.
    before: Option<Arc<[u8]>>,
}

impl Stored {
    /// Reads the file, if there is one.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        Ok(Self { path: path.into(), before: read(path)? })
    }

    /// The verified content, if there is a file.
    pub(crate) fn lock(&self) -> Result<Option<LockFile>, Failure> {
        self.before.as_ref().map(|bytes| parse(&self.path, Arc::clone(bytes))).transpose()
    }

    /// Its bytes as they were read, if there was a file.
    pub(crate) fn bytes(&self) -> Option<Arc<[u8]>> {
        self.before.clone()
    }

    /// Writes the file, unless somebody else has changed it since it was read;
    /// returns what was written.
    pub(crate) fn write(&self, lock: &LockFile) -> Result<Arc<[u8]>, Failure> {
        let bytes: Arc<[u8]> = lock.to_bytes().into();
        // What is written can be read: anything else would be found too late.
        parse(&self.path, Arc::clone(&bytes))?;
        let target = Target::open(&self.path)?;
        let held = hold(&self.path);
        if read(&self.path)? != self.before {
            return Err(Failure::Config(format!(
                "{}: somebody else has changed it meanwhile, and it was not written; try again",
                self.path.display()
            )));
        }
        target.write(|out| out.write_all(&bytes))?;
        drop(held);
        Ok(bytes)
    }
}

/// The verified content of bytes that were read from or written to a file.
pub(crate) fn content(path: &Path, bytes: Arc<[u8]>) -> Result<LockFile, Failure> {
    parse(path, bytes)
}

/// Reads and verifies a lock that must be there.
pub(crate) fn load(path: &Path) -> Result<LockFile, Failure> {
    load_with_bytes(path).map(|(lock, _)| lock)
}

/// Reads and verifies a lock that is only looked at: it may come out of a pipe,
/// as in `warden diff <(git show main:warden.lock) warden.lock`.
pub(crate) fn look_at(path: &Path) -> Result<LockFile, Failure> {
    let read = warden_files::read_or_pipe(path, MAX_BYTES);
    parse(path, read.map_err(|e| Failure::file(path, e))?.into())
}

/// The same with the bytes it was read from.
pub(crate) fn load_with_bytes(path: &Path) -> Result<(LockFile, Arc<[u8]>), Failure> {
    let Some(bytes) = read(path)? else {
        return Err(Failure::Config(format!(
            "{}: there is no such lock; to make one: warden pin --lock {} -- COMMAND",
            path.display(),
            path.display()
        )));
    };
    Ok((parse(path, Arc::clone(&bytes))?, bytes))
}

fn parse(path: &Path, bytes: Arc<[u8]>) -> Result<LockFile, Failure> {
    LockFile::parse(bytes)
        .map_err(|e| Failure::Config(format!("{}: {e}{}", path.display(), next(&e))))
}

/// What to do about it.
fn next(error: &warden_lock::LockError) -> &'static str {
    use warden_lock::LockError as E;
    match error {
        E::Tampered { .. } | E::Inconsistent { .. } | E::StaleApproval => {
            "\nrestore it from version control, or read what the server says and pin it anew"
        }
        E::Newer { .. } => "\nupdate Warden",
        _ => "",
    }
}

fn read(path: &Path) -> Result<Option<Arc<[u8]>>, Failure> {
    match warden_files::read(path, MAX_BYTES) {
        Ok(bytes) => Ok(Some(bytes.into())),
        Err(e) if e.is_absent() => Ok(None),
        Err(e) => Err(Failure::file(path, e)),
    }
}

/// How long another writer is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// Keeps other writers of the same directory out until it is dropped. Where a
/// directory cannot be locked, or somebody holds it for long, the comparison
/// before the write has to do.
fn hold(path: &Path) -> Option<std::fs::File> {
    let dir = path.parent().filter(|d| !d.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let dir = std::fs::File::open(dir).ok()?;
    let until = Instant::now() + PATIENCE;
    while dir.try_lock().is_err() {
        if Instant::now() >= until {
            return None;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Some(dir)
}
