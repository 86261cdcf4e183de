//! How two schemas differ in what they take, one fact at a time.

use std::collections::{BTreeSet, HashSet};

use super::bounds;
use crate::canon::Canon;
use crate::skeleton::whole::{ALTERNATIVES, below, only_in};
use crate::skeleton::{Prop, Skeleton};

/// One fact: which kind, where, and in which way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fact {
    pub(super) path: String,
    /// The kind's name without `schema-`.
    pub(super) kind: &'static str,
    pub(super) detail: String,
}

/// Everything that differs, by path. Empty where only words differ.
pub(super) fn facts(old: &Skeleton, new: &Skeleton) -> Vec<Fact> {
    let mut out = Vec::new();
    let settled = settled(old, new, &mut out);
    let skip = |path: &str| is_settled(&settled, path);
    for (path, prop) in &old.props {
        if skip(path) {
            continue;
        }
        match new.props.get(path) {
            Some(now) => both(path, prop, now, &mut out),
            None if inside_missing(path, old, new) => {}
            None if prop.required => {
                push(&mut out, path, "required-removed", "required property removed")
            }
            None => push(&mut out, path, "property-removed", "optional property removed"),
        }
    }
    for (path, prop) in &new.props {
        if !old.props.contains_key(path) && !skip(path) && !inside_missing(path, new, old) {
            added(path, prop, &mut out);
        }
    }
    out.sort();
    out.dedup();
    out
}

fn push(out: &mut Vec<Fact>, path: &str, kind: &'static str, detail: impl Into<String>) {
    out.push(Fact { path: path.into(), kind, detail: detail.into() });
}

/// Whether what contains this path is missing as well, which says it all.
fn inside_missing(path: &str, here: &Skeleton, there: &Skeleton) -> bool {
    let ends = path.char_indices().filter(|(n, c)| *n > 0 && matches!(c, '.' | '[' | '|'));
    ends.map(|(n, _)| &path[..n])
        .any(|outer| here.props.contains_key(outer) && !there.props.contains_key(outer))
}

fn added(path: &str, prop: &Prop, out: &mut Vec<Fact>) {
    let free = unconstrained(prop);
    let (kind, detail) = match (prop.required, free) {
        (true, true) => ("required-unconstrained-added", "new required unconstrained"),
        (true, false) => ("required-added", "new required constrained"),
        (false, true) => ("unconstrained-added", "new optional unconstrained"),
        (false, false) => ("property-added", "new optional constrained"),
    };
    push(out, path, kind, detail);
}

/// It takes any text.
fn unconstrained(prop: &Prop) -> bool {
    let types = prop.types.as_deref().unwrap_or_default();
    prop.values.as_ref().is_none_or(Vec::is_empty)
        && !["pattern", "maxLength", "const", "false"]
            .iter()
            .any(|k| prop.constraints.contains_key(*k))
        && prop.alternatives.is_empty()
        && types.iter().all(|t| t == "string" || t == "object")
}

fn both(path: &str, old: &Prop, new: &Prop, out: &mut Vec<Fact>) {
    match (old.required, new.required) {
        (true, false) => push(out, path, "constraint-relaxed", "required→optional"),
        (false, true) if unconstrained(new) => {
            push(out, path, "required-unconstrained-added", "optional→required unconstrained");
        }
        (false, true) => push(out, path, "required-added", "optional→required"),
        _ => {}
    }
    types(path, old, new, out);
    values(path, old, new, out);
    bounds::compare(path, old, new, out);
}

fn types(path: &str, old: &Prop, new: &Prop, out: &mut Vec<Fact>) {
    if old.types == new.types {
        return;
    }
    let set = |p: &Prop| -> Option<BTreeSet<String>> {
        p.types.as_ref().map(|t| t.iter().cloned().collect())
    };
    let kind = match (set(old), set(new)) {
        (Some(_), None) => "type-broadened",
        (None, Some(_)) => "type-narrowed",
        (Some(a), Some(b)) if a.is_subset(&b) => "type-broadened",
        (Some(a), Some(b)) if b.is_subset(&a) => "type-narrowed",
        _ => "type-changed",
    };
    let show = |p: &Prop| p.types.as_ref().map_or("any".into(), |t| t.join("|"));
    push(out, path, kind, format!("type {}→{}", limited(&show(old)), limited(&show(new))));
}

