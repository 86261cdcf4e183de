//! Replays the seeds of the fuzz target `lock_parse`, and every lock of the
//! fixtures, without a fuzzer.

use std::path::Path;

use warden_lock::LockFile;

#[path = "../../../../fuzz/checks/lock_parse.rs"]
mod lock_parse;

fn replay(dir: &Path) -> (usize, usize) {
    let (mut count, mut locks) = (0, 0);
    for entry in std::fs::read_dir(dir).expect("the seeds are there") {
        let bytes = std::fs::read(entry.expect("readable").path()).expect("readable");
        lock_parse::check(&bytes);
        count += 1;
        locks += usize::from(LockFile::parse(bytes.into()).is_ok());
    }
    (count, locks)
}

#[test]
fn lock_parse_seeds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (count, locks) = replay(&root.join("../../fuzz/seeds/lock_parse"));
    // A fuzzer that starts from locks that do not verify gets no further.
    assert!(count >= 5 && locks >= 3, "{count} seeds, {locks} of them locks");
    assert!(replay(&root.join("tests/fixtures")).1 >= 2);
}
