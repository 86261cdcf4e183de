//! Parameters that a client copies into HTTP headers.

use std::collections::HashSet;

use warden_core::json::Val;
use warden_core::surface::{Item, ItemKind};
use warden_core::{Confidence, Gate, Severity};

use crate::launch::secret::is_secret_name;
use crate::rule::{Case, Cx, Meta, Rule, Sink};

pub(crate) struct HeaderParam;

static META: Meta = Meta {
    id: "WRD-SCHEMA-HEADER",
    title: "Misuses x-mcp-header",
    severity: Severity::Medium,
    confidence: Confidence::Medium,
    advisory: true,
    aka: &[],
    doc: "Revision 2026-07-28 lets a property ask to be copied into an HTTP header with \
          `x-mcp-header`. It is allowed only on a property that is reached through `properties` \
          alone, with a header token as value and a simple type, once per header. A secret in a \
          header is seen by every proxy on the way.",
};

/// Deeper schemas are not followed.
const DEPTH: usize = 32;

impl Rule for HeaderParam {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad(
                    r#"{"tools":[{"name":"a","inputSchema":{"properties":{"password":{"type":"string","x-mcp-header":"X-P"}}}}]}"#,
                ),
                Case::bad(
                    r#"{"tools":[{"name":"a","inputSchema":{"properties":{"p":{"type":"string","x-mcp-header":"a b"}}}}]}"#,
                ),
                Case::good(
                    r#"{"tools":[{"name":"a","inputSchema":{"properties":{"region":{"type":"string","x-mcp-header":"Region"}}}}]}"#,
                ),
            ]
        }
    }

    fn reads_items(&self) -> bool {
        true
    }

    fn item(&self, item: &Item, _: &Cx<'_>, sink: &mut Sink) {
        if item.kind != ItemKind::Tool || !contains(item.val().raw(), b"x-mcp-header") {
            return;
        }
        let Some(schema) = item.val().get("inputSchema") else { return };
        let mut walk = Walk { item, sink, headers: HashSet::new() };
        walk.visit(schema, None, true, 0);
    }
}

fn contains(hay: &[u8], needle: &[u8]) -> bool {
    memchr::memmem::find(hay, needle).is_some()
}

struct Walk<'a, 's> {
    item: &'a Item,
    sink: &'s mut Sink,
    headers: HashSet<String>,
}

impl<'a> Walk<'a, '_> {
    fn visit(&mut self, v: Val<'a>, name: Option<&str>, on_chain: bool, depth: usize) {
        if depth > DEPTH {
            return;
        }
        if let Some(header) = v.get("x-mcp-header")
            && let Some(why) = self.wrong(v, header, name, on_chain)
        {
            let mut f = META.finding(Gate::Static, self.item.subject(), why);
            f.path = Some(self.item.pointer(header.id()));
            self.sink.push(f);
        }
        for (key, member) in v.members() {
            if key.key_is("properties") {
                for (k, p) in member.members() {
                    let name = k.text().unwrap_or_default();
                    self.visit(p, Some(&name), on_chain, depth + 1);
                }
            } else {
                self.visit(member, None, false, depth + 1);
            }
        }
        for element in v.items() {
            self.visit(element, None, false, depth + 1);
        }
    }

    fn wrong(
        &mut self,
        v: Val<'a>,
        header: Val<'a>,
        name: Option<&str>,
        on_chain: bool,
    ) -> Option<&'static str> {
        let Some(text) = header.text() else { return Some("x-mcp-header is not a string") };
        let token = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
        let simple = |t: &str| matches!(t, "string" | "integer" | "boolean");
        if name.is_none() || !on_chain {
            Some("x-mcp-header stands where clients do not look for it")
        } else if text.is_empty() || !text.bytes().all(token) {
            Some("x-mcp-header is no header name")
        } else if !v.get_text("type").is_some_and(|t| simple(&t)) {
            Some("x-mcp-header on a property without a simple type")
        } else if !self.headers.insert(text.to_ascii_lowercase()) {
            Some("two properties ask for the same header")
        } else if name.is_some_and(is_secret_name) {
            Some("a secret is to be copied into a header")
        } else {
            None
        }
    }
}
