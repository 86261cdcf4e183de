//! What holds of every document and of every sequence of bytes.

use proptest::prelude::*;
use warden_core::json::{AnomalyKind, Doc, NumberPolicy, jcs, lossless};

use crate::seeds::json_read;
use crate::support::{all_nodes, follow, json_text, string_text, tolerant};

fn has(doc: &Doc, kind: AnomalyKind) -> bool {
    doc.anomalies().iter().any(|a| a.kind == kind)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn the_source_is_kept(text in json_text()) {
        let doc = tolerant(&text).expect("generated");
        prop_assert_eq!(doc.bytes(), text.as_bytes());
        prop_assert_eq!(doc.root().raw(), text.trim_matches([' ', '\t', '\r', '\n']).as_bytes());
    }

    #[test]
    fn the_canonical_form_reads_back_as_the_same(text in json_text()) {
        let doc = tolerant(&text).expect("generated");
        if let Ok(form) = jcs(doc.root(), NumberPolicy::AsDouble) {
            let again = tolerant(&form).expect("JSON");
            prop_assert_eq!(again.anomalies(), &[]);
            prop_assert_eq!(jcs(again.root(), NumberPolicy::RefuseUnsafe), Ok(form));
        }
    }

    #[test]
    fn the_lossless_form_knows_nothing_of_spacing(text in json_text()) {
        let doc = tolerant(&text).expect("generated");
        let spaced = tolerant(format!("\u{feff}\n {text} \t")).expect("generated");
        prop_assert_eq!(lossless(doc.root()), lossless(spaced.root()));
    }

    #[test]
    fn the_pointer_of_every_node_leads_to_it(text in json_text()) {
        let doc = tolerant(&text).expect("generated");
        let root = doc.root();
        let mut nodes = Vec::new();
        all_nodes(root, &mut nodes);
        prop_assert!(nodes.len() == doc.node_count());
        let unique = !has(&doc, AnomalyKind::DuplicateKey);
        for (node, value) in nodes {
            let pointer = doc.pointer(root.id(), node.id());
            let target = follow(root, &pointer);
            // Where names repeat, the pointer names the member a client takes.
            prop_assert!(target.is_some() || !unique, "{} leads nowhere", pointer);
            if unique {
                prop_assert_eq!(target.map(|v| v.id()), Some(value.id()), "{}", pointer);
            }
        }
    }

    #[test]
    fn an_escaped_string_is_its_text(text in string_text()) {
        let doc = tolerant(&text).expect("generated");
        let expected: String = serde_json::from_str(&text).expect("generated");
        let read = doc.root().text().expect("a string");
        prop_assert_eq!(&*read, &*expected);
        prop_assert!(doc.anomalies().is_empty());
    }

    #[test]
    fn damaged_bytes_break_nothing(
        text in json_text(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut bytes = text.into_bytes();
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        json_read::check(&bytes);
        json_read::check(&bytes[..cut.index(bytes.len())]);
    }

    #[test]
    fn any_bytes_break_nothing(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        json_read::check(&bytes);
        json_read::check(&[b"\"", &bytes[..], b"\""].concat());
    }
}
