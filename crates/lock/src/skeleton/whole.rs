//! What mcp-warden's skeleton leaves out: alternatives, patterns of names,
//! tuples, exact values, bounds of arrays. Only for comparing, never digested.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use warden_core::json::{Kind, Val};

use super::extract::{Walk, join, members};
use crate::canon::{Canon, Writer};

/// Further keywords that are kept as they are.
pub(super) const KEYWORDS: &[&str] = &[
    "const",
    "default",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "maxContains",
    "maxItems",
    "maxProperties",
    "minContains",
    "minItems",
    "minProperties",
    "multipleOf",
    "nullable",
    "uniqueItems",
    "contentEncoding",
    "contentMediaType",
];

/// Keywords whose value is a schema that is compared as a whole.
const OPAQUE: &[&str] = &[
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "dependentSchemas",
    "dependentRequired",
    "unevaluatedItems",
    "unevaluatedProperties",
    "$dynamicRef",
];

/// Keywords whose value is a list of schemas.
pub(crate) const ALTERNATIVES: &[&str] = &["anyOf", "oneOf", "allOf"];

/// Members that say something to a reader and bound nothing.
const SAYS_ONLY: &[&str] = &[
    "title",
    "description",
    "markdownDescription",
    "$comment",
    "examples",
    "example",
    "deprecated",
    "readOnly",
    "writeOnly",
    "$id",
    "id",
    "$schema",
    "$anchor",
];

/// Whether the value of that member is copied.
pub(super) fn copies(name: &str) -> bool {
    [KEYWORDS, OPAQUE, ALTERNATIVES].iter().any(|list| list.contains(&name)) || name == "items"
}

/// Adds what is kept of a schema beside the plain keywords.
pub(super) fn constraints(v: Val<'_>, out: &mut BTreeMap<String, Canon>) {
    for keyword in OPAQUE {
        if let Some(value) = v.get(keyword) {
            out.insert((*keyword).to_owned(), bare(value));
        }
    }
    // Whether further properties are allowed is one thing, of which form
    // another: the form is walked.
    if v.get("additionalProperties").is_some_and(Val::is_obj) {
        out.insert("additionalProperties".into(), Canon::of_text("{}"));
    }
    if let Some(items) = v.get("items").filter(|i| !i.is_obj()) {
        out.insert("items".into(), bare(items));
    }
}

/// The branches of the alternatives of a schema, without what only says
/// something.
pub(super) fn alternatives(v: Val<'_>) -> BTreeMap<&'static str, Vec<Canon>> {
    let of = |keyword: &&'static str| {
        let list = v.get(keyword).filter(|l| l.is_arr())?;
        Some((*keyword, list.items().map(bare).collect()))
    };
    ALTERNATIVES.iter().filter_map(of).collect()
}

/// Walks the schemas inside a schema that the frozen walk does not enter.
pub(super) fn children<'d>(walk: &mut Walk<'d, '_>, v: Val<'d>, path: &str) {
    for keyword in ALTERNATIVES {
        for (n, branch) in v.get(keyword).into_iter().flat_map(Val::items).enumerate() {
            if walk.spent() {
                return;
            }
            walk.node(branch, &format!("{path}|{keyword}/{n}"), false);
        }
    }
    for (n, item) in v.get("prefixItems").into_iter().flat_map(Val::items).enumerate() {
        walk.node(item, &format!("{path}[{n}]"), false);
    }
    if let Some(further) = v.get("additionalProperties").filter(|p| p.is_obj()) {
        walk.node(further, &join(path, "*"), false);
    }
    for (pattern, schema) in v.get("patternProperties").map(members).unwrap_or_default() {
        walk.node(schema, &join(path, &format!("/{pattern}/")), false);
    }
}

/// Notes what stands beside a `$ref`, which since draft 2019-09 counts as well.
pub(super) fn beside_reference<'d>(walk: &mut Walk<'d, '_>, v: Val<'d>, at: &str) {
    let says = |name: &str| name == "$ref" || SAYS_ONLY.contains(&name) || name == "default";
    if members(v).iter().any(|(name, _)| !says(name)) {
        walk.constrain(at, "beside $ref", without(v, &|name| says(name)));
    }
    if let Some(default) = v.get("default") {
        walk.constrain(at, "default", Canon::of(default));
    }
}

/// The canonical form of a schema without what only says something.
fn bare(v: Val<'_>) -> Canon {
    without(v, &|name| SAYS_ONLY.contains(&name))
}

fn without(v: Val<'_>, leave: &dyn Fn(&str) -> bool) -> Canon {
    let mut w = Writer::default();
    write(v, leave, true, &mut w);
    Canon::of_text(w.finish())
}

/// `schema` tells whether `v` is a schema, whose members are keywords, or a
/// table of schemas, whose members are names.
fn write(v: Val<'_>, leave: &dyn Fn(&str) -> bool, schema: bool, w: &mut Writer) {
    match v.kind() {
        Kind::Arr => {
            w.array(v.items(), |w, item| write(item, leave, true, w));
        }
        Kind::Obj => {
            let all = members(v);
            let kept = all.iter().filter(|(name, _)| !(schema && leave(name)));
            let kept = kept.map(|(name, value)| (name.as_str(), (name.as_str(), *value)));
            w.object(kept, |w, (name, value)| {
                if schema && IS_DATA.contains(&name) {
                    w.raw(Canon::of(value).as_str());
                } else {
                    write(value, leave, !(schema && IS_TABLE.contains(&name)), w);
                }
            });
        }
        _ => {
            w.raw(Canon::of(v).as_str());
        }
    }
}

const IS_TABLE: &[&str] =
    &["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
const IS_DATA: &[&str] = &["enum", "const", "default", "required", "type"];

/// The paths of a set of branches.
pub(crate) fn below(path: &str, keyword: &str) -> String {
    let path = if path == "$root" { "" } else { path };
    format!("{path}|{keyword}/")
}

/// The branches that only one side has.
pub(crate) fn only_in(these: &[Canon], those: &[Canon]) -> BTreeSet<Canon> {
    let those: HashSet<&Canon> = those.iter().collect();
    these.iter().filter(|b| !those.contains(b)).cloned().collect()
}
