use warden_report::{TableOptions, table};

use crate::samples::{nasty, rendered, report, sample, server, wide};
use warden_core::report::{ServerStatus, Summary};

#[test]
fn at_a_glance() {
    insta::assert_snapshot!(rendered(|o| table(&sample(), &wide(false), o)));
}

#[test]
fn verbose() {
    insta::assert_snapshot!(rendered(|o| table(&sample(), &wide(true), o)));
}

#[test]
fn hostile_strings() {
    insta::assert_snapshot!(rendered(|o| table(&nasty(), &wide(false), o)));
}

#[test]
fn narrow_terminals() {
    insta::assert_snapshot!(rendered(|o| {
        table(&sample(), &TableOptions { color: false, width: 44, verbose: false }, o)
    }));
}

#[test]
fn nothing_found_says_where_to_look() {
    let text = rendered(|o| table(&report(Vec::new()), &wide(false), o));
    assert!(text.contains("No servers found") && text.contains("warden clients"), "{text}");
}

#[test]
fn what_is_blocked_comes_before_what_is_not() {
    let text = rendered(|o| table(&sample(), &wide(false), o));
    let at = |words: &str| text.find(words).unwrap_or_else(|| panic!("{words} in {text}"));
    assert!(at("BLOCKED") < at("NOT CHECKED"));
    assert!(at("NOT CHECKED") < at("SKIPPED"));
    assert!(at("SKIPPED") < at("\nALLOWED"));
    assert!(at("»read the deploy key") < at("NOT CHECKED"));
    assert!(text.contains("warden explain WRD-EXF-SEND-SECRET"));
    assert!(text.contains("/home/ada/project/.mcp.json:12"));
}

#[test]
fn one_cause_is_told_once() {
    let text = rendered(|o| table(&sample(), &wide(false), o));
    assert_eq!(text.matches("»read the deploy key").count(), 1);
    assert!(text.contains("also in tool \"edit_note\""), "{text}");
}

#[test]
fn many_advisories_and_findings_do_not_flood() {
    let mut r = sample();
    let advisory = r.servers[0].findings[3].clone();
    let blocking = r.servers[0].findings[0].clone();
    r.servers[0].findings = vec![advisory; 300];
    for n in 0..300 {
        let mut f = blocking.clone();
        f.evidence.as_mut().expect("evidence").matched = format!("words {n}").into();
        r.servers[0].findings.push(f);
    }
    let text = rendered(|o| table(&r, &wide(false), o));
    assert!(text.lines().count() < 120, "{}", text.lines().count());
    assert!(text.contains("+ 300 advisory findings"), "{text}");
    assert!(text.contains("… and 296 more"), "{text}");
}

#[test]
fn lines_fit_the_terminal() {
    for width in [40, 80, 120] {
        let text =
            rendered(|o| table(&sample(), &TableOptions { color: false, width, verbose: true }, o));
        for line in text.lines().filter(|l| !l.contains("/home/ada")) {
            assert!(textwrap::core::display_width(line) <= width, "{width}: {line}");
        }
    }
}

#[test]
fn a_server_refused_without_a_finding_is_still_told() {
    let mut s = server("locked", ServerStatus::Scanned, Some(false));
    s.findings.clear();
    let mut r = report(vec![s]);
    r.summary = Summary::of(&r.servers);
    let text = rendered(|o| table(&r, &wide(false), o));
    assert!(text.contains("BLOCKED (1)") && text.contains("locked"), "{text}");
}
