//! Replays the seeds of the fuzz targets (`fuzz/seeds/TARGET/`) that need more
//! than the core crate, on the stable toolchain and without a fuzzer.

#[path = "../../../../fuzz/checks/client_config.rs"]
mod client_config;
#[path = "../../../../fuzz/checks/vet.rs"]
mod vet;
#[path = "../../../../fuzz/checks/wire.rs"]
mod wire;

fn replay(target: &str, check: fn(&[u8])) {
    let dir = crate::harness::root().join("fuzz/seeds").join(target);
    let mut count = 0;
    for entry in std::fs::read_dir(&dir).expect("the seeds are there") {
        let path = entry.expect("readable").path();
        check(&std::fs::read(path).expect("readable"));
        count += 1;
    }
    assert!(count >= 5, "{target} has only {count} seeds");
}

#[test]
fn wire_seeds() {
    replay("wire", wire::check);
}

#[test]
fn client_config_seeds() {
    replay("client_config", client_config::check);
}

#[test]
fn vet_seeds() {
    replay("vet", vet::check);
}
