//! `warden explain`.

use std::fmt::Write;

use warden_core::{Exit, RuleMeta};

use crate::args::ExplainArgs;
use crate::failure::Failure;

/// Runs the command.
pub(crate) fn run(args: &ExplainArgs) -> Result<Exit, Failure> {
    let engine = super::rules::engine(args.rules.as_deref(), warden_core::Severity::High)?;
    let all = super::catalogue(&engine);
    let wanted = args.id.to_ascii_uppercase();
    let named: Vec<&RuleMeta> = all
        .iter()
        .filter(|r| {
            r.id.as_str().eq_ignore_ascii_case(&wanted)
                || r.aka.iter().any(|a| a.eq_ignore_ascii_case(&wanted))
        })
        .collect();
    if named.is_empty() {
        return Err(Failure::Usage(unknown(&args.id, &all)));
    }
    if args.json {
        let text = serde_json::to_string_pretty(&named).unwrap_or_default();
        super::print(&format!("{text}\n"))?;
        return Ok(Exit::Clean);
    }
    let pages: Vec<String> = named.iter().map(|r| page(r)).collect();
    super::print(&pages.join("\n"))?;
    Ok(Exit::Clean)
}

/// Suggests the ids that share the longest beginning with what was typed.
fn unknown(id: &str, all: &[RuleMeta]) -> String {
    let wanted = id.to_ascii_uppercase();
    let alike = |r: &&RuleMeta| {
        wanted.bytes().zip(r.id.as_str().bytes()).take_while(|(a, b)| a == b).count()
    };
    let shown: String = id.chars().filter(|c| c.is_ascii_graphic()).take(60).collect();
    let best = all.iter().map(|r| alike(&r)).max().unwrap_or(0);
    let near: Vec<&str> = all
        .iter()
        .filter(|r| best > 4 && alike(r) == best)
        .take(5)
        .map(|r| r.id.as_str())
        .collect();
    if near.is_empty() {
        format!("no rule is called {shown}; `warden rules` lists them")
    } else {
        format!("no rule is called {shown}; did you mean {}?", near.join(", "))
    }
}

/// One rule's page, Markdown that reads well in a terminal too.
pub(crate) fn page(rule: &RuleMeta) -> String {
    let mut out = String::new();
    let kind = if rule.advisory { "advisory, never blocks" } else { "can block" };
    let _ = writeln!(out, "## {}\n\n{}.\n", rule.id, rule.title);
    let _ = writeln!(
        out,
        "Severity {}, confidence {}, {kind}.\n",
        rule.severity.name(),
        format!("{:?}", rule.confidence).to_ascii_lowercase()
    );
    if !rule.aka.is_empty() {
        let _ = writeln!(out, "Elsewhere called {}.\n", rule.aka.join(", "));
    }
    let _ = writeln!(out, "{}\n", rule.doc.trim());
    list(&mut out, "It fires on", &rule.examples);
    list(&mut out, "It does not fire on", &rule.counter_examples);
    out
}

fn list(out: &mut String, heading: &str, texts: &[std::borrow::Cow<'static, str>]) {
    if texts.is_empty() {
        return;
    }
    let _ = writeln!(out, "{heading}:\n");
    for text in texts {
        // Examples hold the very characters that deceive: they are shown as
        // escapes, like any stranger's text.
        let _ = writeln!(out, "- {}", warden_core::Untrusted::from(text.as_ref()).md());
    }
    out.push('\n');
}
