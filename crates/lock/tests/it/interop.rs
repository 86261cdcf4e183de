//! Locks that mcp-warden made are read, and ours have its digests.
//!
//! The fixtures were made by mcp-warden 2.2.0 and 1.0.0 from
//! `fixtures/odd.surface.json`; `scripts/mcp-warden-roundtrip.sh` makes more.

use std::sync::Arc;

use warden_lock::{LockFile, Shape};

use crate::support::pinned;

const SURFACE: &str = include_str!("../fixtures/odd.surface.json");
const LEVEL4: &[u8] = include_bytes!("../fixtures/odd.level4.lock");
const LEVEL3: &[u8] = include_bytes!("../fixtures/odd.level3.lock");

#[test]
fn a_lock_of_mcp_warden_2_2_is_reproduced_from_the_surface() {
    let theirs = LockFile::parse(Arc::from(LEVEL4)).expect("verifies").servers.remove(0).1;
    let ours = pinned(SURFACE);
    assert_eq!(ours.server, theirs.server);
    for (a, b) in ours.tools.iter().zip(&theirs.tools) {
        assert_eq!(a, b);
    }
    assert_eq!(ours.tools, theirs.tools);
    assert_eq!(ours.resources, theirs.resources);
    assert_eq!(ours.prompts, theirs.prompts);
    assert_eq!(ours.overall_digest, theirs.overall_digest);
    assert!(theirs.own.is_none());
}

#[test]
fn a_lock_of_level_3_verifies() {
    let theirs = LockFile::parse(Arc::from(LEVEL3)).expect("verifies").servers.remove(0).1;
    assert_eq!(theirs.level, 3);
    assert_eq!(theirs.tools.len(), 2);
}

#[test]
fn what_is_written_reads_back() {
    let file = LockFile { shape: Shape::One, servers: vec![(String::new(), pinned(SURFACE))] };
    let bytes = file.to_bytes();
    let again = LockFile::parse(Arc::from(bytes.as_slice())).expect("verifies");
    assert_eq!(again.to_bytes(), bytes);
    let many =
        LockFile { shape: Shape::Many, servers: vec![("a\u{202e}".into(), pinned(SURFACE))] };
    let again = LockFile::parse(many.to_bytes().into()).expect("verifies");
    assert_eq!(again.servers[0].1, many.servers[0].1);
    assert!(!String::from_utf8_lossy(&many.to_bytes()).contains('\u{202e}'));
}

/// Locks of every level from elsewhere: `WARDEN_TEST_LOCKS` names a directory.
#[test]
fn locks_from_elsewhere_verify() {
    let Some(dir) = std::env::var_os("WARDEN_TEST_LOCKS") else { return };
    for entry in std::fs::read_dir(dir).expect("the directory") {
        let path = entry.expect("an entry").path();
        let bytes = std::fs::read(&path).expect("readable");
        let file = LockFile::parse(bytes.into()).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        assert_eq!(file.servers.len(), 1);
    }
}
