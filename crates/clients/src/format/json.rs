//! JSON as clients write and forgive it.

use jsonc_parser::ast::{self, ObjectPropName};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use super::Broken;
use crate::tree::{Member, Node, Value};

pub(super) fn parse(source: &str) -> Result<Node, Broken> {
    let options = ParseOptions { allow_missing_commas: false, ..ParseOptions::default() };
    let parsed = parse_to_ast(source, &CollectOptions::default(), &options)
        .map_err(|e| Broken::new(e.range().start, sentence(&e.kind().to_string())))?;
    match parsed.value {
        Some(value) => Ok(node(value)),
        None => Ok(Node { at: 0, value: Value::Map(Vec::new()) }),
    }
}

/// The parser's message in the case of ours.
fn sentence(message: &str) -> String {
    let mut chars = message.chars();
    chars.next().map(|c| c.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

fn node(value: ast::Value<'_>) -> Node {
    let at = value.range().start;
    let value = match value {
        ast::Value::NullKeyword(_) => Value::Null,
        ast::Value::BooleanLit(b) => Value::Bool(b.value),
        ast::Value::NumberLit(n) => Value::Number(n.value.to_owned()),
        ast::Value::StringLit(s) => Value::Text(s.value.into_owned()),
        ast::Value::Array(a) => Value::List(a.elements.into_iter().map(node).collect()),
        ast::Value::Object(o) => Value::Map(o.properties.into_iter().map(member).collect()),
    };
    Node { at, value }
}

fn member(property: ast::ObjectProp<'_>) -> Member {
    let at = property.name.range().start;
    let key = match property.name {
        ObjectPropName::String(s) => s.value.into_owned(),
        ObjectPropName::Word(w) => w.value.to_owned(),
    };
    Member { key, at, node: node(property.value) }
}
