//! Comparing everything that was said, definition by definition.

use std::collections::BTreeMap;

use warden_core::Subject;
use warden_core::capture::SessionId;
use warden_core::surface::{Item, ItemKind};
use warden_core::views::TextJudge;

use super::Comparison;
use super::change::Change;
use super::item::{Pair, judge_new};
use crate::model::{Own, OwnItem};
use crate::own::kind_name;

type Group<'a> = BTreeMap<(ItemKind, &'a str), Vec<&'a OwnItem>>;

pub(super) fn compare(old: &Own, new: &Own, judge: &dyn TextJudge, out: &mut Comparison) {
    let held: Vec<SessionId> = new.sessions.iter().map(|s| s.id).collect();
    let before: Vec<SessionId> = old.sessions.iter().map(|s| s.id).collect();
    let (was, is) = (group(old), group(new));
    let none = Vec::new();
    let keys: std::collections::BTreeSet<_> = was.keys().chain(is.keys()).copied().collect();
    for key in keys {
        let (a, b) = (was.get(&key).unwrap_or(&none), is.get(&key).unwrap_or(&none));
        let mut name = Name { kind: key.0, name: key.1, changes: Vec::new() };
        if a.iter().any(|i| i.is_volatile()) {
            // What it says is another each time, as it was; only its being there counts.
            if b.is_empty() && seen_in(a, &held) {
                name.gone();
            }
        } else if b.iter().any(|i| i.is_volatile()) {
            name.volatile(a.is_empty());
        } else {
            name.definitions(a, b, &held, judge, &mut out.not_compared);
            name.visibility(a, b, &held, &before);
        }
        out.changes.append(&mut name.changes);
    }
}

fn group(own: &Own) -> Group<'_> {
    let mut out: Group<'_> = BTreeMap::new();
    for item in &own.items {
        out.entry((item.kind, item.name.as_str())).or_default().push(item);
    }
    out
}

fn seen_in(items: &[&OwnItem], held: &[SessionId]) -> bool {
    items.iter().any(|i| i.sessions.iter().any(|s| held.contains(s)))
}

/// Everything under one name.
struct Name<'a> {
    kind: ItemKind,
    name: &'a str,
    changes: Vec<Change>,
}

