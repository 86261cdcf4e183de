//! Replays the seeds of the fuzz targets (`fuzz/seeds/TARGET/`) through the
//! same checks, on the stable toolchain and without a fuzzer. What a fuzzer
//! found is kept there as a seed, so this is the regression test as well.

use std::path::Path;

#[path = "../../../../fuzz/checks/json_read.rs"]
pub(crate) mod json_read;
#[path = "../../../../fuzz/checks/surface.rs"]
pub(crate) mod surface;

fn replay(target: &str, check: fn(&[u8])) {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let mut count = 0;
    for entry in std::fs::read_dir(&dir).expect("the seeds are there") {
        let path = entry.expect("readable").path();
        check(&std::fs::read(path).expect("readable"));
        count += 1;
    }
    assert!(count >= 5, "{target} has only {count} seeds");
}

#[test]
fn json_read_seeds() {
    replay("json_read", json_read::check);
}

#[test]
fn surface_seeds() {
    replay("surface", surface::check);
}
