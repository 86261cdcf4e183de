//! One text: everything that is looked for in it, and what follows.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use warden_core::finding::{Gate, Subject};
use warden_core::{Finding, Untrusted};

use super::hidden::{html, terminal, unicode};
use super::{
    Action, Actions, Class, Edit, Found, Inspection, RuntimeText, clean, link, order, rules, secret,
};
use crate::{evidence, meta_rules};

/// Of a longer text its head and its tail are read.
const HEAD: usize = 4 << 20;
const TAIL: usize = 256 << 10;
/// Findings of one text that are listed; all of their edits are kept.
const LISTED: usize = 50;

/// Inspects one text.
pub(super) fn inspect(text: &RuntimeText<'_>, actions: &Actions) -> Inspection {
    let found = match catch_unwind(AssertUnwindSafe(|| all(text.text))) {
        Ok(found) => found,
        Err(_) => return failed(text, actions),
    };
    conclude(text, found, actions)
}

/// A rule panicked: what it would have found is unknown.
fn failed(text: &RuntimeText<'_>, actions: &Actions) -> Inspection {
    let words = "A rule stopped with an internal error while it inspected this text";
    let mut f = meta_rules::RULE_FAILURE.finding(Gate::Static, subject(text), words);
    f.path = path(text);
    Inspection { action: actions.action(Class::Incomplete), findings: vec![f], edits: Vec::new() }
}

fn all(text: &str) -> Vec<Found> {
    if text.len() <= HEAD + TAIL {
        return stretch(text);
    }
    let floor = |at| crate::lex::sentence::char_floor(text, at);
    let (head, tail) = (floor(HEAD), floor(text.len() - TAIL));
    let mut found = stretch(&text[..head]);
    found.push(Found::new(&rules::CUT, head..head, "The middle of a very long text was not read"));
    found.extend(stretch(&text[tail..]).into_iter().map(|mut f| {
        f.range = f.range.start + tail..f.range.end + tail;
        f
    }));
    found
}

fn stretch(text: &str) -> Vec<Found> {
    let seen = terminal::find(text);
    let mut found = seen.found;
    found.extend(unicode::find(text));
    found.extend(secret::find(text));
    let clean = clean::clean(text, &seen.sequences);
    let original = |r: Range<usize>| clean.original(r);
    for mut f in link::find(&clean.text) {
        f.range = original(f.range);
        found.push(f);
    }
    let orders = order::find(&clean.text);
    if !orders.is_empty() {
        unseen(&clean, &orders, &mut found);
    }
    for o in orders {
        let mut f = Found::new(o.meta, original(o.range), o.meta.title);
        f.reads_as = o.reads_as;
        found.push(f);
    }
    found
}

/// Hidden markup that holds an order is taken out.
fn unseen(clean: &clean::Clean<'_>, orders: &[order::Order], found: &mut Vec<Found>) {
    for u in html::find(&clean.text) {
        let orders =
            orders.iter().any(|o| o.range.start < u.words.end && u.words.start < o.range.end);
        if orders {
            let words = format!("An order to the model stands {}", u.how);
            found.push(Found::edit(&rules::HTML_HIDDEN, clean.original(u.whole), words, ""));
        }
    }
}

fn subject(text: &RuntimeText<'_>) -> Subject {
    text.tool.map_or(Subject::Server, |t| Subject::Tool(Untrusted::from(t)))
}

fn path(text: &RuntimeText<'_>) -> Option<String> {
    (!text.path.is_empty()).then(|| text.path.to_owned())
}

fn conclude(text: &RuntimeText<'_>, mut found: Vec<Found>, actions: &Actions) -> Inspection {
    found.sort_by_key(|f| (f.range.start, f.range.end));
    let mut out = Inspection::default();
    let digest = (!found.is_empty()).then(|| evidence::text_digest(text.text));
    for f in &found {
        let action = actions.action(f.class);
        out.action = out.action.max(action);
        if action == Action::Edit && !f.range.is_empty() {
            add_edit(&mut out.edits, f);
        }
        if !f.quiet && out.findings.len() < LISTED {
            out.findings.push(finding(text, f, digest.clone(), &found));
        }
    }
    out
}

/// Overlapping edits become one, whose replacement is the first one's.
fn add_edit(edits: &mut Vec<Edit>, f: &Found) {
    match edits.last_mut() {
        Some(last) if f.range.start < last.range.end => {
            last.range.end = last.range.end.max(f.range.end);
        }
        _ => edits.push(Edit { range: f.range.clone(), replacement: f.replacement.clone() }),
    }
}

fn finding(text: &RuntimeText<'_>, f: &Found, digest: Option<String>, all: &[Found]) -> Finding {
    let mut out = f.meta.finding(Gate::Static, subject(text), f.message.clone());
    out.path = path(text);
    out.text_digest = digest;
    let secrets: Vec<Range<usize>> =
        all.iter().filter(|o| o.class == Class::Secret).map(|o| o.range.clone()).collect();
    out.evidence =
        Some(evidence::quote_without(text.text, f.range.clone(), f.reads_as.as_deref(), &secrets));
    out
}
