//! The file format of a lexical rule.

use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

/// The only format there is so far.
pub(super) const FORMAT: u32 = 1;

/// A rule as it is written down.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RuleFile {
    pub(super) format: Spanned<u32>,
    pub(super) id: Spanned<String>,
    pub(super) title: String,
    #[serde(default)]
    pub(super) aka: Vec<String>,
    pub(super) severity: SeverityName,
    pub(super) confidence: ConfidenceName,
    #[serde(default)]
    pub(super) advisory: bool,
    #[serde(default)]
    pub(super) status: StatusName,
    #[serde(default)]
    pub(super) fix: Option<String>,
    pub(super) doc: String,
    #[serde(default)]
    pub(super) scope: ScopeFile,
    pub(super) when: Vec<WhenFile>,
    #[serde(default)]
    pub(super) examples: Vec<String>,
    #[serde(default)]
    pub(super) counter: Vec<String>,
}

/// Where a rule looks; everywhere if empty.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScopeFile {
    #[serde(default)]
    pub(super) roles: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) parts: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) kinds: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) readings: Vec<Spanned<String>>,
}

/// One way for a rule to match.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WhenFile {
    /// The anchor: one of these phrases.
    pub(super) any: Vec<Spanned<String>>,
    /// Each of these must stand somewhere in the text.
    #[serde(default)]
    pub(super) all: Vec<Vec<Spanned<String>>>,
    /// Each of these must stand near what was matched before.
    #[serde(default)]
    pub(super) near: OneOrMany<NearFile>,
    #[serde(default)]
    pub(super) unless: OneOrMany<UnlessFile>,
    #[serde(default)]
    pub(super) guards: Vec<Spanned<String>>,
}

/// A table, or an array of tables.
#[derive(Debug)]
pub(super) struct OneOrMany<T>(Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        d.deserialize_any(OneOrManyVisitor(PhantomData)).map(Self)
    }
}

/// Serde's untagged enums buffer what they read and so lose the spans.
struct OneOrManyVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for OneOrManyVisitor<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a table or an array of tables")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Vec<T>, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(seq))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Vec<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(|one| vec![one])
    }
}

impl<T> Default for OneOrMany<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> OneOrMany<T> {
    pub(super) fn as_slice(&self) -> &[T] {
        &self.0
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NearFile {
    pub(super) any: Vec<Spanned<String>>,
    pub(super) within: u32,
    #[serde(default)]
    pub(super) order: OrderName,
    #[serde(default = "yes")]
    pub(super) same_sentence: bool,
    /// Measured from the anchor rather than from the last match.
    #[serde(default)]
    pub(super) from_anchor: bool,
}

fn yes() -> bool {
    true
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnlessFile {
    #[serde(default)]
    pub(super) before: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) after: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) in_sentence: Vec<Spanned<String>>,
    #[serde(default = "default_within")]
    pub(super) within: u32,
}

fn default_within() -> u32 {
    24
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(super) enum OrderName {
    #[default]
    After,
    Before,
    Either,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum SeverityName {
    Info,
    Low,
    Medium,
    High,
    Critical,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ConfidenceName {
    Low,
    Medium,
    High,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum StatusName {
    #[default]
    Stable,
    Preview,
    Retired,
}

/// Named word lists that rules share.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WordsFile {
    pub(super) lists: std::collections::BTreeMap<String, Vec<String>>,
}

/// A message with the line it is about and a caret under the place.
pub(super) fn at(src: &str, span: std::ops::Range<usize>, message: &str) -> String {
    let start = span.start.min(src.len());
    let line_start = src[..start].rfind('\n').map_or(0, |n| n + 1);
    let line_end = src[start..].find('\n').map_or(src.len(), |n| start + n);
    let number = src[..start].matches('\n').count() + 1;
    let column = src[line_start..start].chars().count();
    let width = src[start..span.end.clamp(start, line_end)].chars().count().max(1);
    let gutter = number.to_string();
    let pad = " ".repeat(gutter.len());
    format!(
        "line {number}, column {}: {message}\n{pad} |\n{gutter} | {}\n{pad} | {}{}",
        column + 1,
        &src[line_start..line_end],
        " ".repeat(column),
        "^".repeat(width),
    )
}
