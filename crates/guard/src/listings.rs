//! What is known of the lists of a server, what is being read, and what waits
//! for it.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Instant;

use warden_core::Verdict;
use warden_core::json::NodeId;
use warden_core::surface::ListKind;

use crate::admission::Judged;
use crate::definitions::Page;
use crate::id::Id;
use crate::message::Message;

/// Everything that is known and under way.
#[derive(Default)]
pub(crate) struct Listings {
    lists: [List; 4],
    pub(crate) jobs: BTreeMap<u64, Job>,
    /// The guard's own requests: which job, until when.
    pub(crate) own: HashMap<u64, (u64, Instant)>,
    /// The number of the next job, and of the next request.
    pub(crate) next: u64,
}

/// One of the lists.
#[derive(Default)]
pub(crate) struct List {
    pub(crate) judged: Option<Judged>,
    /// Nothing was said to have changed since.
    pub(crate) fresh: bool,
    /// How often it was said to have changed.
    pub(crate) generation: u64,
    pub(crate) held: VecDeque<Held>,
    pub(crate) rounds: u32,
    /// The verdict on what was listed last, by the digest of that.
    pub(crate) last: Option<(String, Arc<Verdict>)>,
}

impl List {
    /// The judgement, unless it was said to be of yesterday.
    pub(crate) fn current(&self) -> Option<&Judged> {
        self.judged.as_ref().filter(|_| self.fresh)
    }
}

/// A request that waits until a list is judged.
pub(crate) struct Held {
    pub(crate) id: Id,
    pub(crate) message: Message,
    /// Only a list that is read by this job or a later one will do.
    pub(crate) after: u64,
}

/// One list that is being read.
pub(crate) struct Job {
    pub(crate) kind: ListKind,
    /// The answer to the client that waits for it.
    pub(crate) answer: Option<Answer>,
    pub(crate) pages: Vec<Page>,
    pub(crate) base: Vec<u8>,
    pub(crate) cursors: HashSet<String>,
    pub(crate) bytes: usize,
    pub(crate) items: usize,
    pub(crate) generation: u64,
}

/// A page that the client asked for.
pub(crate) struct Answer {
    pub(crate) id: Id,
    pub(crate) message: Message,
    pub(crate) result: NodeId,
    /// It was compared with a list that was read for its sake.
    pub(crate) last_try: bool,
}

impl Listings {
    pub(crate) fn of(&self, kind: ListKind) -> &List {
        &self.lists[kind as usize]
    }

    pub(crate) fn of_mut(&mut self, kind: ListKind) -> &mut List {
        &mut self.lists[kind as usize]
    }

    /// Whether nothing is being read and nothing waits.
    pub(crate) fn is_idle(&self) -> bool {
        self.jobs.is_empty() && self.lists.iter().all(|l| l.held.is_empty())
    }

    /// Whether that list is being read.
    pub(crate) fn reads(&self, kind: ListKind) -> bool {
        self.jobs.values().any(|j| j.kind == kind)
    }

    /// The server says that this list has changed.
    pub(crate) fn changed(&mut self, kind: ListKind) {
        let list = self.of_mut(kind);
        list.fresh = false;
        list.generation += 1;
    }

    /// Forgets a request that waits; `false` if there is none.
    pub(crate) fn drop_held(&mut self, id: &Id) -> bool {
        let mut found = false;
        for list in &mut self.lists {
            let before = list.held.len();
            list.held.retain(|held| held.id != *id);
            found |= list.held.len() < before;
        }
        found
    }
}
