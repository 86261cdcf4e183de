//! The walk over a schema.
//!
//! With [`Depth::Frozen`] it gives exactly what mcp-warden 2.2 gives, odd
//! points included, since a digest is made of it. [`Depth::Whole`] walks
//! further, for comparing two schemas that are both there.

use std::collections::{BTreeMap, BTreeSet};

use warden_core::json::{Kind, NodeId, Val};

use super::pyorder::{code_points, sorted};
use super::reference::{Target, follow, text};
use super::whole;
use super::{Prop, Skeleton};
use crate::canon::Canon;

/// Levels of nesting below which nothing is walked.
const MAX_DEPTH: usize = 64;
/// Schemas that are looked at for one tool: references can make a small
/// document stand for an endless one. The largest schema of a real server seen
/// has some thousand.
const MAX_SCHEMAS: usize = 20_000;
/// Bytes of paths, which grow with depth, and of values that are copied: one
/// large `enum` can be referred to many times.
const MAX_BYTES: usize = 16 << 20;

/// How far the walk goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// As mcp-warden 2.2: `properties` and `items`, seven keywords.
    Frozen,
    /// Every keyword that bounds a value.
    Whole,
}

/// Keywords that are kept as they are.
const FROZEN: &[&str] =
    &["additionalProperties", "format", "maxLength", "maximum", "minLength", "minimum", "pattern"];

/// The skeleton of a schema.
pub(crate) fn skeleton(schema: Option<Val<'_>>, depth: Depth) -> Skeleton {
    let mut out = Skeleton::default();
    let Some(root) = schema else { return out };
    let mut walk = Walk {
        root,
        depth,
        props: &mut out.props,
        on_path: Vec::new(),
        refs: Vec::new(),
        schemas: 0,
        bytes: 0,
    };
    walk.node(root, "", false);
    out
}

pub(super) struct Walk<'d, 'o> {
    root: Val<'d>,
    depth: Depth,
    props: &'o mut BTreeMap<String, Prop>,
    /// The schemas that are being walked, outermost first.
    on_path: Vec<NodeId>,
    refs: Vec<String>,
    schemas: usize,
    bytes: usize,
}

