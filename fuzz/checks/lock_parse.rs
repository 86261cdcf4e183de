//! What must hold of any bytes in the place of a lock file.

use std::sync::Arc;

use warden_core::views::NoJudge;
use warden_lock::{Choice, LockFile, drift, signing_bytes};

pub(crate) fn check(data: &[u8]) {
    let bytes: Arc<[u8]> = data.into();
    let signed = signing_bytes(Arc::clone(&bytes));
    let lock = match LockFile::parse(bytes) {
        Ok(lock) => lock,
        Err(error) => {
            // It is shown to a person.
            assert!(!error.to_string().contains(['\u{1b}', '\u{202e}']));
            return;
        }
    };
    // What is accepted is written such that it is accepted, as the same.
    let written: Arc<[u8]> = lock.to_bytes().into();
    let again = LockFile::parse(Arc::clone(&written)).expect("what is written can be read");
    assert_eq!(again, lock);
    assert_eq!(again.to_bytes(), &*written);
    signing_bytes(written).expect("what is written can be signed");
    drop(signed);
    for (name, document) in &lock.servers {
        let same = drift(document, document, &NoJudge);
        assert!(same.changes.is_empty(), "{:?}", same.changes);
        let _ = lock.choose(Choice { id: Some(name), identity: None });
        let identity = document.own.as_ref().map(|own| own.identity.as_str());
        let _ = lock.choose(Choice { id: None, identity });
        // Definitions are made into a surface again by the guard.
        for item in document.own.iter().flat_map(|own| &own.items) {
            let _ = item.revived();
        }
    }
}
