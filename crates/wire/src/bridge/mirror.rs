//! Arguments that the stateless era repeats in headers: a schema marks them
//! with `x-mcp-header`, and a server refuses a call without them.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use warden_core::json::{Kind, Val};

use crate::link::http::encoded;

/// Tools with such arguments that are remembered, and arguments of each.
const MAX_TOOLS: usize = 10_000;
const MAX_ARGUMENTS: usize = 64;
/// How deep properties are followed.
const MAX_DEPTH: usize = 16;

type Marked = Vec<(Vec<String>, HeaderName)>;

/// What the lists of the server have marked.
#[derive(Debug, Default)]
pub(super) struct Mirror(Mutex<HashMap<String, Marked>>);

impl Mirror {
    fn known(&self) -> MutexGuard<'_, HashMap<String, Marked>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Learns from an answer, if it is a list of tools.
    pub(super) fn learn(&self, answer: Val<'_>) {
        let Some(tools) = answer.get("result").and_then(|r| r.get("tools")) else { return };
        for tool in tools.items() {
            let Some(name) = tool.get_text("name") else { continue };
            let mut marked = Vec::new();
            if let Some(schema) = tool.get("inputSchema") {
                walk(schema, &mut Vec::new(), &mut marked);
            }
            let mut known = self.known();
            match marked.is_empty() {
                true => drop(known.remove(&*name)),
                false if known.len() < MAX_TOOLS => {
                    known.insert(name.into_owned(), marked);
                }
                false => {}
            }
        }
    }

    /// Adds the headers of a call.
    pub(super) fn add(&self, tool: &str, arguments: Option<Val<'_>>, headers: &mut HeaderMap) {
        let known = self.known();
        for (path, name) in known.get(tool).into_iter().flatten() {
            let mut value = arguments;
            for key in path {
                value = value.and_then(|v| v.get(key));
            }
            let text = value.and_then(plain).and_then(|t| HeaderValue::from_str(&encoded(&t)).ok());
            if let Some(text) = text {
                headers.insert(name.clone(), text);
            }
        }
    }
}

/// Only these can be marked.
fn plain(v: Val<'_>) -> Option<String> {
    match v.kind() {
        Kind::Str => v.text().map(|t| t.into_owned()),
        Kind::Num | Kind::True | Kind::False => Some(String::from_utf8_lossy(v.raw()).into_owned()),
        _ => None,
    }
}

fn walk(schema: Val<'_>, path: &mut Vec<String>, out: &mut Marked) {
    if path.len() > MAX_DEPTH || out.len() >= MAX_ARGUMENTS {
        return;
    }
    let Some(properties) = schema.get("properties") else { return };
    for (key, property) in properties.members() {
        path.push(key.text().unwrap_or_default().into_owned());
        if let Some(mark) = property.get_text("x-mcp-header").filter(|m| !m.is_empty())
            && let Ok(name) = HeaderName::from_bytes(format!("mcp-param-{mark}").as_bytes())
        {
            out.push((path.clone(), name));
        }
        walk(property, path, out);
        path.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use warden_core::json::{Doc, Limits, Mode, read};

    fn doc(text: &str) -> Doc {
        read(Arc::from(text.as_bytes()), Mode::AsClientsRead, &Limits::default()).expect("JSON")
    }

    #[test]
    fn marked_arguments_are_repeated() {
        let mirror = Mirror::default();
        let list = r#"{"result":{"tools":[{"name":"t","inputSchema":{"properties":{
            "region":{"type":"string","x-mcp-header":"Region"},
            "at":{"properties":{"n":{"type":"integer","x-mcp-header":"N"}}},
            "odd":{"type":"string","x-mcp-header":"a b"},
            "other":{"type":"string"}}}}]}}"#;
        mirror.learn(doc(list).root());
        let call = doc(r#"{"region":"grün","at":{"n":7},"odd":"x","other":"y"}"#);
        let mut headers = HeaderMap::new();
        mirror.add("t", Some(call.root()), &mut headers);
        assert_eq!(headers.len(), 2, "{headers:?}");
        assert_eq!(headers["mcp-param-n"], "7");
        assert!(headers["mcp-param-region"].to_str().expect("ASCII").starts_with("=?base64?"));
        let mut headers = HeaderMap::new();
        mirror.add("t", Some(doc(r#"{"region":null}"#).root()), &mut headers);
        mirror.add("unknown", Some(call.root()), &mut headers);
        assert!(headers.is_empty());
        mirror.learn(doc(r#"{"result":{"tools":[{"name":"t","inputSchema":{}}]}}"#).root());
        mirror.add("t", Some(call.root()), &mut headers);
        assert!(headers.is_empty(), "it is marked no longer");
    }
}
