//! Replays the seeds of the fuzz target, on the stable toolchain and without a
//! fuzzer.

#[path = "../../../../fuzz/checks/guard_feed.rs"]
mod guard_feed;

#[test]
fn guard_feed_seeds() {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/seeds/guard_feed");
    let mut count = 0;
    for entry in std::fs::read_dir(dir).expect("the seeds are there") {
        guard_feed::check(&std::fs::read(entry.expect("readable").path()).expect("readable"));
        count += 1;
    }
    assert!(count >= 5, "only {count} seeds");
}
