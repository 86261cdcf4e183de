//! Which texts of a definition changed.

use std::collections::{BTreeMap, BTreeSet};

use warden_core::surface::{Item, Part, Role};

/// A text of a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct At {
    pub(super) part: Part,
    pub(super) role: Role,
    pub(super) text: String,
}

/// A text that is not what it was.
#[derive(Clone, Debug)]
pub(super) struct Changed {
    pub(super) pointer: String,
    pub(super) part: Part,
    pub(super) role: Role,
    /// Empty for a new one.
    pub(super) before: String,
    /// Empty for one that is gone.
    pub(super) after: String,
}

/// The texts that say something, by pointer.
pub(super) fn texts(item: &Item) -> BTreeMap<String, At> {
    let mut out = BTreeMap::new();
    item.visit_texts(&mut |unit| {
        if !matches!(unit.role, Role::Key | Role::Keyword | Role::Name) {
            let at = At { part: unit.part, role: unit.role, text: unit.text.clone().into_owned() };
            out.insert(unit.pointer(), at);
        }
    });
    out
}

/// The texts that changed, came or went, by pointer.
pub(super) fn changed(old: &BTreeMap<String, At>, new: &BTreeMap<String, At>) -> Vec<Changed> {
    let pointers: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let mut out = Vec::new();
    for pointer in pointers {
        let (a, b) = (old.get(pointer), new.get(pointer));
        let Some(any) = b.or(a) else { continue };
        let text = |at: Option<&At>| at.map(|a| a.text.clone()).unwrap_or_default();
        let (before, after) = (text(a), text(b));
        if before != after {
            let (part, role) = (any.part, any.role);
            out.push(Changed { pointer: pointer.clone(), part, role, before, after });
        }
    }
    out
}

/// Hosts that are named in addresses of any scheme.
pub(super) fn hosts<'a>(texts: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for text in texts {
        for (at, _) in text.match_indices("://") {
            let rest = &text[at + 3..];
            let end = |c: char| {
                c.is_whitespace()
                    || matches!(
                        c,
                        '/' | '\\'
                            | '?'
                            | '#'
                            | '"'
                            | '\''
                            | '<'
                            | '>'
                            | ')'
                            | '`'
                            | ','
                            | ']'
                            | '}'
                    )
            };
            let authority = &rest[..rest.find(end).unwrap_or(rest.len())];
            let host = authority.rsplit('@').next().unwrap_or_default();
            let host = host.trim_end_matches(['.', ':', ';']).to_ascii_lowercase();
            if !host.is_empty() && host.len() <= 253 {
                out.insert(host);
            }
        }
    }
    out
}