fn values(path: &str, old: &Prop, new: &Prop, out: &mut Vec<Fact>) {
    let of = |p: &Prop| p.values.clone().filter(|v| !v.is_empty());
    match (of(old), of(new)) {
        (None, None) => {}
        (Some(_), None) => push(out, path, "enum-removed", "enum removed"),
        (None, Some(_)) => push(out, path, "enum-added", "enum added"),
        (Some(a), Some(b)) => {
            let (a_only, b_only) = (only_in(&a, &b), only_in(&b, &a));
            let more: Vec<String> = b_only.iter().take(3).map(shown).collect();
            let detail = format!("enum {}→{} values", a.len(), b.len());
            match (a_only.is_empty(), b_only.is_empty()) {
                (true, true) if a.len() == b.len() => {}
                (false, true) => push(out, path, "enum-narrowed", detail),
                (true, true) => push(out, path, "enum-widened", detail),
                _ => {
                    let detail = format!("{detail}, new: {}", more.join(", "));
                    push(out, path, "enum-widened", detail);
                }
            }
        }
    }
}

/// Compares the branches of alternatives as sets, since a branch more at the
/// front changes the place of every other. Gives the beginnings of paths that
/// are settled by that.
fn settled(old: &Skeleton, new: &Skeleton, out: &mut Vec<Fact>) -> HashSet<String> {
    let mut settled: HashSet<String> = HashSet::new();
    let paths: BTreeSet<&String> = old.props.keys().chain(new.props.keys()).collect();
    for path in paths {
        if is_settled(&settled, path) {
            continue;
        }
        let (Some(a), Some(b)) = (old.props.get(path), new.props.get(path)) else { continue };
        for keyword in ALTERNATIVES {
            let of = |p: &Prop| p.alternatives.get(keyword).cloned().unwrap_or_default();
            let (a, b) = (of(a), of(b));
            let (a_only, b_only) = (only_in(&a, &b), only_in(&b, &a));
            let same = a_only.is_empty() && b_only.is_empty();
            // Of equally many, each is compared with the one in its place.
            if !same && a.len() == b.len() {
                continue;
            }
            settled.insert(below(path, keyword));
            let all_of = *keyword == "allOf";
            let detail = format!("{keyword} {}→{} branches", a.len(), b.len());
            // To have alternatives at all takes less than to take anything.
            let (gained, lost) = match (a.is_empty(), b.is_empty(), all_of) {
                (_, _, true) | (true, _, _) | (_, true, _) => {
                    (!a_only.is_empty(), !b_only.is_empty())
                }
                _ => (!b_only.is_empty(), !a_only.is_empty()),
            };
            if gained {
                push(out, path, "alternative-added", detail.clone());
            }
            if lost {
                push(out, path, "alternative-removed", detail);
            }
        }
    }
    settled
}

/// Whether a path lies in alternatives that were compared as a set. Each of
/// these ends with the name of its keyword and a slash.
fn is_settled(settled: &HashSet<String>, path: &str) -> bool {
    !settled.is_empty()
        && path.match_indices("Of/").any(|(n, end)| settled.contains(&path[..n + end.len()]))
}

/// A value of a schema as it may stand in a sentence.
pub(super) fn shown(value: &Canon) -> String {
    const SECRETS: &[&str] =
        &["secret", "token", "password", "apikey", "api_key", "api-key", "bearer", "key"];
    let text = value.as_str();
    let lower = text.to_lowercase();
    if SECRETS.iter().any(|s| lower.contains(s)) {
        return "[redacted]".into();
    }
    limited(text)
}

fn limited(text: &str) -> String {
    warden_core::Untrusted::from(text).term_limited(40)
}
