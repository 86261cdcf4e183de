//! Process groups: a server and everything it starts, unless that leaves the
//! group on purpose (`strays`).

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::process::{Child, Command};

/// Groups that were started and not yet ended.
static LIVE: Mutex<Live> =
    Mutex::new(Live { groups: BTreeSet::new(), started: false, over: false });

struct Live {
    groups: BTreeSet<u32>,
    /// Something was started.
    started: bool,
    /// Nothing is started any more.
    over: bool,
}

fn live() -> MutexGuard<'static, Live> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills every group that is still registered and what got out of them, and
/// lets no other be started: a capture that sees its server die would start it
/// anew.
pub(crate) fn end_all() {
    let mut live = live();
    live.over = true;
    for id in std::mem::take(&mut live.groups) {
        os::kill(id);
    }
    if live.started {
        super::strays::end();
    }
}

/// The group of one server. It is killed when this is dropped, unless
/// [`Group::ended`] was called: a panic or a cancelled task leaves nothing.
#[derive(Debug)]
pub(crate) struct Group {
    id: Option<u32>,
}

impl Group {
    /// Starts the leader of a group and registers it, in one step: what
    /// [`end_all`] does not see was not started.
    pub(crate) fn spawn(command: &mut Command) -> std::io::Result<(Child, Self)> {
        Self::spawn_with(|| command.spawn().map(|child| (child.id(), child)))
    }

    /// The same for any way to start it.
    pub(crate) fn spawn_with<C>(
        spawn: impl FnOnce() -> std::io::Result<(Option<u32>, C)>,
    ) -> std::io::Result<(C, Self)> {
        let mut live = live();
        if live.over {
            return Err(std::io::Error::other("everything is being ended"));
        }
        super::strays::adopt();
        live.started = true;
        let (id, child) = spawn()?;
        live.groups.extend(id);
        Ok((child, Self { id }))
    }

    /// Hands a signal that we were sent on to every process of the group.
    pub(crate) fn pass_on(&self, signal: i32) {
        self.id.into_iter().for_each(|id| os::pass_on(id, signal));
    }

    /// Asks every process of the group to end.
    pub(crate) fn terminate(&self) {
        self.id.into_iter().for_each(os::terminate);
    }

    /// Kills every process of the group.
    pub(crate) fn kill(&self) {
        self.id.into_iter().for_each(os::kill);
    }

    /// Whether any process of it still runs.
    pub(crate) fn is_alive(&self) -> bool {
        self.id.is_some_and(os::is_alive)
    }

    /// Forgets the group: nothing of it runs any more, and its id may soon be
    /// another's.
    pub(crate) fn ended(&mut self) {
        if let Some(id) = self.id.take() {
            live().groups.remove(&id);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(id) = self.id.take() {
            // Only while registered: `end_all` may have been first.
            if live().groups.remove(&id) {
                os::kill(id);
            }
        }
    }
}

#[cfg(unix)]
mod os {
    use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};

    fn pid(id: u32) -> Option<Pid> {
        // 0 and 1 would name our own group and every process.
        i32::try_from(id).ok().filter(|id| *id > 1).and_then(Pid::from_raw)
    }

    pub(super) fn terminate(id: u32) {
        signal(id, Signal::TERM);
    }

    pub(super) fn kill(id: u32) {
        signal(id, Signal::KILL);
    }

    /// Those that a person or system stops a program with; others are none of
    /// ours to hand on.
    pub(super) fn pass_on(id: u32, number: i32) {
        let known = [Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT];
        known.into_iter().filter(|s| s.as_raw() == number).for_each(|s| signal(id, s));
    }

    fn signal(id: u32, signal: Signal) {
        // It fails when the group is gone, which is what is wanted.
        if let Some(pid) = pid(id) {
            let _ = kill_process_group(pid, signal);
        }
    }

    pub(super) fn is_alive(id: u32) -> bool {
        let exists = pid(id).is_some_and(|p| test_kill_process_group(p).is_ok());
        exists && super::procfs::runs(id).unwrap_or(true)
    }
}

#[cfg(not(unix))]
mod os {
    /// There are no process groups; the child itself is killed by its handle.
    pub(super) fn terminate(_id: u32) {}

    pub(super) fn kill(_id: u32) {}

    pub(super) fn pass_on(_id: u32, _signal: i32) {}

    pub(super) fn is_alive(_id: u32) -> bool {
        false
    }
}

#[cfg(unix)]
mod procfs {
    use std::fs;

    /// Whether the group has a process that is more than a zombie: in a
    /// container whose first process does not reap, a killed orphan stays a
    /// zombie for ever. `None` where there is no `/proc`.
    pub(super) fn runs(group: u32) -> Option<bool> {
        let entries = fs::read_dir("/proc").ok()?;
        let mut known = false;
        for entry in entries.flatten() {
            let name = entry.file_name();
            if !name.as_encoded_bytes().iter().all(u8::is_ascii_digit) {
                continue;
            }
            let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
            let Some((state, pgrp)) = state_and_group(&stat) else { continue };
            known = true;
            if pgrp == group && !matches!(state, "Z" | "X" | "x") {
                return Some(true);
            }
        }
        known.then_some(false)
    }

    /// Fields 3 and 5 of proc_pid_stat(5); the name in field 2 can hold
    /// anything, also parentheses.
    fn state_and_group(stat: &str) -> Option<(&str, u32)> {
        let (_, rest) = stat.rsplit_once(')')?;
        let mut fields = rest.split_ascii_whitespace();
        let state = fields.next()?;
        Some((state, fields.nth(1)?.parse().ok()?))
    }

    #[cfg(test)]
    mod tests {
        #[test]
        fn a_name_with_parentheses_does_not_confuse() {
            let stat = "12 (a) R 1 (b) Z 1 77 77 0 -1";
            assert_eq!(super::state_and_group(stat), Some(("Z", 77)));
        }
    }
}