impl<'d> Walk<'d, '_> {
    pub(super) fn node(&mut self, v: Val<'d>, path: &str, required: bool) {
        if self.spent() {
            return;
        }
        self.schemas += 1;
        self.bytes += path.len() + self.copied(v);
        if self.spent() {
            return self.leaf("$root", required, "_truncated", Canon::truth());
        }
        let at = if path.is_empty() { "$root" } else { path };
        if !v.is_obj() {
            return self.no_schema(v, path, required);
        }
        if let Some(reference) = v.get("$ref") {
            return self.reference(v, reference, path, required);
        }
        if self.on_path.len() + self.refs.len() > MAX_DEPTH || self.on_path.contains(&v.id()) {
            return self.leaf(at, required, "_truncated", Canon::truth());
        }
        self.on_path.push(v.id());
        let prop = self.prop(v, required);
        self.props.insert(at.to_owned(), prop);
        self.properties(v, path);
        if let Some(items) = v.get("items").filter(|i| i.is_obj()) {
            self.node(items, &format!("{path}[]"), false);
        }
        if self.depth == Depth::Whole {
            whole::children(self, v, path);
        }
        self.on_path.pop();
    }

    /// Whether it has seen as much as one tool may have. Loops end then: going on
    /// to do nothing can take as long.
    pub(super) fn spent(&self) -> bool {
        self.schemas > MAX_SCHEMAS || self.bytes > MAX_BYTES
    }

    /// Bytes of the values that are copied out of a schema.
    fn copied(&self, v: Val<'d>) -> usize {
        let of = |(name, value): (Val<'d>, Val<'d>)| {
            let name = name.text().unwrap_or_default();
            let frozen = name == "enum" || name == "$ref" || FROZEN.contains(&&*name);
            let copied = frozen || self.depth == Depth::Whole && whole::copies(&name);
            if copied { value.raw().len() } else { 0 }
        };
        v.members().map(of).sum()
    }

    /// `true`, `false`, or nonsense.
    fn no_schema(&mut self, v: Val<'d>, path: &str, required: bool) {
        if path.is_empty() {
            return;
        }
        // In mcp-warden it is lost here whether it is required.
        let required = required && self.depth == Depth::Whole;
        let nothing = self.depth == Depth::Whole && v.bool() == Some(false);
        let keyword = if nothing { "false" } else { "additionalProperties" };
        self.leaf(path, required, keyword, Canon::truth());
    }

    fn leaf(&mut self, at: &str, required: bool, keyword: &str, value: Canon) {
        let constraints = BTreeMap::from([(keyword.to_owned(), value)]);
        let prop = Prop { required, constraints, ..Prop::default() };
        self.props.insert(at.to_owned(), prop);
    }

    fn reference(&mut self, v: Val<'d>, reference: Val<'d>, path: &str, required: bool) {
        let at = if path.is_empty() { "$root" } else { path };
        let alone = names(v).len() == 1;
        let target = match reference.text() {
            Some(r) if alone || self.depth == Depth::Whole => follow(self.root, &r, &self.refs),
            _ => Target::Opaque,
        };
        match target {
            Target::Opaque => {
                self.leaf(at, required, "$ref", Canon::string(&text(reference)));
            }
            Target::Cycle => self.leaf(at, required, "_truncated", Canon::truth()),
            Target::Schema(schema) => {
                self.refs.push(text(reference));
                self.node(schema, path, required);
                self.refs.pop();
            }
        }
        if !alone && self.depth == Depth::Whole {
            whole::beside_reference(self, v, at);
        }
    }

    fn prop(&self, v: Val<'d>, required: bool) -> Prop {
        let mut constraints: BTreeMap<String, Canon> = BTreeMap::new();
        let more = if self.depth == Depth::Whole { whole::KEYWORDS } else { &[] };
        for keyword in FROZEN.iter().chain(more) {
            if let Some(value) = v.get(keyword) {
                constraints.insert((*keyword).to_owned(), Canon::json(value));
            }
        }
        if self.depth == Depth::Whole {
            whole::constraints(v, &mut constraints);
        }
        constraints.entry("additionalProperties".into()).or_insert_with(Canon::truth);
        let values = v.get("enum").filter(|e| e.is_arr()).map(sorted);
        let alternatives = match self.depth {
            Depth::Frozen => BTreeMap::new(),
            Depth::Whole => whole::alternatives(v),
        };
        Prop { types: v.get("type").and_then(types), required, values, constraints, alternatives }
    }

    pub(super) fn constrain(&mut self, at: &str, keyword: &str, value: Canon) {
        self.props.entry(at.to_owned()).or_default().constraints.insert(keyword.into(), value);
    }

    fn properties(&mut self, v: Val<'d>, path: &str) {
        let required: BTreeSet<String> = v
            .get("required")
            .into_iter()
            .flat_map(Val::items)
            .filter_map(|r| Some(r.text()?.into_owned()))
            .collect();
        let properties = v.get("properties").filter(|p| p.is_obj());
        let members = properties.map(members).unwrap_or_default();
        for (name, schema) in &members {
            if self.spent() {
                return;
            }
            let below = join(path, name);
            self.node(*schema, &below, required.contains(name));
        }
        if self.depth == Depth::Whole {
            // A name that is required and not declared is a demand all the same.
            let declared: BTreeSet<&str> = members.iter().map(|(n, _)| n.as_str()).collect();
            for name in required.iter().filter(|r| !declared.contains(r.as_str())) {
                self.leaf(&join(path, name), true, "undeclared", Canon::truth());
            }
        }
    }
}

pub(super) fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// The members in code-point order; of equal names the last one counts.
pub(super) fn members<'d>(v: Val<'d>) -> Vec<(String, Val<'d>)> {
    let mut all: Vec<(String, Val<'d>)> =
        v.members().map(|(k, v)| (k.text().unwrap_or_default().into_owned(), v)).collect();
    all.sort_by(|a, b| code_points(&a.0, &b.0));
    let mut out: Vec<(String, Val<'d>)> = Vec::with_capacity(all.len());
    for member in all {
        match out.last_mut() {
            Some(last) if last.0 == member.0 => *last = member,
            _ => out.push(member),
        }
    }
    out
}

fn names(v: Val<'_>) -> BTreeSet<String> {
    v.members().map(|(k, _)| k.text().unwrap_or_default().into_owned()).collect()
}

fn types(v: Val<'_>) -> Option<Vec<String>> {
    match v.kind() {
        Kind::Str => Some(vec![v.text()?.into_owned()]),
        Kind::Arr => {
            let set: BTreeSet<String> =
                v.items().filter_map(|t| Some(t.text()?.into_owned())).collect();
            (!set.is_empty()).then(|| set.into_iter().collect())
        }
        _ => None,
    }
}
