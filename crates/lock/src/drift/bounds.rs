//! Keywords that bound a value: wider, narrower, or another.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::schema::{Fact, shown};
use crate::canon::Canon;
use crate::skeleton::Prop;

const UPPER: &[&str] =
    &["maxLength", "maximum", "exclusiveMaximum", "maxItems", "maxProperties", "maxContains"];
const LOWER: &[&str] =
    &["minLength", "minimum", "exclusiveMinimum", "minItems", "minProperties", "minContains"];

/// Compares the keywords of one property.
pub(super) fn compare(path: &str, old: &Prop, new: &Prop, out: &mut Vec<Fact>) {
    let names: BTreeSet<&String> = old.constraints.keys().chain(new.constraints.keys()).collect();
    for name in names {
        let (a, b) = (old.constraints.get(name), new.constraints.get(name));
        if a == b {
            continue;
        }
        if let Some(kind) = kind(name, a, b) {
            out.push(Fact { path: path.into(), kind, detail: detail(name, a, b) });
        }
    }
}

fn kind(name: &str, a: Option<&Canon>, b: Option<&Canon>) -> Option<&'static str> {
    const WIDER: Option<&str> = Some("constraint-relaxed");
    const NARROWER: Option<&str> = Some("constraint-tightened");
    let by_presence = |changed| match (a, b) {
        (Some(_), None) => WIDER,
        (None, Some(_)) => NARROWER,
        _ => changed,
    };
    match name {
        _ if UPPER.contains(&name) => bound(a, b, Ordering::Greater),
        _ if LOWER.contains(&name) => bound(a, b, Ordering::Less),
        "pattern" if b.is_some_and(|p| takes_anything(p.as_str())) => WIDER,
        "pattern" | "format" => by_presence(Some("pattern-modified")),
        "multipleOf" => by_presence(multiple(a, b)),
        "uniqueItems" | "nullable" => {
            let on = |c: Option<&Canon>| c.is_some_and(|c| c.as_str() == "true");
            match (on(a), on(b), name) {
                (true, false, "uniqueItems") => WIDER,
                (false, true, "uniqueItems") => NARROWER,
                (false, true, _) => Some("type-broadened"),
                (true, false, _) => Some("type-narrowed"),
                _ => None,
            }
        }
        "additionalProperties" => additional(a, b),
        "const" => match (a, b) {
            (Some(_), None) => Some("const-removed"),
            (None, Some(_)) => Some("const-added"),
            _ => Some("const-modified"),
        },
        "default" => Some("default-modified"),
        _ => Some("modified"),
    }
}

/// `wider` is how the new value of a bound that is wider compares to the old.
fn bound(a: Option<&Canon>, b: Option<&Canon>, wider: Ordering) -> Option<&'static str> {
    let number = |c: Option<&Canon>| c.and_then(|c| c.as_str().parse::<f64>().ok());
    match (number(a), number(b)) {
        (Some(_), None) => Some("constraint-relaxed"),
        (None, Some(_)) => Some("constraint-tightened"),
        (Some(a), Some(b)) => match b.partial_cmp(&a)? {
            Ordering::Equal => None,
            o if o == wider => Some("constraint-relaxed"),
            _ => Some("constraint-tightened"),
        },
        // Neither is a number, so neither bounds anything.
        (None, None) => None,
    }
}

fn multiple(a: Option<&Canon>, b: Option<&Canon>) -> Option<&'static str> {
    let number = |c: Option<&Canon>| c.and_then(|c| c.as_str().parse::<f64>().ok());
    match (number(a), number(b)) {
        (Some(a), Some(b)) if a != 0.0 && (b / a).fract() == 0.0 => Some("constraint-tightened"),
        _ => Some("constraint-relaxed"),
    }
}

/// Whether a pattern (a JSON string) says nothing.
fn takes_anything(pattern: &str) -> bool {
    let bare = pattern.trim_matches('"').trim_start_matches('^').trim_end_matches('$');
    matches!(bare, "" | ".*" | ".+" | "(.*)" | "[\\\\s\\\\S]*" | ".*?")
}

/// None allowed, those of a form, any.
fn additional(a: Option<&Canon>, b: Option<&Canon>) -> Option<&'static str> {
    let rank = |c: Option<&Canon>| match c.map(Canon::as_str) {
        Some("false") => 0,
        Some(form) if form.starts_with('{') => 1,
        _ => 2,
    };
    match rank(b).cmp(&rank(a)) {
        Ordering::Greater => Some("additional-props-opened"),
        Ordering::Less => Some("constraint-tightened"),
        Ordering::Equal if rank(a) == 1 => Some("modified"),
        Ordering::Equal => None,
    }
}

fn detail(name: &str, a: Option<&Canon>, b: Option<&Canon>) -> String {
    let name = warden_core::Untrusted::from(name).term_limited(40);
    match (a, b) {
        (Some(a), Some(b)) => format!("{name} {}→{}", shown(a), shown(b)),
        (Some(_), None) => format!("{name} removed"),
        (None, Some(b)) => format!("{name} added {}", shown(b)),
        (None, None) => name,
    }
}
