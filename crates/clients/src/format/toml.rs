//! TOML, for Codex.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Broken;
use crate::tree::{Member, Node, Value};

pub(super) fn parse(source: &str) -> Result<Node, Broken> {
    let table = DeTable::parse(source).map_err(|e| {
        let at = e.span().map_or(0, |s| s.start);
        Broken::new(at, super::without_values(e.message()))
    })?;
    let at = table.span().start;
    Ok(Node { at, value: map(table.into_inner()) })
}

fn node(value: Spanned<DeValue<'_>>) -> Node {
    let at = value.span().start;
    let value = match value.into_inner() {
        DeValue::String(s) => Value::Text(s.into_owned()),
        DeValue::Boolean(b) => Value::Bool(b),
        DeValue::Integer(n) => Value::Number(n.as_str().to_owned()),
        DeValue::Float(n) => Value::Number(n.as_str().to_owned()),
        DeValue::Datetime(d) => Value::Text(d.to_string()),
        DeValue::Array(items) => Value::List(items.into_iter().map(node).collect()),
        DeValue::Table(table) => map(table),
    };
    Node { at, value }
}

/// Members in the order of the file: the table itself may be sorted by key.
fn map(table: DeTable<'_>) -> Value {
    let mut members: Vec<Member> = table
        .into_iter()
        .map(|(key, value)| {
            let at = key.span().start;
            Member { key: key.into_inner().into_owned(), at, node: node(value) }
        })
        .collect();
    members.sort_by_key(|m| m.at);
    Value::Map(members)
}
