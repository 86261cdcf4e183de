//! A file as values with the bytes that they stand in.

use std::ops::Range;

use jsonc_parser::ast::{self, ObjectPropName};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value and where it stands.
pub(super) struct Tree {
    pub(super) range: Range<usize>,
    pub(super) token: Token,
}

pub(super) enum Token {
    Text(String),
    List(Vec<Tree>),
    Map(Vec<Member>),
    Other,
}

pub(super) struct Member {
    pub(super) key: String,
    pub(super) key_at: usize,
    pub(super) value: Tree,
}

impl Tree {
    /// The member of that name; none if there are several.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        let Token::Map(members) = &self.token else { return None };
        let mut found = members.iter().filter(|m| m.key == key);
        let first = found.next()?;
        found.next().is_none().then_some(&first.value)
    }

    /// Where the key of that name begins.
    pub(super) fn key_at(&self, key: &str) -> Option<usize> {
        let Token::Map(members) = &self.token else { return None };
        members.iter().find(|m| m.key == key).map(|m| m.key_at)
    }
}

pub(super) fn json(source: &str) -> Result<Tree, String> {
    let options = ParseOptions { allow_missing_commas: false, ..ParseOptions::default() };
    let parsed = parse_to_ast(source, &CollectOptions::default(), &options);
    let value = parsed.ok().and_then(|p| p.value).ok_or("the file cannot be read")?;
    Ok(of_json(value))
}

fn of_json(value: ast::Value<'_>) -> Tree {
    let range = value.range();
    let token = match value {
        ast::Value::StringLit(s) => Token::Text(s.value.into_owned()),
        ast::Value::Array(a) => Token::List(a.elements.into_iter().map(of_json).collect()),
        ast::Value::Object(o) => Token::Map(o.properties.into_iter().map(member).collect()),
        _ => Token::Other,
    };
    Tree { range: range.start..range.end, token }
}

fn member(property: ast::ObjectProp<'_>) -> Member {
    let key_at = property.name.range().start;
    let key = match property.name {
        ObjectPropName::String(s) => s.value.into_owned(),
        ObjectPropName::Word(w) => w.value.to_owned(),
    };
    Member { key, key_at, value: of_json(property.value) }
}

pub(super) fn toml(source: &str) -> Result<Tree, String> {
    let table = DeTable::parse(source).map_err(|_| "the file cannot be read")?;
    Ok(Tree { range: table.span(), token: table_token(table.into_inner()) })
}

fn of_toml(value: Spanned<DeValue<'_>>) -> Tree {
    let range = value.span();
    let token = match value.into_inner() {
        DeValue::String(s) => Token::Text(s.into_owned()),
        DeValue::Array(items) => Token::List(items.into_iter().map(of_toml).collect()),
        DeValue::Table(table) => table_token(table),
        _ => Token::Other,
    };
    Tree { range, token }
}

fn table_token(table: DeTable<'_>) -> Token {
    let member = |(key, value): (Spanned<std::borrow::Cow<'_, str>>, _)| {
        let key_at = key.span().start;
        Member { key: key.into_inner().into_owned(), key_at, value: of_toml(value) }
    };
    Token::Map(table.into_iter().map(member).collect())
}
