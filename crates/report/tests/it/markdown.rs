use pulldown_cmark::{Event, Options, Parser, Tag};
use warden_report::markdown;

use crate::samples::{finding, nasty, rendered, report, sample, server};
use warden_core::finding::Subject;
use warden_core::report::ServerStatus;

#[test]
fn a_job_summary() {
    insta::assert_snapshot!(rendered(|o| markdown(&sample(), o)));
}

#[test]
fn hostile_strings() {
    insta::assert_snapshot!(rendered(|o| markdown(&nasty(), o)));
}

/// As GitHub would read it: what a stranger wrote is text or code, never a
/// link, an image, emphasis, a heading or markup.
#[test]
fn no_text_of_a_stranger_is_markdown() {
    let text = rendered(|o| markdown(&nasty(), o));
    let ours = [
        "<details>",
        "</details>",
        "<summary>",
        "</summary>",
        "<code>",
        "</code>",
        "<sub>",
        "</sub>",
    ];
    for event in Parser::new_ext(&text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
        match event {
            Event::Html(html) | Event::InlineHtml(html) => {
                let mut rest = html.to_string();
                ours.iter().for_each(|tag| rest = rest.replace(tag, ""));
                assert!(!rest.contains('<'), "markup: {html}");
            }
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                panic!("a link to {dest_url}")
            }
            Event::Start(Tag::Emphasis | Tag::CodeBlock(_) | Tag::Strikethrough) => {
                panic!("{event:?}")
            }
            Event::Text(shown) => {
                assert!(!shown.contains("@octocat"), "a mention outside of code: {shown}");
            }
            _ => {}
        }
    }
}

/// GitHub makes links of bare addresses in text that looks like one.
#[test]
fn addresses_in_our_sentences_do_not_become_links() {
    let mut s = server("a", ServerStatus::Skipped, None);
    s.skipped = Some("see https://h.example and www.h.example".into());
    let text = rendered(|o| markdown(&report(vec![s]), o));
    assert!(text.contains("https\\:\\/\\/h\\.example and www\\.h\\.example"), "{text}");
}

#[test]
fn every_row_of_the_table_has_five_cells() {
    let text = rendered(|o| markdown(&nasty(), o));
    let rows: Vec<&str> = text.lines().filter(|l| l.starts_with("| ")).collect();
    assert!(rows.len() >= 6, "{text}");
    for row in rows {
        assert_eq!(row.matches('|').count(), 6, "{row}");
    }
}

#[test]
fn a_summary_stays_below_one_mebibyte() {
    let mut servers = Vec::new();
    for n in 0..3000 {
        let mut s = server(&format!("server-{n}"), ServerStatus::Scanned, Some(false));
        let mut f = finding("WRD-INJ-OVERRIDE", Subject::Server, "Overrides.");
        f.message = format!("{n} ").repeat(200);
        s.findings = vec![f];
        servers.push(s);
    }
    let text = rendered(|o| markdown(&report(servers), o));
    assert!(text.len() < 1_000_000, "{}", text.len());
    assert!(text.contains("left out here for their size"));
    assert!(text.contains("3000 servers blocked"));
    assert!(text.contains("<code>server-100</code> is blocked"), "reasons have room");
    assert_eq!(text.matches("<details>").count(), text.matches("</details>").count());
}
