//! Where state is kept.

use std::fs::File;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// The directory that was named, else that of `WARDEN_STATE_DIR`, else
/// `warden` in the state directory of the system.
pub(crate) fn directory(named: Option<&Path>) -> Result<PathBuf, Failure> {
    let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let absolute = |name: &str| set(name).filter(|p| p.is_absolute());
    named
        .map(Path::to_path_buf)
        .or_else(|| set("WARDEN_STATE_DIR"))
        .or_else(|| absolute("XDG_STATE_HOME").map(|d| d.join("warden")))
        .or_else(|| system(&absolute))
        .ok_or_else(|| {
            Failure::Config("there is no state directory: set HOME or WARDEN_STATE_DIR".into())
        })
}

#[cfg(target_os = "macos")]
fn system(absolute: &dyn Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    absolute("HOME").map(|d| d.join("Library/Application Support/warden"))
}

#[cfg(windows)]
fn system(absolute: &dyn Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    absolute("LOCALAPPDATA").map(|d| d.join("warden"))
}

#[cfg(not(any(windows, target_os = "macos")))]
fn system(absolute: &dyn Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    absolute("HOME").map(|d| d.join(".local/state/warden"))
}

/// Makes a directory that nobody else can read, and those above it.
pub(crate) fn make_private(dir: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir)
}

/// Keeps others out until it is dropped. The system gives the lock up when its
/// holder ends, however it ends.
pub(crate) fn hold(path: &Path) -> std::io::Result<File> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    file.lock()?;
    Ok(file)
}
