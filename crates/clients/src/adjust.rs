//! Switches of a client that stand elsewhere than in the entry.

use std::collections::BTreeSet;

use crate::spot::Spot;
use crate::tree::Node;
use crate::{Entry, Env, Scope};

/// The reason of every entry that a switch turns off.
pub(crate) const DISABLED: &str = "disabled in the config";
/// The reason where the project that brought the entry along turns it off.
pub(crate) const BY_PROJECT: &str = "disabled by the project's own settings";

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

/// Names from lists. What a project says counts for its own servers only:
/// it must not hide anything else from a scan that happens to run in it.
#[derive(Default)]
pub(crate) struct Names {
    /// From the files of a person or an administrator.
    pub(crate) own: BTreeSet<String>,
    /// From those of the project as well.
    pub(crate) all: BTreeSet<String>,
}

impl Adjust<'_> {
    /// The files that a person or an administrator wrote.
    pub(crate) fn own_files(&self) -> impl Iterator<Item = &Loaded> {
        self.files.iter().filter(|f| f.spot.scope != Scope::Project)
    }

    /// The names in lists below these keys, in all files of the client.
    pub(crate) fn names(&self, path: &[&str]) -> Names {
        Names { own: texts(self.own_files(), path), all: texts(self.files.iter(), path) }
    }

    /// Skips what a list turns off, and what is missing in a list of the only
    /// servers that run.
    pub(crate) fn disable_listed(&mut self, out: &Names, only: &Names) {
        let off = |out: &BTreeSet<String>, only: &BTreeSet<String>, e: &Entry| {
            let name = e.name.expose();
            out.contains(name) || (!only.is_empty() && !only.contains(name))
        };
        self.disable(|e| off(&out.own, &only.own, e), DISABLED);
        self.disable(|e| e.scope == Scope::Project && off(&out.all, &only.all, e), BY_PROJECT);
    }

    /// Skips the entries that a switch turns off.
    pub(crate) fn disable(&mut self, off: impl Fn(&Entry) -> bool, reason: &str) {
        for entry in self.entries.iter_mut().filter(|e| e.endpoint.is_ok()) {
            if off(entry) {
                entry.endpoint = Err(reason.to_owned());
            }
        }
    }
}

fn texts<'a>(files: impl Iterator<Item = &'a Loaded>, path: &[&str]) -> BTreeSet<String> {
    let lists = files.filter_map(|f| f.node.at_path(path));
    lists.flat_map(|n| n.texts()).map(str::to_owned).collect()
}
