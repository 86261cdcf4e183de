//! Switches of a client that stand elsewhere than in the entry.

use crate::spot::Spot;
use crate::tree::Node;
use crate::{Entry, Env};

/// A file that was read for a client.
pub(crate) struct Loaded {
    pub(crate) spot: Spot,
    pub(crate) node: Node,
}

/// What a client's switches are applied to.
pub(crate) struct Adjust<'a> {
    pub(crate) env: &'a Env,
    pub(crate) files: &'a [Loaded],
    pub(crate) entries: &'a mut [Entry],
}

impl Adjust<'_> {
    /// The texts in lists of this name, wherever a file of this client has
    /// one below these keys.
    pub(crate) fn texts(&self, path: &[&str]) -> Vec<String> {
        let lists = self.files.iter().filter_map(|f| f.node.at_path(path));
        lists.flat_map(|n| n.texts()).map(str::to_owned).collect()
    }

    /// Skips the entries that a switch turns off.
    pub(crate) fn disable(&mut self, off: impl Fn(&Entry) -> bool, reason: &str) {
        for entry in self.entries.iter_mut().filter(|e| e.endpoint.is_ok()) {
            if off(entry) {
                entry.endpoint = Err(reason.to_owned());
            }
        }
    }

    /// Skips what a list of names turns off.
    pub(crate) fn disable_names(&mut self, names: &[String]) {
        let off = |e: &Entry| names.iter().any(|n| n == e.name.expose());
        self.disable(off, DISABLED);
    }
}

/// The reason of every entry that a switch turns off.
pub(crate) const DISABLED: &str = "disabled in the config";
