//! Progress on stderr while servers are read: only on a terminal, only when it
//! takes longer than a second.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use warden_core::Untrusted;

/// Names at most this many servers that are still being read.
const NAMED: usize = 4;

/// How far a scan has come.
pub(crate) struct Progress {
    bar: ProgressBar,
    since: Instant,
    busy: Mutex<BTreeSet<Untrusted>>,
}

impl Progress {
    /// For so many servers; silent unless `shown`.
    pub(crate) fn new(servers: usize, shown: bool) -> Self {
        let target =
            if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(servers as u64), target);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {pos}/{len} servers read {msg}")
        {
            bar.set_style(style);
        }
        Self { bar, since: Instant::now(), busy: Mutex::default() }
    }

    /// A server is being read.
    pub(crate) fn start(&self, name: &Untrusted) {
        if let Ok(mut busy) = self.busy.lock() {
            busy.insert(name.clone());
        }
        self.draw();
    }

    /// It has been read, or not.
    pub(crate) fn done(&self, name: &Untrusted) {
        if let Ok(mut busy) = self.busy.lock() {
            busy.remove(name);
        }
        self.bar.inc(1);
        self.draw();
    }

    /// Everything has been read.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Redraws, once the scan has taken longer than a second.
    pub(crate) fn draw(&self) {
        if self.bar.is_hidden() || self.since.elapsed() < Duration::from_secs(1) {
            return;
        }
        let Ok(busy) = self.busy.lock() else { return };
        let mut names: Vec<String> = busy.iter().take(NAMED).map(|n| n.term_limited(24)).collect();
        if busy.len() > NAMED {
            names.push(format!("{} more", busy.len() - NAMED));
        }
        self.bar.set_message(format!("· waiting for {}", names.join(", ")));
        self.bar.tick();
    }
}
