//! Processes that left the group of the server that started them, by
//! `setsid` and a double fork. On Linux such an orphan becomes our child, so
//! that it can be found and ended; elsewhere it gets away.

#[cfg(target_os = "linux")]
pub(crate) use linux::{adopt, end};

/// Nothing can be adopted here.
#[cfg(not(target_os = "linux"))]
pub(crate) fn adopt() {}

/// Nothing was adopted.
#[cfg(not(target_os = "linux"))]
pub(crate) fn end() {}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::sync::Once;
    use std::time::Duration;

    use rustix::process::{Pid, Signal, getpid, kill_process, set_child_subreaper};

    /// A killed process hands its children over; so often is looked again.
    const ROUNDS: usize = 100;
    const PAUSE: Duration = Duration::from_millis(10);

    /// From now on, orphans of what we start become our children
    /// (`PR_SET_CHILD_SUBREAPER`, Linux 3.4).
    pub(crate) fn adopt() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            // Where it fails, they become children of the first process.
            let _ = set_child_subreaper(Some(getpid()));
        });
    }

    /// Kills every child of ours that still runs, and what these leave behind.
    pub(crate) fn end() {
        for _ in 0..ROUNDS {
            let left = running_children();
            if left.is_empty() {
                return;
            }
            for pid in left {
                let _ = kill_process(pid, Signal::KILL);
            }
            std::thread::sleep(PAUSE);
        }
    }

    fn running_children() -> Vec<Pid> {
        let us = getpid().as_raw_nonzero().get();
        let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
        let pids = entries.flatten().filter_map(|e| e.file_name().to_str()?.parse::<i32>().ok());
        pids.filter(|pid| is_running_child(*pid, us)).filter_map(Pid::from_raw).collect()
    }

    fn is_running_child(pid: i32, of: i32) -> bool {
        let stat = fs::read(format!("/proc/{pid}/stat")).unwrap_or_default();
        let stat = String::from_utf8_lossy(&stat);
        // Fields 3 and 4 of proc_pid_stat(5); the name in field 2 can hold
        // anything, also parentheses.
        let Some((_, rest)) = stat.rsplit_once(')') else { return false };
        let mut fields = rest.split_ascii_whitespace();
        let (state, parent) = (fields.next(), fields.next());
        !matches!(state, None | Some("Z" | "X" | "x"))
            && parent.and_then(|p| p.parse().ok()) == Some(of)
    }
}
