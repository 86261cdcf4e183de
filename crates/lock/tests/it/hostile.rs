//! Schemas that are small on the wire and endless when they are followed.

use warden_core::views::NoJudge;
use warden_lock::drift;

use crate::support::pinned;

fn tool(schema: &str) -> String {
    format!(r#"{{"tools":[{{"name":"a","inputSchema":{schema}}}]}}"#)
}

/// Each level refers to the next one twice: 2^60 properties.
fn doubling() -> String {
    let level = |n: usize| {
        let next = format!(r##"{{"$ref":"#/$defs/d{}"}}"##, n + 1);
        format!(r#""d{n}":{{"type":"object","properties":{{"a":{next},"b":{next}}}}}"#)
    };
    let levels: Vec<String> = (0..60).map(level).collect();
    let defs = format!(r#"{},"d60":{{"type":"string"}}"#, levels.join(","));
    tool(&format!(
        r##"{{"type":"object","properties":{{"x":{{"$ref":"#/$defs/d0"}}}},"$defs":{{{defs}}}}}"##
    ))
}

/// One large value that is referred to from everywhere.
fn repeated(keyword: &str) -> String {
    let value: Vec<String> = (0..4_000).map(|n| format!(r#"{{"const":"value {n}"}}"#)).collect();
    let uses: Vec<String> =
        (0..2_000).map(|n| format!(r##""p{n}":{{"$ref":"#/$defs/large"}}"##)).collect();
    tool(&format!(
        r#"{{"type":"object","properties":{{{}}},"$defs":{{"large":{{"{keyword}":[{}]}}}}}}"#,
        uses.join(","),
        value.join(",")
    ))
}

#[test]
fn what_references_multiply_is_bounded() {
    for text in [doubling(), repeated("enum"), repeated("anyOf")] {
        let old = pinned(&text);
        let skeleton = old.tools[0].schema_skeleton.as_ref().expect("a skeleton");
        assert!(skeleton.props.len() <= 20_001, "{}", skeleton.props.len());
        let new = pinned(&text.replacen("\"string\"", "\"object\"", 1).replacen(
            "value 7\"",
            "value x\"",
            1,
        ));
        assert!(!drift(&old, &new, &NoJudge).changes.is_empty());
    }
}
