//! What of a schema matters to a caller, flattened: one property a path.

mod extract;
mod pyorder;
mod reference;
pub(crate) mod whole;

use std::collections::BTreeMap;

use crate::canon::{Canon, Writer};

pub(crate) use extract::{Depth, skeleton};

/// The properties of a schema by path (`$root`, `a.b`, `list[]`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skeleton {
    /// In code-point order of their paths.
    pub props: BTreeMap<String, Prop>,
}

/// One property.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prop {
    /// `type`, sorted; `None` where it is absent or no type.
    pub types: Option<Vec<String>>,
    /// Whether the object around it requires it.
    pub required: bool,
    /// `enum`, in the order that mcp-warden gives it.
    pub values: Option<Vec<Canon>>,
    /// Keywords that bound it, with their values.
    pub constraints: BTreeMap<String, Canon>,
    /// Branches of `anyOf`, `oneOf` and `allOf`; only where a schema was walked
    /// whole, and no part of the canonical form.
    pub alternatives: BTreeMap<&'static str, Vec<Canon>>,
}

impl Skeleton {
    /// Its canonical JSON.
    pub(crate) fn write(&self, w: &mut Writer) {
        w.raw("{\"props\":");
        let props = self.props.iter().map(|(path, prop)| (path.as_str(), prop));
        w.object(props, |w, prop| prop.write(w)).raw("}");
    }
}

impl Prop {
    fn write(&self, w: &mut Writer) {
        w.raw("{\"constraints\":");
        let constraints = self.constraints.iter().map(|(k, v)| (k.as_str(), v));
        w.object(constraints, |w, v| {
            w.raw(v.as_str());
        });
        w.raw(",\"enum\":");
        match &self.values {
            Some(values) => w.array(values, |w, v| {
                w.raw(v.as_str());
            }),
            None => w.raw("null"),
        };
        w.raw(if self.required { ",\"required\":true" } else { ",\"required\":false" });
        w.raw(",\"type\":");
        match &self.types {
            Some(types) => w.array(types, |w, t| {
                w.string(t);
            }),
            None => w.raw("null"),
        };
        w.raw("}");
    }
}
