//! Reading a lock file. What is returned has been verified.

mod document;
mod fields;
mod own;
mod skeleton;

use std::sync::Arc;

use warden_core::json::{Limits, Mode, Val, read};

use crate::error::LockError;
use crate::file::{LockFile, Shape};
use crate::verify;

pub(crate) use fields::{below, invalid};

/// The value of `lockfile` in a file of many servers.
pub(crate) const MANY: &str = "warden.lock/1";

/// A hundred servers with ten thousand tools are some 40 MiB.
pub(crate) const LIMITS: Limits = Limits { bytes: 256 << 20, depth: 512, nodes: 1 << 25 };

/// Reads and verifies.
pub(crate) fn file(bytes: Arc<[u8]>) -> Result<LockFile, LockError> {
    let file = unverified(bytes)?;
    verify::file(&file)?;
    Ok(file)
}

/// Reads without looking at digests.
pub(crate) fn unverified(bytes: Arc<[u8]>) -> Result<LockFile, LockError> {
    let doc = read(bytes, Mode::Strict, &LIMITS)?;
    let root = doc.root();
    if !root.is_obj() {
        return Err(invalid("", "expected an object"));
    }
    if root.get("lockfile").is_some() {
        return many(root);
    }
    if root.get("schema_version").is_none() {
        return Err(invalid("/schema_version", "missing"));
    }
    let document = document::read(root, String::new())?;
    Ok(LockFile { shape: Shape::One, servers: vec![(String::new(), document)] })
}

fn many(root: Val<'_>) -> Result<LockFile, LockError> {
    let fields = fields::Fields::new(root, String::new(), &["lockfile", "servers"])?;
    let format = fields.string("lockfile")?;
    if format != MANY {
        let newer = format.strip_prefix("warden.lock/").and_then(|n| n.parse::<u64>().ok());
        return Err(match newer {
            Some(version) if version > 1 => {
                LockError::Newer { what: "lockfile format", version, known: 1 }
            }
            _ => invalid("/lockfile", "expected \"warden.lock/1\""),
        });
    }
    let servers = fields.need("servers")?;
    if !servers.is_obj() {
        return Err(invalid("/servers", "expected an object"));
    }
    let mut all = Vec::new();
    for (name, value) in servers.members() {
        let name = name.text().unwrap_or_default().into_owned();
        let document = document::read(value, below("/servers", &name))?;
        all.push((name, document));
    }
    Ok(LockFile { shape: Shape::Many, servers: all })
}
