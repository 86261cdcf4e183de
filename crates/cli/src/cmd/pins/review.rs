//! What a person reads before a decision: what changed, word by word, and every
//! definition whole, with everything visible that is in it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use similar::{ChangeTag, TextDiff};
use warden_core::Untrusted;
use warden_core::json::{Limits, Mode, Val, push_token, read};

use super::super::approvals::Approval;
use super::{By, PinFile, PinnedItem, SeenItem};

/// Longer texts are shown old and new, not word by word.
const MAX_DIFF: usize = 64 << 10;

/// One line about a server.
pub(super) fn line(file: &PinFile) -> String {
    let by_person = file.tools.iter().filter(|t| t.by == By::Person).count();
    let state = if file.revoked { "revoked" } else { "pinned" };
    let launch = file.seen_launch.as_ref().or(file.launch.as_ref());
    let launch = launch.map(|l| shown(&l.line, 100)).unwrap_or_default();
    format!(
        "{}: {state}, {} definitions ({by_person} approved by a person), {} listed last  {launch}\n",
        shown(&file.id, 128),
        file.tools.len(),
        file.seen.len()
    )
}

/// Calls that a person approved until a day.
pub(super) fn approvals(all: &[Approval]) -> String {
    let mut out = String::new();
    for a in all {
        let (tool, until) = (shown(&a.tool, 200), shown(&a.until, 40));
        let _ = writeln!(out, "\ncalls of {tool} are approved until {until}  {}", a.definition);
    }
    out
}

/// Everything about a server.
pub(super) fn text(file: &PinFile) -> String {
    let mut out = line(file);
    if let Some(seen) = &file.seen_launch {
        let _ = writeln!(out, "launch: {}", shown(&seen.line, 2000));
        if let Some(old) = file.launch.as_ref().filter(|l| l.identity != seen.identity) {
            let _ = writeln!(out, "  CHANGED, was: {}", shown(&old.line, 2000));
        }
    }
    if let Some(at) = &file.seen_at {
        let _ = writeln!(out, "listed last: {}", shown(at, 40));
    }
    for seen in &file.seen {
        item(file, seen, &mut out);
    }
    let listed = |t: &PinnedItem| file.seen.iter().any(|s| s.kind == t.kind && s.name == t.name);
    for gone in file.tools.iter().filter(|t| !listed(t)) {
        let (kind, name) = (gone.kind.word(), shown(&gone.name, 200));
        let _ = writeln!(out, "\n{kind} {name}: not listed last");
    }
    out
}

fn item(file: &PinFile, seen: &SeenItem, out: &mut String) {
    let same = |t: &&PinnedItem| t.kind == seen.kind && t.name == seen.name;
    let approved: Vec<&PinnedItem> = file.tools.iter().filter(same).collect();
    let state = match approved.iter().find(|t| t.digest == seen.digest) {
        Some(t) if t.by == By::Person => "approved",
        Some(_) => "pinned at first contact",
        None if approved.is_empty() => "NEW",
        None => "CHANGED",
    };
    let (kind, name) = (seen.kind.word(), shown(&seen.name, 200));
    let _ = writeln!(out, "\n{kind} {name}: {state}  {}", shown(&seen.digest, 80));
    let new = leaves(&seen.definition);
    if let (true, Some(old)) = (state == "CHANGED", approved.last()) {
        changes(&leaves(&old.definition), &new, out);
        out.push_str("  whole:\n");
    }
    for (pointer, value) in &new {
        let _ = writeln!(out, "  {}: {}", visible(pointer), visible(value));
    }
}

fn changes(old: &BTreeMap<String, String>, new: &BTreeMap<String, String>, out: &mut String) {
    for (pointer, value) in new {
        match old.get(pointer) {
            Some(before) if before == value => {}
            Some(before) => {
                let _ = writeln!(out, "  {}: {}", visible(pointer), words(before, value));
            }
            None => {
                let _ = writeln!(out, "  {}: {{+{}+}}", visible(pointer), visible(value));
            }
        }
    }
    for (pointer, value) in old.iter().filter(|(p, _)| !new.contains_key(*p)) {
        let _ = writeln!(out, "  {}: [-{}-]", visible(pointer), visible(value));
    }
}

/// Words that came and went.
fn words(old: &str, new: &str) -> String {
    if old.len() + new.len() > MAX_DIFF {
        return format!("[-{}-]{{+{}+}}", visible(old), visible(new));
    }
    let diff = TextDiff::from_words(old, new);
    let mut out = String::new();
    for change in diff.iter_all_changes() {
        let text = visible(change.value());
        match change.tag() {
            ChangeTag::Equal => out.push_str(&text),
            ChangeTag::Delete => drop(write!(out, "[-{text}-]")),
            ChangeTag::Insert => drop(write!(out, "{{+{text}+}}")),
        }
    }
    out
}

/// Every string, number and empty container of a definition by its pointer.
fn leaves(definition: &str) -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    let bytes: Arc<[u8]> = definition.as_bytes().into();
    let limits = Limits { depth: 512, ..Limits::default() };
    match read(bytes, Mode::AsClientsRead, &limits) {
        Ok(doc) => walk(doc.root(), &mut String::new(), &mut out),
        Err(_) => drop(out.insert(String::new(), definition.to_owned())),
    }
    out
}

fn walk(v: Val<'_>, pointer: &mut String, out: &mut BTreeMap<String, String>) {
    let here = pointer.len();
    let mut inside = false;
    for (key, value) in v.members() {
        push_token(pointer, &key.text().unwrap_or_default());
        walk(value, pointer, out);
        pointer.truncate(here);
        inside = true;
    }
    for (n, value) in v.items().enumerate() {
        push_token(pointer, &n.to_string());
        walk(value, pointer, out);
        pointer.truncate(here);
        inside = true;
    }
    if !inside {
        let text = v.text().map(|t| t.into_owned());
        let text = text.unwrap_or_else(|| String::from_utf8_lossy(v.raw()).into_owned());
        // Of members of one name each is shown.
        let mut at = pointer.clone();
        while out.contains_key(&at) {
            at.push_str(" (again)");
        }
        out.insert(at, text);
    }
}

fn visible(text: &str) -> String {
    Untrusted::from(text).term()
}

fn shown(text: &str, most: usize) -> String {
    Untrusted::from(text).term_limited(most)
}

#[cfg(test)]
mod tests {
    use super::super::Kind;
    use super::*;

    fn pinned(definition: &str) -> PinnedItem {
        PinnedItem {
            kind: Kind::Tool,
            name: "add".into(),
            digest: "sha256:1".into(),
            by: By::FirstContact,
            at: String::new(),
            definition: definition.into(),
        }
    }

    #[test]
    fn a_change_is_shown_by_word_and_the_unseen_is_seen() {
        let definition =
            "{\"name\":\"add\",\"description\":\"Adds three\u{200b} numbers.\",\"x\":{}}";
        let file = PinFile {
            tools: vec![pinned(r#"{"name":"add","description":"Adds two numbers."}"#)],
            seen: vec![SeenItem {
                kind: Kind::Tool,
                name: "add".into(),
                digest: "sha256:2".into(),
                definition: definition.into(),
            }],
            ..PinFile::default()
        };
        let text = text(&file);
        assert!(text.contains("tool add: CHANGED"), "{text}");
        assert!(text.contains("/description: Adds [-two-]{+three\\u{200b}+} numbers."), "{text}");
        assert!(text.contains("/x: {+{}+}"), "{text}");
        assert!(!text.contains('\u{200b}'), "{text}");
    }
}
