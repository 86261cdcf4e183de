//! Comparing two documents by mcp-warden's entries alone: where one of them is
//! foreign, nothing else is there.

use std::collections::{BTreeMap, BTreeSet};

use warden_core::Subject;
use warden_core::surface::{Item, ItemKind};
use warden_core::views::TextJudge;

use super::change::Change;
use super::item::{flags, judge_new, schema_change};
use super::schema;
use crate::model::{Document, ToolEntry};
use crate::skeleton::Skeleton;

pub(super) fn compare(
    old: &Document,
    new: &Document,
    judge: &dyn TextJudge,
    out: &mut Vec<Change>,
) {
    tools(old, new, judge, out);
    let uri = |u: &str| Subject::Resource(u.into());
    let was: BTreeMap<&str, &str> =
        old.resources.iter().map(|r| (r.uri.as_str(), r.entry_digest.as_str())).collect();
    let is = new.resources.iter().map(|r| (r.uri.as_str(), r.entry_digest.as_str())).collect();
    listed("resource", &was, &is, uri, out);
    let name = |n: &str| Subject::Prompt(n.into());
    let was: BTreeMap<&str, &str> =
        old.prompts.iter().map(|p| (p.name.as_str(), p.entry_digest.as_str())).collect();
    let is = new.prompts.iter().map(|p| (p.name.as_str(), p.entry_digest.as_str())).collect();
    listed("prompt", &was, &is, name, out);
}

fn listed(
    kind: &str,
    was: &BTreeMap<&str, &str>,
    is: &BTreeMap<&str, &str>,
    subject: impl Fn(&str) -> Subject,
    out: &mut Vec<Change>,
) {
    let mut push = |change: &str, name: &str, message: &str| {
        out.push(Change::new(&format!("{kind}-{change}"), subject(name), message));
    };
    for (name, digest) in was {
        match is.get(name) {
            None => push("removed", name, "It is gone"),
            Some(now) if now != digest => push("modified", name, "It has changed"),
            Some(_) => {}
        }
    }
    for name in is.keys().filter(|n| !was.contains_key(*n)) {
        push("added", name, "It is new");
    }
}

fn tools(old: &Document, new: &Document, judge: &dyn TextJudge, out: &mut Vec<Change>) {
    let was: BTreeMap<&str, &ToolEntry> = old.tools.iter().map(|t| (t.name.as_str(), t)).collect();
    let is: BTreeMap<&str, &ToolEntry> = new.tools.iter().map(|t| (t.name.as_str(), t)).collect();
    let names: BTreeSet<&str> = was.keys().chain(is.keys()).copied().collect();
    for name in names {
        let subject = Subject::Tool(name.into());
        match (was.get(name), is.get(name)) {
            (Some(_), None) => out.push(Change::new("tool-removed", subject, "It is gone")),
            (None, Some(_)) => {
                out.push(Change::new("tool-added", subject, "It is new"));
                judge_new_text(new, name, judge, out);
            }
            (Some(a), Some(b)) => {
                let before = out.len();
                tool(a, b, &subject, out);
                if out.len() > before && worded(a, b) {
                    judge_new_text(new, name, judge, out);
                }
            }
            (None, None) => {}
        }
    }
}

/// Whether any text may have changed.
fn worded(a: &ToolEntry, b: &ToolEntry) -> bool {
    a.description_hash != b.description_hash || a.input_schema_hash != b.input_schema_hash
}

/// The old text is not in the lock, so all that is found now counts as new.
fn judge_new_text(new: &Document, name: &str, judge: &dyn TextJudge, out: &mut Vec<Change>) {
    let items = new.own.iter().flat_map(|o| &o.items);
    let mine = items.filter(|i| i.kind == ItemKind::Tool && i.name == name);
    for item in mine.filter_map(|i| i.revived()) {
        let item: Item = item;
        judge_new(judge, None, &item, out);
    }
}

fn tool(a: &ToolEntry, b: &ToolEntry, subject: &Subject, out: &mut Vec<Change>) {
    let only = |x: &[String], y: &[String]| -> Vec<String> {
        x.iter().filter(|f| !y.contains(f)).cloned().collect()
    };
    let (gained, lost) =
        (only(&b.capabilities, &a.capabilities), only(&a.capabilities, &b.capabilities));
    out.extend(flags(subject, &gained, &lost));
    if a.description_hash != b.description_hash {
        // Also beside a change of the schema: mcp-warden keeps silent then.
        let message = "Its description has changed; the old text is not in this lock";
        let mut c = Change::new("description-modified", subject.clone(), message);
        c.class = super::Class::Wider;
        c.severity = warden_core::Severity::Medium;
        c.path = Some("/description".into());
        out.push(c);
    }
    if a.annotations_hash.is_some() && a.annotations_hash != b.annotations_hash {
        let message = "Its annotations have changed";
        out.push(Change::new("tool-annotations-modified", subject.clone(), message));
    }
    if a.input_schema_hash != b.input_schema_hash {
        let (x, y) = (a.schema_skeleton.as_ref(), b.schema_skeleton.as_ref());
        skeletons(x, y, "schema-", "/inputSchema", subject, out);
    }
    let (x, y) = (&a.output_schema_hash, &b.output_schema_hash);
    if x.is_some() && y.is_some() && x != y {
        output(a, b, subject, out);
    }
}

fn output(a: &ToolEntry, b: &ToolEntry, subject: &Subject, out: &mut Vec<Change>) {
    let path = "/outputSchema";
    match (&a.output_schema_skeleton, &b.output_schema_skeleton) {
        (None, Some(_)) => {
            let message = "It declares an output schema, and did not";
            out.push(Change::new("schema-out-added", subject.clone(), message));
        }
        (Some(_), None) => {
            let message = "It declares no output schema any more";
            out.push(Change::new("schema-out-removed", subject.clone(), message));
        }
        (x, y) => skeletons(x.as_ref(), y.as_ref(), "schema-out-", path, subject, out),
    }
}

fn skeletons(
    a: Option<&Skeleton>,
    b: Option<&Skeleton>,
    prefix: &str,
    path: &str,
    subject: &Subject,
    out: &mut Vec<Change>,
) {
    let mut push = |kind: &str, message: &str| {
        let mut c = Change::new(&format!("{prefix}{kind}"), subject.clone(), message);
        c.path = Some(path.into());
        out.push(c);
    };
    let (Some(a), Some(b)) = (a, b) else {
        return push("modified", "The schema has changed; this lock does not say how");
    };
    let facts = schema::facts(a, b);
    if facts.is_empty() {
        let message =
            "The schema has changed in words, or in keywords that this lock does not hold";
        push("cosmetic-modified", message);
        // Which of the two cannot be told, so it is not called harmless.
        if let Some(c) = out.last_mut() {
            c.class = super::Class::Wider;
            c.severity = warden_core::Severity::Medium;
        }
        return;
    }
    out.extend(facts.iter().map(|f| schema_change(f, prefix, subject.clone(), path)));
}