impl Name<'_> {
    fn subject(&self) -> Subject {
        let name = || self.name.into();
        match self.kind {
            ItemKind::Server | ItemKind::Envelope => Subject::Server,
            ItemKind::Tool => Subject::Tool(name()),
            ItemKind::Prompt | ItemKind::PromptBody => Subject::Prompt(name()),
            ItemKind::Resource => Subject::Resource(name()),
            ItemKind::Template => Subject::Template(name()),
        }
    }

    fn push(&mut self, kind: &str, message: &str) {
        self.changes.push(Change::new(kind, self.subject(), message));
    }

    fn gone(&mut self) {
        match self.kind {
            ItemKind::Server => self.push("server-modified", "An answer to the handshake is gone"),
            ItemKind::Envelope => self.push("list-modified", "What stood beside a list is gone"),
            kind => {
                let rule = format!("{}-removed", kind_name(kind));
                self.push(&rule, "It is gone");
            }
        }
    }

    fn new_one(&mut self, item: &OwnItem, judge: &dyn TextJudge) {
        match self.kind {
            ItemKind::Server => {
                self.push("server-modified", "It has a further answer to the handshake")
            }
            ItemKind::Envelope => {
                self.push("list-modified", "Something stands beside a list that did not")
            }
            kind => {
                let rule = format!("{}-added", kind_name(kind));
                self.push(&rule, "It is new");
            }
        }
        if let Some(item) = item.revived() {
            judge_new(judge, None, &item, &mut self.changes);
        }
    }

    fn volatile(&mut self, new: bool) {
        let message = match new {
            true => "It is new, and another at every asking",
            false => "It is another at every asking, and was not",
        };
        self.push("volatile", message);
    }

    fn definitions(
        &mut self,
        old: &[&OwnItem],
        new: &[&OwnItem],
        held: &[SessionId],
        judge: &dyn TextJudge,
        not_compared: &mut Vec<String>,
    ) {
        let lacks = |all: &[&OwnItem], i: &OwnItem| !all.iter().any(|x| x.digest == i.digest);
        let come: Vec<&OwnItem> = new.iter().copied().filter(|i| lacks(old, i)).collect();
        let mut went = Vec::new();
        for item in old.iter().copied().filter(|i| lacks(new, i)) {
            if item.sessions.iter().any(|s| held.contains(s)) {
                went.push(item);
            } else {
                let name = warden_core::Untrusted::from(self.name).term_limited(80);
                not_compared.push(format!("{} {name}", kind_name(self.kind)));
            }
        }
        let pairs = pairs(&went, &come);
        for (a, b) in &pairs {
            if let (Some(a), Some(b)) = (a.revived(), b.revived()) {
                self.changed(&a, &b, judge);
            }
        }
        for item in come.iter().filter(|i| !pairs.iter().any(|(_, b)| b.digest == i.digest)) {
            if old.is_empty() {
                self.new_one(item, judge);
            } else if let Some(b) = item.revived() {
                self.variant("tool-variant-added", "It has a further definition");
                let known = old.first().and_then(|i| i.revived());
                judge_new(judge, known.as_ref(), &b, &mut self.changes);
            }
        }
        let left = went.iter().any(|i| !pairs.iter().any(|(a, _)| a.digest == i.digest));
        if left && new.is_empty() {
            self.gone();
        } else if left {
            self.variant("tool-variant-removed", "One of its definitions is gone");
        }
    }

    fn changed(&mut self, old: &Item, new: &Item, judge: &dyn TextJudge) {
        let pair = Pair { old, new, out: Vec::new() };
        self.changes.extend(pair.compare(judge));
    }

    fn variant(&mut self, kind: &str, message: &str) {
        let kind =
            if self.kind == ItemKind::Tool { kind } else { super::item::fallback(self.kind) };
        self.push(kind, message);
    }

    /// The same definition, for other clients than before.
    fn visibility(
        &mut self,
        old: &[&OwnItem],
        new: &[&OwnItem],
        held: &[SessionId],
        before: &[SessionId],
    ) {
        for a in old {
            let Some(b) = new.iter().find(|b| b.digest == a.digest) else { continue };
            let common = |i: &OwnItem| -> Vec<SessionId> {
                let both = |s: &&SessionId| held.contains(s) && before.contains(s);
                i.sessions.iter().filter(both).copied().collect()
            };
            let (was, is) = (common(a), common(b));
            if was == is || matches!(self.kind, ItemKind::Server | ItemKind::Envelope) {
                continue;
            }
            let more = is.iter().any(|s| !was.contains(s));
            let message = match more {
                true => "It is shown to clients to which it was not",
                false => "It is no longer shown to clients to which it was",
            };
            let mut c = Change::new("tool-visibility", self.subject(), message);
            if !more {
                c.class = super::Class::Narrower;
            }
            self.changes.push(c);
        }
    }
}

/// Definitions that belong together: first those of the same sessions, then in
/// their order.
fn pairs<'a>(went: &[&'a OwnItem], come: &[&'a OwnItem]) -> Vec<(&'a OwnItem, &'a OwnItem)> {
    let mut left: Vec<&OwnItem> = come.to_vec();
    let mut out = Vec::new();
    let shared =
        |a: &OwnItem, b: &OwnItem| a.sessions.iter().filter(|s| b.sessions.contains(s)).count();
    for a in went {
        let best = (0..left.len()).max_by_key(|n| (shared(a, left[*n]), std::cmp::Reverse(*n)));
        if let Some(n) = best {
            out.push((*a, left.remove(n)));
        }
    }
    out
}
