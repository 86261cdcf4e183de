//! The published vectors of the item digest.

use warden_core::json::{item_digest, lossless};

use crate::support::tolerant;

const VECTORS: &str = include_str!("vectors/item_digest.json");

fn hex_bytes(hex: &str) -> Vec<u8> {
    let byte = |i| u8::from_str_radix(&hex[i..i + 2], 16).expect("hexadecimal");
    (0..hex.len()).step_by(2).map(byte).collect()
}

#[test]
fn every_vector_holds() {
    let vectors: serde_json::Value = serde_json::from_str(VECTORS).expect("JSON");
    let vectors = vectors["vectors"].as_array().expect("a list");
    assert!(vectors.len() >= 20);
    for v in vectors {
        let note = v["note"].as_str().expect("a note");
        let input = match v["input"].as_str() {
            Some(text) => text.as_bytes().to_vec(),
            None => hex_bytes(v["inputHex"].as_str().expect("an input")),
        };
        let doc = tolerant(&input).expect(note);
        let form = String::from_utf8(lossless(doc.root())).expect(note);
        assert_eq!(Some(&*form), v["canonical"].as_str(), "{note}");
        assert_eq!(Some(&*item_digest(doc.root())), v["digest"].as_str(), "{note}");
    }
}
