//! All reading of files and directories, with bounds: only regular files (a
//! FIFO or a device would hang or never end), and never more than a config
//! can honestly need.

use std::path::{Path, PathBuf};

use warden_files::ReadError;

/// The largest config that is read. `~/.claude.json` grows to some megabytes.
pub(crate) const MAX_BYTES: u64 = 8 * 1024 * 1024;
/// Directory entries that are looked at in one search, at most.
const MAX_VISITED: usize = 20_000;
/// Names that are taken from one directory, at most.
const MAX_LISTED: usize = 2_000;

/// The bytes of a file; `None` if there is no such file.
pub(crate) fn read(path: &Path) -> Result<Option<Vec<u8>>, String> {
    match warden_files::read(path, MAX_BYTES) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(e) if e.is_absent() => Ok(None),
        Err(ReadError::Io(e)) => Err(format!("cannot be read: {e}")),
        Err(ReadError::NotRegular(_)) => Err("is not a regular file".into()),
        Err(_) => Err(format!("is larger than {} MiB", MAX_BYTES / 1024 / 1024)),
    }
}

/// Whether something is there, whatever it is.
pub(crate) fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Whether a program could be meant by this path.
pub(crate) fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// What is in a directory, sorted; nothing if it cannot be read.
pub(crate) fn list(dir: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(dir) else { return Vec::new() };
    let mut paths: Vec<_> = entries.take(MAX_LISTED).flatten().map(|e| e.path()).collect();
    paths.sort();
    paths
}

/// The files in a directory that have one of these extensions, sorted.
pub(crate) fn list_ext(dir: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let wanted = |p: &PathBuf| {
        p.extension().and_then(|e| e.to_str()).is_some_and(|e| extensions.contains(&e))
    };
    list(dir).into_iter().filter(wanted).collect()
}

/// Files of one of these names anywhere below a directory, sorted, without
/// following links to directories.
pub(crate) fn find(dir: &Path, names: &[&str], depth: usize) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut visited = 0;
    search(dir, names, depth, &mut visited, &mut found);
    found
}

fn search(dir: &Path, names: &[&str], depth: usize, visited: &mut usize, found: &mut Vec<PathBuf>) {
    for path in list(dir) {
        *visited += 1;
        if *visited > MAX_VISITED {
            return;
        }
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        let Ok(meta) = path.symlink_metadata() else { continue };
        if meta.is_dir() {
            if depth > 0 && name != "node_modules" && name != ".git" {
                search(&path, names, depth - 1, visited, found);
            }
        } else if names.contains(&name) {
            found.push(path);
        }
    }
}
