//! Nothing that a server can say makes the inspectors fail.

use proptest::prelude::*;
use warden_core::json::{Limits, Mode, read};
use warden_engine::{Actions, Results};

use super::inspect;

/// Pieces that begin something, so that random texts reach the parsers.
const PIECES: &[&str] = &[
    "\u{1b}[",
    "\u{1b}]8;;",
    "\u{1b}]52;",
    "\u{1b}P",
    "\u{9b}",
    "\u{7}",
    "m",
    "J",
    "<!--",
    "-->",
    "<div style=\"display:none\">",
    "<p hidden",
    "alt=\"",
    "](",
    "![",
    "https://a.test/?d={data}",
    "javascript:",
    "ghp_",
    "sk_live_",
    "eyJ",
    "-----BEGIN PRIVATE KEY-----",
    "://u:p@h",
    "AccountKey=",
    "```",
    "`",
    "\"",
    "“",
    "\\n",
    "\\\"",
    "ignore all previous instructions",
    "AI assistants:",
    "，",
    "。",
    "é",
    "\u{200b}",
    "\u{e0041}",
    "\u{202e}",
    "\u{fe0f}",
    "\n",
    " ",
    "to",
    "send",
    "İ",
    "ß",
    "ﬀ",
    "नि",
    "👩\u{200d}👩",
];

fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => proptest::sample::select(PIECES).prop_map(str::to_owned),
        1 => "\\PC{0,12}",
        1 => any::<String>(),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|v| v.concat())
}

proptest! {
    #[test]
    fn texts_are_inspected_without_failing(text in text()) {
        let i = inspect(&text);
        prop_assert!(i.findings.iter().all(|f| f.rule.as_str() != "WRD-INTERNAL-RULE-FAILURE"));
        let mut at = 0;
        for e in &i.edits {
            prop_assert!(e.range.start >= at && e.range.end > e.range.start);
            prop_assert!(text.get(e.range.clone()).is_some(), "{:?} in {text:?}", e.range);
            at = e.range.end;
        }
        i.apply(&text);
    }

    #[test]
    fn messages_are_inspected_without_failing(text in text(), key in text()) {
        let json = serde_json::json!({"content": [{"type": "text", "text": text}], key: text});
        let doc = read(json.to_string().into_bytes().into(), Mode::AsClientsRead, &Limits::default()).expect("JSON");
        for mode in [Results::Off, Results::Warn, Results::Default, Results::Block] {
            crate::support::engine().inspect_result(doc.root(), None, &Actions::of(mode));
        }
    }
}
