//! Approvals of calls that a person gave until a day: one file a server.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use warden_core::digest::sha256_hex;
use warden_guard::Approvals;

use crate::failure::Failure;
use crate::plan::{is_date, now};
use crate::state;
use crate::target::Target;

/// A file larger than this is none of ours.
const MAX_BYTES: u64 = 4 << 20;
/// Approvals of one server; the oldest are forgotten.
const MAX: usize = 1000;
/// An approval for longer than this is a policy and belongs into one.
const MAX_DAYS: u64 = 366;

/// What a person approved for a server.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
struct ApprovalFile {
    format: u32,
    id: String,
    approvals: Vec<Approval>,
}

/// One approval.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Approval {
    pub(crate) tool: String,
    /// The digest of the definition that it is bound to.
    pub(crate) definition: String,
    /// The last day.
    pub(crate) until: String,
    /// When it was given.
    pub(crate) at: String,
}

/// The approvals of one server.
#[derive(Clone, Debug)]
pub(crate) struct ApprovalStore {
    path: PathBuf,
    id: String,
}

impl ApprovalStore {
    /// Those of that id, in the state directory.
    pub(crate) fn new(state_dir: Option<&Path>, id: &str) -> Result<Self, Failure> {
        let dir = state::directory(state_dir)?.join("v1").join("approvals");
        Ok(Self { path: dir.join(format!("{}.json", sha256_hex(id.as_bytes()))), id: id.into() })
    }

    /// Those that have not run out.
    pub(crate) fn current(&self) -> Result<Vec<Approval>, Failure> {
        let today = day(&now());
        let mut file = self.read()?;
        file.approvals.retain(|a| a.until >= today);
        Ok(file.approvals)
    }

    /// Forgets all of them.
    pub(crate) fn clear(&self) -> Result<(), Failure> {
        match std::fs::remove_file(&self.path) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
                Err(Failure::Write { path: self.path.clone(), source: e })
            }
            _ => Ok(()),
        }
    }

    fn read(&self) -> Result<ApprovalFile, Failure> {
        let empty = ApprovalFile { format: 1, id: self.id.clone(), approvals: Vec::new() };
        let bytes = match warden_files::read(&self.path, MAX_BYTES) {
            Ok(bytes) => bytes,
            Err(e) if e.is_absent() => return Ok(empty),
            Err(e) => return Err(Failure::file(&self.path, e)),
        };
        let file: ApprovalFile =
            serde_json::from_slice(&bytes).map_err(|e| self.wrong(&e.to_string()))?;
        if file.format != 1 || file.id != self.id {
            return Err(self.wrong("of another server, or written by a newer Warden"));
        }
        Ok(file)
    }

    fn wrong(&self, why: &str) -> Failure {
        let why = warden_core::Untrusted::from(why).term_limited(200);
        Failure::Config(format!("{}: {why}", self.path.display()))
    }

    fn add(&self, approval: Approval) -> Result<(), Failure> {
        let fail = |source| Failure::Write { path: self.path.clone(), source };
        let dir = self.path.parent().unwrap_or(Path::new("."));
        state::make_private(dir).map_err(fail)?;
        let held = state::hold(&self.path.with_extension("lock")).map_err(fail)?;
        let mut file = self.read()?;
        let today = day(&approval.at);
        let (tool, definition) = (&approval.tool, &approval.definition);
        file.approvals
            .retain(|a| a.until >= today && !(a.tool == *tool && a.definition == *definition));
        let excess = (file.approvals.len() + 1).saturating_sub(MAX);
        file.approvals.drain(..excess);
        file.approvals.push(approval);
        let text = serde_json::to_vec_pretty(&file).map_err(|e| fail(std::io::Error::other(e)))?;
        Target::open_private(&self.path)?.write(|out| out.write_all(&text))?;
        drop(held);
        Ok(())
    }
}

impl Approvals for ApprovalStore {
    /// A file that cannot be read approves nothing.
    fn holds(&mut self, tool: &str, definition: &str) -> bool {
        let current = self.current().unwrap_or_default();
        current.iter().any(|a| a.tool == tool && a.definition == definition)
    }

    fn keep(&mut self, tool: &str, definition: &str, until: &str) -> Result<(), String> {
        let at = now();
        if !is_date(until) || until < day(&at).as_str() {
            return Err("there is no such day ahead (YYYY-MM-DD)".to_owned());
        }
        let last = std::time::SystemTime::now() + std::time::Duration::from_secs(86_400 * MAX_DAYS);
        if until > day(&humantime::format_rfc3339_seconds(last).to_string()).as_str() {
            return Err(format!("that is more than {MAX_DAYS} days ahead"));
        }
        let approval = Approval {
            tool: tool.to_owned(),
            definition: definition.to_owned(),
            until: until.to_owned(),
            at,
        };
        self.add(approval).map_err(|e| e.to_string())
    }
}

fn day(time: &str) -> String {
    time.chars().take(10).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_approval_is_bound_to_tool_definition_and_day() {
        let dir = tempfile::tempdir().expect("a directory");
        let mut store = ApprovalStore::new(Some(dir.path()), "shop").expect("a store");
        let today = day(&now());
        assert!(!store.holds("pay", "sha256:1"));
        store.keep("pay", "sha256:1", &today).expect("kept");
        assert!(store.holds("pay", "sha256:1"), "the last day counts");
        assert!(!store.holds("pay", "sha256:2") && !store.holds("buy", "sha256:1"));
        for wrong in ["2020-01-01", "soon", "2999-01-01", "2027-02-30", ""] {
            assert!(store.keep("buy", "sha256:1", wrong).is_err(), "{wrong}");
        }
        let mut other = ApprovalStore::new(Some(dir.path()), "other").expect("a store");
        assert!(!other.holds("pay", "sha256:1"));
        std::fs::write(&store.path, "{").expect("written");
        assert!(!store.holds("pay", "sha256:1"), "what cannot be read approves nothing");
        assert!(store.keep("pay", "sha256:1", &today).is_err(), "and is not written over");
        store.clear().expect("removed");
        store.clear().expect("twice");
    }
}
