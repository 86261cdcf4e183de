//! All reading of files and directories, with bounds: only regular files (a
//! FIFO or a device would hang or never end), and never more than a config
//! can honestly need.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The largest config that is read. `~/.claude.json` grows to some megabytes.
pub(crate) const MAX_BYTES: u64 = 8 * 1024 * 1024;
/// Directory entries that are looked at in one search, at most.
const MAX_VISITED: usize = 20_000;
/// Names that are taken from one directory, at most.
const MAX_LISTED: usize = 2_000;

/// The bytes of a file; `None` if there is no such file.
pub(crate) fn read(path: &Path) -> Result<Option<Vec<u8>>, String> {
    let meta = match std::fs::metadata(path) {
        Ok(meta) => meta,
        Err(e) if is_absent(e.kind()) => return Ok(None),
        Err(e) => return Err(format!("cannot be read: {e}")),
    };
    if !meta.is_file() {
        return Err("is not a regular file".into());
    }
    let too_large = || format!("is larger than {} MiB", MAX_BYTES / 1024 / 1024);
    if meta.len() > MAX_BYTES {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity(meta.len() as usize);
    let file = File::open(path).map_err(|e| format!("cannot be read: {e}"))?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|e| format!("cannot be read: {e}"))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(too_large());
    }
    Ok(Some(bytes))
}

fn is_absent(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::NotFound | ErrorKind::NotADirectory)
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
