//! The walk over a JSON Schema (2020-12 and the earlier drafts' keywords).

use super::walk::Walk;
use super::{Part, Role};
use crate::json::Val;

impl<'a> Walk<'a, '_> {
    /// A schema; what stands in its place otherwise is read all the same.
    pub(super) fn schema(&mut self, v: Val<'a>, part: Part) {
        if !v.is_obj() {
            return self.anything(v, part, Role::Other);
        }
        for (k, x) in v.members() {
            self.keyword(k, x, part);
        }
    }

    fn keyword(&mut self, k: Val<'a>, v: Val<'a>, part: Part) {
        match &*k.text().unwrap_or_default() {
            "description" | "markdownDescription" => self.string_or(v, part, Role::Description),
            "title" => self.string_or(v, part, Role::Title),
            "$comment" => self.string_or(v, part, Role::Comment),
            "enum"
            | "const"
            | "default"
            | "examples"
            | "example"
            | "enumNames"
            | "enumDescriptions"
            | "markdownEnumDescriptions" => {
                self.anything(v, part, Role::Literal);
            }
            "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => {
                for (name, schema) in v.members() {
                    self.emit(name, part, Role::Key);
                    self.schema(schema, part);
                }
                if !v.is_obj() {
                    self.anything(v, part, Role::Other);
                }
            }
            "items"
            | "prefixItems"
            | "additionalItems"
            | "additionalProperties"
            | "unevaluatedItems"
            | "unevaluatedProperties"
            | "contains"
            | "not"
            | "if"
            | "then"
            | "else"
            | "propertyNames"
            | "allOf"
            | "anyOf"
            | "oneOf"
            | "contentSchema" => {
                if v.is_arr() {
                    v.items().for_each(|s| self.schema(s, part));
                } else {
                    self.schema(v, part);
                }
            }
            "type" | "format" | "pattern" | "$ref" | "$id" | "id" | "$schema" | "$anchor"
            | "$dynamicRef" | "$dynamicAnchor" | "contentEncoding" | "contentMediaType"
            | "required" | "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum"
            | "multipleOf" | "minLength" | "maxLength" | "minItems" | "maxItems"
            | "uniqueItems" | "minContains" | "maxContains" | "minProperties" | "maxProperties"
            | "deprecated" | "readOnly" | "writeOnly" | "nullable" | "x-mcp-header" => {
                self.keywords(v, part);
            }
            "dependentRequired" | "$vocabulary" => {
                self.anything(v, part, Role::Keyword);
            }
            _ => {
                self.emit(k, part, Role::Key);
                self.anything(v, part, Role::Other);
            }
        }
    }
}
