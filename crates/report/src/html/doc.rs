//! The documentation of the rules that found something. Their Markdown can be
//! a person's own; it becomes a small set of elements and never passes markup
//! through.

use std::collections::BTreeMap;

use maud::{Markup, PreEscaped, html as markup};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use warden_core::RuleMeta;
use warden_core::report::Report;

use super::{anchor, text};

/// One entry per rule that has a finding in the report, advisory ones too.
pub(super) fn catalogue(report: &Report, rules: &[RuleMeta]) -> Markup {
    let of_servers = report.servers.iter();
    let found =
        of_servers.flat_map(|s| s.findings.iter().chain(s.ignored.iter().map(|i| &i.finding)));
    let mut ids: BTreeMap<&str, Option<&RuleMeta>> = BTreeMap::new();
    for finding in found.chain(&report.findings) {
        ids.entry(finding.rule.as_str())
            .or_insert_with(|| rules.iter().find(|m| m.id == finding.rule));
    }
    markup! {
        @if !ids.is_empty() {
            section.card {
                h2 { "The rules" }
                @for (id, meta) in ids { (entry(id, meta)) }
            }
        }
    }
}

fn entry(id: &str, meta: Option<&RuleMeta>) -> Markup {
    markup! {
        article.doc id=(anchor(id)) {
            h3 { code { (text(id)) } @if let Some(m) = meta { " " (text(&m.title)) } }
            @match meta {
                Some(m) => {
                    p.quiet {
                        (m.severity.name()) @if m.advisory { ", advisory" }
                        @if !m.aka.is_empty() { ", also known as " (text(&m.aka.join(", "))) }
                    }
                    (PreEscaped(render(&m.doc)))
                }
                None => p.quiet { "Not in the catalogue of this version." }
            }
        }
    }
}

/// The element for a tag, or none for one that is shown as its bare content.
fn element(tag: &Tag<'_>) -> Option<&'static str> {
    Some(match tag {
        Tag::Paragraph => "p",
        Tag::Heading { .. } => "h4",
        Tag::BlockQuote(_) => "blockquote",
        Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented) => "pre",
        Tag::List(Some(_)) => "ol",
        Tag::List(None) => "ul",
        Tag::Item => "li",
        Tag::Emphasis => "em",
        Tag::Strong => "strong",
        _ => return None,
    })
}

fn end_element(tag: &TagEnd) -> Option<&'static str> {
    Some(match tag {
        TagEnd::Paragraph => "p",
        TagEnd::Heading(_) => "h4",
        TagEnd::BlockQuote(_) => "blockquote",
        TagEnd::CodeBlock => "pre",
        TagEnd::List(true) => "ol",
        TagEnd::List(false) => "ul",
        TagEnd::Item => "li",
        TagEnd::Emphasis => "em",
        TagEnd::Strong => "strong",
        _ => return None,
    })
}

/// Text that may have lines of its own.
fn lines(s: &str) -> String {
    s.split('\n').map(|l| text(l).into_string()).collect::<Vec<_>>().join("\n")
}

/// Markdown to a handful of elements without attributes. A link is shown as
/// its words and its address, and leads nowhere; HTML is shown as it is written.
fn render(doc: &str) -> String {
    let mut out = String::with_capacity(doc.len() * 2);
    let mut links: Vec<String> = Vec::new();
    for event in Parser::new(doc) {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => links.push(dest_url.to_string()),
            Event::End(TagEnd::Link) => {
                let address = links.pop().unwrap_or_default();
                out.push_str(&format!(" (<code>{}</code>)", text(&address).into_string()));
            }
            Event::Start(tag) => {
                if let Some(name) = element(&tag) {
                    out.push_str(&format!("<{name}>"));
                }
            }
            Event::End(tag) => {
                if let Some(name) = end_element(&tag) {
                    out.push_str(&format!("</{name}>"));
                }
            }
            Event::Text(s) | Event::Html(s) | Event::InlineHtml(s) => out.push_str(&lines(&s)),
            Event::Code(s) => {
                out.push_str(&format!("<code>{}</code>", text(&s).into_string()));
            }
            Event::SoftBreak | Event::HardBreak => out.push('\n'),
            Event::Rule => out.push_str("<hr>"),
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_page_becomes_a_few_elements() {
        let shown =
            render("# Title\n\nText *a* **b** `<c>`.\n\n- one\n- two\n\n```sh\nx < y\n```\n");
        assert_eq!(
            shown,
            "<h4>Title</h4><p>Text <em>a</em> <strong>b</strong> <code>&lt;c&gt;</code>.</p>\
             <ul><li>one</li><li>two</li></ul><pre>x &lt; y\n</pre>"
        );
    }

    #[test]
    fn markup_and_addresses_are_dead() {
        let shown =
            render("<script>x</script>\n\n[a](javascript:x) <b onclick=x>\n\n![i](http://h/)");
        assert!(!shown.contains("<script") && !shown.contains("<b ") && !shown.contains("<img"));
        assert!(!shown.contains("href"), "{shown}");
        assert!(shown.contains("a (<code>javascript:x</code>)"), "{shown}");
    }
}
