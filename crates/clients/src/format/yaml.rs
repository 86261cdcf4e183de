//! YAML, for Continue and Goose.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_saphyr::options::DuplicateKeyPolicy;
use serde_saphyr::{Options, Spanned};

use super::{Broken, without_values};
use crate::tree::{Member, Node, Value};

/// Honest configs have some hundred nodes; alias bombs want millions.
const MAX_NODES: usize = 20_000;
/// Each level costs some tens of kilobytes of stack in a debug build.
const MAX_DEPTH: usize = 20;

pub(super) fn parse(source: &str) -> Result<Node, Broken> {
    let spanned: Spanned<Any> = serde_saphyr::from_str_with_options(source, options())
        .map_err(|e| Broken::new(place(source, &e), message(&e)))?;
    let mut node = spanned_node(spanned);
    if matches!(node.value, Value::Null) {
        node.value = Value::Map(Vec::new());
    }
    Ok(node)
}

fn options() -> Options {
    let mut options = Options::default();
    options.duplicate_keys = DuplicateKeyPolicy::PassThrough;
    options.strict_booleans = true;
    options.with_snippet = false;
    options.budget = serde_saphyr::budget! {
        max_nodes: MAX_NODES,
        max_events: 4 * MAX_NODES,
        max_depth: MAX_DEPTH,
        max_aliases: 1_000,
        max_anchors: 1_000,
    };
    options.alias_limits.max_total_replayed_events = 4 * MAX_NODES;
    options
}

fn place(source: &str, error: &serde_saphyr::Error) -> usize {
    let Some(location) = error.location() else { return source.len() };
    if let Some(offset) = location.span().byte_offset().filter(|o| *o > 0) {
        return offset as usize;
    }
    let (line, column) = (location.line() as usize, location.column() as usize);
    let start = source.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let rest = source.get(start..).unwrap_or_default();
    let within = rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(i, _)| i);
    start + within
}

fn message(error: &serde_saphyr::Error) -> String {
    let text = error.without_snippet().to_string();
    let line = text.lines().next().unwrap_or_default();
    // The place is said in our own form.
    without_values(line.split(" at line ").next().unwrap_or_default())
}

/// Whatever stands there.
struct Any(Value);

fn spanned_node(spanned: Spanned<Any>) -> Node {
    let at = spanned.referenced.span().byte_offset().unwrap_or(0) as usize;
    Node { at, value: spanned.value.0 }
}

impl<'de> Deserialize<'de> for Any {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        de.deserialize_any(AnyVisitor)
    }
}

struct AnyVisitor;

impl<'de> Visitor<'de> for AnyVisitor {
    type Value = Any;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E: Error>(self) -> Result<Any, E> {
        Ok(Any(Value::Null))
    }

    fn visit_none<E: Error>(self) -> Result<Any, E> {
        Ok(Any(Value::Null))
    }

    fn visit_some<D: Deserializer<'de>>(self, de: D) -> Result<Any, D::Error> {
        de.deserialize_any(self)
    }

    fn visit_bool<E: Error>(self, v: bool) -> Result<Any, E> {
        Ok(Any(Value::Bool(v)))
    }

    fn visit_i64<E: Error>(self, v: i64) -> Result<Any, E> {
        Ok(Any(Value::Number(v.to_string())))
    }

    fn visit_u64<E: Error>(self, v: u64) -> Result<Any, E> {
        Ok(Any(Value::Number(v.to_string())))
    }

    fn visit_i128<E: Error>(self, v: i128) -> Result<Any, E> {
        Ok(Any(Value::Number(v.to_string())))
    }

    fn visit_u128<E: Error>(self, v: u128) -> Result<Any, E> {
        Ok(Any(Value::Number(v.to_string())))
    }

    fn visit_f64<E: Error>(self, v: f64) -> Result<Any, E> {
        Ok(Any(Value::Number(v.to_string())))
    }

    fn visit_str<E: Error>(self, v: &str) -> Result<Any, E> {
        Ok(Any(Value::Text(v.to_owned())))
    }

    fn visit_string<E: Error>(self, v: String) -> Result<Any, E> {
        Ok(Any(Value::Text(v)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Any, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element::<Spanned<Any>>()? {
            items.push(spanned_node(item));
        }
        Ok(Any(Value::List(items)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Any, A::Error> {
        let mut members = Vec::new();
        while let Some(key) = map.next_key::<Spanned<Any>>()? {
            let node = spanned_node(map.next_value::<Spanned<Any>>()?);
            let key = spanned_node(key);
            let name = key.scalar().ok_or_else(|| A::Error::custom("a key is not a name"))?;
            members.push(Member { key: name, at: key.at, node });
        }
        Ok(Any(Value::Map(members)))
    }
}
