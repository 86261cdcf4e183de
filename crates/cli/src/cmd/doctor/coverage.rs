//! Which servers the locks of a project cover.

use std::path::{Path, PathBuf};

use warden_core::report::SourceReport;
use warden_core::{Endpoint, Finding, Gate, Subject};
use warden_lock::{Document, LockFile};

use super::rules::{NO_LOCK, UNAPPROVED};
use crate::cmd::lock::store;

/// Directories below the project that are looked into, at most.
const MAX_DEPTH: usize = 4;
/// Files and directories that are looked at, at most.
const MAX_ENTRIES: usize = 20_000;

/// The locks below a directory.
pub(super) struct Locks {
    files: Vec<(PathBuf, LockFile)>,
    /// Locks that could not be read: what they cover is not known.
    pub(super) broken: Vec<SourceReport>,
}

impl Locks {
    /// Finds `warden.lock` and `*.warden.lock`; links are not followed.
    pub(super) fn find(root: &Path) -> Self {
        let mut this = Self { files: Vec::new(), broken: Vec::new() };
        let mut paths = Vec::new();
        let mut left = MAX_ENTRIES;
        walk(root, MAX_DEPTH, &mut left, &mut paths);
        paths.sort();
        for path in paths {
            match store::load(&path) {
                Ok(lock) => this.files.push((path, lock)),
                Err(e) => this.broken.push(SourceReport {
                    path,
                    client: "warden".into(),
                    scope: "project".into(),
                    servers: 0,
                    error: Some(e.to_string()),
                }),
            }
        }
        this
    }

    /// What is to be said of a server that is started or reached like this.
    pub(super) fn finding(&self, endpoint: &Endpoint) -> Option<Finding> {
        let identity = warden_engine::launch_identity(endpoint);
        let all = self
            .files
            .iter()
            .flat_map(|(path, lock)| lock.servers.iter().map(move |(_, d)| (path, d)));
        let mut of_it = all.filter(|(_, d)| covers(d, endpoint, &identity)).peekable();
        let Some((path, _)) = of_it.peek().copied() else {
            return Some(NO_LOCK.finding(Gate::Lock, Subject::Launch, NO_LOCK.title));
        };
        let unapproved = !of_it.any(|(_, d)| d.pin.approved);
        unapproved.then(|| {
            let message = format!("{} pins it, and nobody has approved that", path.display());
            UNAPPROVED.finding(Gate::Lock, Subject::Launch, message)
        })
    }
}

fn covers(document: &Document, endpoint: &Endpoint, identity: &str) -> bool {
    if document.own.as_ref().is_some_and(|own| own.identity == identity) {
        return true;
    }
    match endpoint {
        Endpoint::Stdio(l) => {
            document.server.command == l.command && document.server.args == l.args
        }
        Endpoint::Http(r) => document.server.url.as_deref() == Some(r.url.as_str()),
    }
}

fn walk(dir: &Path, depth: usize, left: &mut usize, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for entry in entries.flatten() {
        if *left == 0 {
            return;
        }
        *left -= 1;
        let Ok(kind) = entry.file_type() else { continue };
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if kind.is_file() && (name == "warden.lock" || name.ends_with(".warden.lock")) {
            out.push(entry.path());
        }
        // Where packages and builds are kept is nobody's project.
        let skipped = name.starts_with('.') || name == "node_modules" || name == "target";
        if kind.is_dir() && depth > 0 && !skipped {
            walk(&entry.path(), depth - 1, left, out);
        }
    }
}
