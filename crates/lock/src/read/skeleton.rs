//! Reading a skeleton.

use std::collections::BTreeMap;

use warden_core::json::Val;

use super::fields::{Fields, below, invalid};
use crate::canon::Canon;
use crate::error::LockError;
use crate::skeleton::{Prop, Skeleton};

pub(super) fn read(v: Val<'_>, at: String) -> Result<Skeleton, LockError> {
    let f = Fields::new(v, at, &["props"])?;
    let (props, at) = (f.need("props")?, f.below("props"));
    if !props.is_obj() {
        return Err(invalid(&at, "expected an object"));
    }
    let mut out = Skeleton::default();
    for (path, value) in props.members() {
        let path = path.text().unwrap_or_default().into_owned();
        let prop = prop(value, || below(&at, &path))?;
        out.props.insert(path, prop);
    }
    Ok(out)
}

fn prop(v: Val<'_>, at: impl Fn() -> String) -> Result<Prop, LockError> {
    let f = Fields::new(v, at(), &["type", "required", "enum", "constraints"])?;
    let constraints = f.need("constraints")?;
    if !constraints.is_obj() {
        return Err(invalid(&f.below("constraints"), "expected an object"));
    }
    f.need("type")?;
    f.need("enum")?;
    let mut kept = BTreeMap::new();
    for (name, value) in constraints.members() {
        kept.insert(name.text().unwrap_or_default().into_owned(), Canon::of(value));
    }
    Ok(Prop {
        types: f.some("type").map(|_| f.strings("type")).transpose()?,
        required: f.truth("required")?,
        values: f.some("enum").map(|_| f.list("enum", |v, _| Ok(Canon::of(v)))).transpose()?,
        constraints: kept,
        alternatives: BTreeMap::new(),
    })
}
