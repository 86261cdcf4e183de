//! JSON as clients write and forgive it.

use std::borrow::Cow;
use std::sync::Arc;

use jsonc_parser::ast::{self, ObjectPropName};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use warden_core::json::{self, AnomalyKind, Kind, Limits, Mode, Val};

use super::Broken;
use crate::tree::{Member, Node, Value};

pub(super) fn parse(source: &str) -> Result<Node, Broken> {
    let options = ParseOptions { allow_missing_commas: false, ..ParseOptions::default() };
    match parse_to_ast(source, &CollectOptions::default(), &options) {
        Ok(parsed) => Ok(match parsed.value {
            Some(value) => node(value),
            None => Node { at: 0, value: Value::Map(Vec::new()) },
        }),
        Err(e) => as_clients_read(source)
            .ok_or_else(|| Broken::new(e.range().start, sentence(&e.kind().to_string()))),
    }
}

/// What `JSON.parse` takes and the parser above does not: half a surrogate
/// pair, or more depth. A file must not become unreadable by that here only.
fn as_clients_read(source: &str) -> Option<Node> {
    let limits = Limits { bytes: source.len(), ..Limits::default() };
    let doc = json::read(Arc::from(source.as_bytes()), Mode::AsClientsRead, &limits).ok()?;
    let taken = |kind| {
        matches!(
            kind,
            AnomalyKind::DuplicateKey
                | AnomalyKind::LoneSurrogate
                | AnomalyKind::NumberNotInteroperable
        )
    };
    doc.anomalies().iter().all(|a| taken(a.kind)).then(|| from_val(doc.root()))
}

fn from_val(val: Val<'_>) -> Node {
    let text = |v: Val<'_>| v.text().map(Cow::into_owned).unwrap_or_default();
    let value = match val.kind() {
        Kind::Null => Value::Null,
        Kind::True => Value::Bool(true),
        Kind::False => Value::Bool(false),
        Kind::Num => Value::Number(String::from_utf8_lossy(val.raw()).into_owned()),
        Kind::Str => Value::Text(text(val)),
        Kind::Arr => Value::List(val.items().map(from_val).collect()),
        Kind::Obj => Value::Map(
            val.members()
                .map(|(k, v)| Member {
                    key: text(k),
                    at: k.span().start as usize,
                    node: from_val(v),
                })
                .collect(),
        ),
    };
    Node { at: val.span().start as usize, value }
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
