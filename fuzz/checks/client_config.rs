//! What must hold of the config of any client, whatever is in it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use warden_clients::{Env, Format, Os, client_ids, parse};

/// The first byte picks the client, the second the format.
pub(crate) fn check(data: &[u8]) {
    let [client, format, text @ ..] = data else { return };
    let clients = client_ids();
    let client = clients[usize::from(*client) % clients.len()];
    let format = [Format::Json, Format::Toml, Format::Yaml][usize::from(*format) % 3];
    let Ok(entries) = parse(&env(), text, format, client) else { return };
    for entry in entries {
        assert!(entry.source.line >= 1);
        if let Err(reason) = &entry.endpoint {
            assert!(!reason.is_empty());
        }
    }
}

fn env() -> Env {
    Env {
        os: Os::Linux,
        home: PathBuf::from("/home/fuzz"),
        cwd: PathBuf::from("/home/fuzz/project"),
        vars: BTreeMap::from([("HOME".into(), "/home/fuzz".into())]),
        root: PathBuf::from("/nowhere"),
    }
}
