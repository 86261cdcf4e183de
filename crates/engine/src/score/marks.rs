//! Which buckets occurred in the window at hand.

use std::cell::RefCell;

use super::judge::BUCKETS;

thread_local! {
    static MARKS: RefCell<Marks> = const { RefCell::new(Marks { seen: Vec::new(), now: 0 }) };
}

/// A bucket is marked with the number of the window it occurred in, so that
/// nothing has to be cleared between two windows.
pub(super) struct Marks {
    seen: Vec<u8>,
    now: u8,
}

/// Lends the marks of this thread.
pub(super) fn with<T>(work: impl FnOnce(&mut Marks) -> T) -> T {
    MARKS.with_borrow_mut(work)
}

impl Marks {
    /// Begins a window.
    pub(super) fn next(&mut self) {
        if self.now == u8::MAX || self.seen.is_empty() {
            self.seen.clear();
            self.seen.resize(BUCKETS, 0);
            self.now = 0;
        }
        self.now += 1;
    }

    /// Whether a bucket occurs for the first time in this window.
    pub(super) fn first(&mut self, bucket: u32) -> bool {
        let mark = &mut self.seen[bucket as usize];
        std::mem::replace(mark, self.now) != self.now
    }
}
