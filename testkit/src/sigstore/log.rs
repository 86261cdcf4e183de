//! The log of signatures, as Rekor v1 answers.

use std::time::SystemTime;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::LogKey;

pub(super) struct Log {
    pub(super) key: LogKey,
}

impl Log {
    pub(super) fn new() -> Self {
        Self { key: LogKey::new() }
    }

    /// Records an entry as the second of two, and answers with its proofs.
    pub(super) fn record(&self, entry: &Value) -> Value {
        let body = serde_json_canonicalizer::to_vec(entry).expect("JSON");
        let earlier = leaf(b"an entry of somebody else");
        let root = Sha256::new().chain_update([1]).chain_update(earlier).chain_update(leaf(&body));
        let root: [u8; 32] = root.finalize().into();
        let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("after 1970");
        let body = STANDARD.encode(body);
        let promised = json!({
            "body": body,
            "integratedTime": time.as_secs(),
            "logID": hex(&self.key.id()),
            "logIndex": 1,
        });
        let promise = serde_json_canonicalizer::to_vec(&promised).expect("JSON");
        let mut answer = promised;
        answer["verification"] = json!({
            "signedEntryTimestamp": STANDARD.encode(self.key.sign(&promise)),
            "inclusionProof": {
                "checkpoint": self.checkpoint(&root),
                "hashes": [hex(&earlier)],
                "logIndex": 1,
                "rootHash": hex(&root),
                "treeSize": 2,
            },
        });
        json!({ "00".repeat(40): answer })
    }

    /// The signed note that names size and root of the tree.
    fn checkpoint(&self, root: &[u8]) -> String {
        let note = format!("log.example - 1\n2\n{}\n", STANDARD.encode(root));
        let mut signature = self.key.id()[..4].to_vec();
        signature.extend(self.key.sign(note.as_bytes()));
        format!("{note}\n\u{2014} log.example {}\n", STANDARD.encode(signature))
    }
}

fn leaf(entry: &[u8]) -> [u8; 32] {
    Sha256::new().chain_update([0]).chain_update(entry).finalize().into()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
