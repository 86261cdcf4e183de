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
    let members: Vec<(Val<'_>, Val<'_>)> = servers.members().collect();
    let read = |members: &[(Val<'_>, Val<'_>)]| -> Result<Vec<_>, LockError> {
        let one = |(name, value): &(Val<'_>, Val<'_>)| {
            let name = name.text().unwrap_or_default().into_owned();
            let document = document::read(*value, below("/servers", &name))?;
            Ok((name, document))
        };
        members.iter().map(one).collect()
    };
    let mut servers = Vec::with_capacity(members.len());
    for part in shared_out(&members, read) {
        servers.append(&mut part?);
    }
    Ok(LockFile { shape: Shape::Many, servers })
}

/// Does the work on every core, and gives the results in their order: the
/// documents of a file stand for themselves.
pub(crate) fn shared_out<T: Sync, R: Send>(all: &[T], work: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from).min(8);
    let share = all.len().div_ceil(cores).max(1);
    let mut shares = all.chunks(share);
    let Some(own) = shares.next() else { return Vec::new() };
    std::thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> = shares.map(|s| scope.spawn(move || work(s))).collect();
        let mut results = vec![work(own)];
        for other in others {
            // A panic goes on in here, as it would without threads.
            results.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        results
    })
}
