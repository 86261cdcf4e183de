//! One property over all renderers: whatever a stranger writes, nothing in the
//! output can move a cursor, reorder or hide text.

use std::path::Path;

use warden_core::text::is_deceptive;
use warden_report::{
    TableOptions, github, html, json, jsonl_error, jsonl_verdict, markdown, sarif, table,
};

use crate::samples::{NASTY, nasty, nasty_rules, rendered, verdict};

fn all() -> Vec<(&'static str, String)> {
    let report = nasty();
    let rules = nasty_rules();
    let mut v = verdict();
    v.findings = report.servers[0].findings.clone();
    v.blocked_tools = vec![NASTY.into()];
    let table_at = |width, verbose| {
        let options = TableOptions { color: false, width, verbose };
        rendered(|o| table(&report, &options, o))
    };
    vec![
        ("table", table_at(100, false)),
        ("verbose table", table_at(100, true)),
        ("narrow table", table_at(1, true)),
        ("json", rendered(|o| json(&report, o))),
        ("sarif", rendered(|o| sarif(&report, &rules, Path::new("/r"), o))),
        ("markdown", rendered(|o| markdown(&report, o))),
        ("html", rendered(|o| html(&report, &rules, o))),
        ("github", rendered(|o| github(&report, std::path::Path::new("/"), o))),
        ("verdict", rendered(|o| jsonl_verdict(Some(b"1"), &v, &report.ruleset, o))),
        ("error", rendered(|o| jsonl_error(None, 3, NASTY, o))),
    ]
}

#[test]
fn no_output_holds_a_character_that_deceives() {
    for (what, text) in all() {
        // The selector of coloured emoji hides nothing; see `Untrusted::term`.
        let harmless = ['\n', '\u{fe0f}'];
        let bad: Vec<char> =
            text.chars().filter(|c| !harmless.contains(c) && is_deceptive(*c)).collect();
        assert!(bad.is_empty(), "{what}: {bad:?}");
        assert!(text.contains("gnp"), "{what} shows the text at all");
    }
}

#[test]
fn only_the_colours_asked_for_are_escapes() {
    let options = TableOptions { color: true, width: 80, verbose: true };
    let text = rendered(|o| table(&nasty(), &options, o));
    assert!(text.contains("\u{1b}[1m"), "colours are there");
    for part in text.split('\u{1b}').skip(1) {
        let digits = part.strip_prefix('[').and_then(|p| p.split_once('m')).map(|(d, _)| d);
        let ours = digits.is_some_and(|d| d.bytes().all(|b| b.is_ascii_digit() || b == b';'));
        assert!(ours, "an escape that is no colour: {part:?}");
    }
    assert!(text.contains("\\u{001b}[31m"), "theirs is shown as text");
}

#[test]
fn a_workflow_command_stands_on_a_line_of_its_own() {
    let text = rendered(|o| github(&nasty(), std::path::Path::new("/"), o));
    assert!(text.lines().count() >= 3);
    for line in text.lines() {
        assert!(line.starts_with("::error ") || line.starts_with("::warning "), "{line}");
        let properties = line[2..].split("::").next().expect("a first part");
        assert!(properties.split(',').all(|p| p.contains('=')), "{properties}");
    }
}

#[test]
fn extreme_sizes_stay_bounded() {
    let mut report = nasty();
    let long = "a".repeat(100_000);
    for s in &mut report.servers {
        s.name = long.clone().into();
        s.launch = long.clone().into();
        for f in &mut s.findings {
            f.message = long.clone();
            f.path = Some(long.clone());
        }
    }
    let options = TableOptions { color: false, width: 80, verbose: true };
    assert!(rendered(|o| table(&report, &options, o)).len() < 100_000);
    assert!(rendered(|o| markdown(&report, o)).len() < 100_000);
    assert!(rendered(|o| html(&report, &[], o)).len() < 200_000);
}
