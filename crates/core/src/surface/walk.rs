//! The walk over an item: which string has which role.
//!
//! Source of the roles: the attack-surface table of the protocol (every
//! text-bearing field of the schemas from 2024-11-05 to 2026-07-28). What is
//! in no schema is handed out as [`Role::Other`], so that a payload in an
//! unknown member is read like any other.

use std::borrow::Cow;

use super::{Item, ItemKind};
use crate::json::{Kind, NodeId, Val};

/// The part of an item that a text stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// The item's own members.
    Own,
    /// A tool's `inputSchema` or a prompt's `arguments`.
    Input,
    /// A tool's `outputSchema`.
    Output,
    /// `annotations`.
    Annotations,
    /// `_meta`.
    Meta,
    /// `icons`.
    Icons,
    /// The messages of a rendered prompt.
    Body,
    /// Members that no revision of the protocol knows.
    Extra,
}

/// What a text is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Name of the item, of an argument or of the server.
    Name,
    /// A display title.
    Title,
    /// A description, of the item or of something inside it.
    Description,
    /// The server's `instructions`.
    Instructions,
    /// A member name that the server chose.
    Key,
    /// A value from `enum`, `const`, `default`, `examples` and the like.
    Literal,
    /// A schema keyword's value that is no prose: `pattern`, `format`, `$ref` …
    Keyword,
    /// `$comment`.
    Comment,
    /// A URI, URI template or MIME type.
    Uri,
    /// Text of a prompt message.
    Message,
    /// Base64 that a client may decode (`blob`, `data`).
    Blob,
    /// Anything else.
    Other,
}

impl Role {
    /// Whether a client shows it to a model or a person as running text.
    pub fn is_prose(self) -> bool {
        matches!(
            self,
            Self::Title
                | Self::Description
                | Self::Instructions
                | Self::Comment
                | Self::Message
                | Self::Other
        )
    }
}

/// One string or key of a surface.
#[derive(Clone, Debug)]
pub struct TextUnit<'a> {
    /// The item it stands in.
    pub item: &'a Item,
    /// Its place in the item's document; for a key, the key.
    pub node: NodeId,
    /// The part of the item.
    pub part: Part,
    /// What it is for.
    pub role: Role,
    /// The text, with escapes resolved.
    pub text: Cow<'a, str>,
}

impl TextUnit<'_> {
    /// Its JSON pointer, relative to the item.
    pub fn pointer(&self) -> String {
        self.item.pointer(self.node)
    }
}

pub(super) fn visit<'a>(item: &'a Item, f: &mut dyn FnMut(TextUnit<'a>)) {
    let mut walk = Walk { item, f };
    let v = item.val();
    if !v.is_obj() {
        return walk.anything(v, Part::Extra, Role::Other);
    }
    match item.kind {
        ItemKind::Server => walk.server(v),
        ItemKind::Tool => walk.tool(v),
        ItemKind::Prompt => walk.prompt(v),
        ItemKind::PromptBody => walk.prompt_body(v),
        ItemKind::Resource | ItemKind::Template => walk.resource(v),
        ItemKind::Envelope => walk.envelope(v),
    }
}

struct Walk<'a, 'f> {
    item: &'a Item,
    f: &'f mut dyn FnMut(TextUnit<'a>),
}

impl<'a> Walk<'a, '_> {
    fn emit(&mut self, v: Val<'a>, part: Part, role: Role) {
        if let Some(text) = v.text()
            && !text.is_empty()
        {
            (self.f)(TextUnit { item: self.item, node: v.id(), part, role, text });
        }
    }

    /// Every string and key below `v`, in one role.
    fn anything(&mut self, v: Val<'a>, part: Part, role: Role) {
        match v.kind() {
            Kind::Str => self.emit(v, part, role),
            Kind::Arr => v.items().for_each(|x| self.anything(x, part, role)),
            Kind::Obj => {
                for (k, x) in v.members() {
                    self.emit(k, part, if role == Role::Literal { role } else { Role::Key });
                    self.anything(x, part, role);
                }
            }
            _ => {}
        }
    }

    /// A string gets its role; anything else in its place is read as
    /// [`Role::Other`], since a client may serialise it whole.
    fn string_or(&mut self, v: Val<'a>, part: Part, role: Role) {
        if v.kind() == Kind::Str {
            self.emit(v, part, role)
        } else {
            self.anything(v, part, Role::Other)
        }
    }

    fn unknown(&mut self, k: Val<'a>, v: Val<'a>) {
        self.emit(k, Part::Extra, Role::Key);
        self.anything(v, Part::Extra, Role::Other);
    }

    /// Members that every kind of item may have; `false` if it is none.
    fn common(&mut self, k: &str, v: Val<'a>, part: Part) -> bool {
        match k {
            "name" => self.string_or(v, part, Role::Name),
            "title" => self.string_or(v, part, Role::Title),
            "description" => self.string_or(v, part, Role::Description),
            "annotations" => self.annotations(v),
            "_meta" => self.anything(v, Part::Meta, Role::Other),
            "icons" => self.icons(v),
            "uri" | "uriTemplate" | "mimeType" | "websiteUrl" => self.string_or(v, part, Role::Uri),
            _ => return false,
        }
        true
    }

    fn tool(&mut self, v: Val<'a>) {
        for (k, v) in v.members() {
            match &*k.text().unwrap_or_default() {
                "inputSchema" => self.schema(v, Part::Input),
                "outputSchema" => self.schema(v, Part::Output),
                "execution" => self.anything(v, Part::Own, Role::Keyword),
                key => {
                    if !self.common(key, v, Part::Own) {
                        self.unknown(k, v);
                    }
                }
            }
        }
    }

    fn prompt(&mut self, v: Val<'a>) {
        for (k, v) in v.members() {
            match &*k.text().unwrap_or_default() {
                "arguments" => v.items().for_each(|a| self.argument(a)),
                "messages" => self.messages(v),
                key => {
                    if !self.common(key, v, Part::Own) {
                        self.unknown(k, v);
                    }
                }
            }
        }
    }

    fn argument(&mut self, v: Val<'a>) {
        if !v.is_obj() {
            return self.anything(v, Part::Input, Role::Other);
        }
        for (k, v) in v.members() {
            let key = k.text().unwrap_or_default();
            if key != "required" && !self.common(&key, v, Part::Input) {
                self.unknown(k, v);
            }
        }
    }

    fn prompt_body(&mut self, v: Val<'a>) {
        for (k, v) in v.members() {
            match &*k.text().unwrap_or_default() {
                "messages" => self.messages(v),
                "resultType" => self.string_or(v, Part::Own, Role::Keyword),
                key => {
                    if !self.common(key, v, Part::Own) {
                        self.unknown(k, v);
                    }
                }
            }
        }
    }

    fn messages(&mut self, v: Val<'a>) {
        for message in v.items() {
            for (k, v) in message.members() {
                match &*k.text().unwrap_or_default() {
                    "role" => self.string_or(v, Part::Body, Role::Keyword),
                    "content" => self.content(v),
                    _ => self.unknown(k, v),
                }
            }
            if !message.is_obj() {
                self.anything(message, Part::Body, Role::Message);
            }
        }
    }

    /// A content block, an array of them, or (as some servers send) a string.
    fn content(&mut self, v: Val<'a>) {
        match v.kind() {
            Kind::Arr => v.items().for_each(|x| self.content(x)),
            Kind::Obj => {
                for (k, x) in v.members() {
                    match &*k.text().unwrap_or_default() {
                        "type" | "mimeType" => self.string_or(x, Part::Body, Role::Keyword),
                        "data" | "blob" => self.string_or(x, Part::Body, Role::Blob),
                        "resource" => self.content(x),
                        "text" => self.string_or(x, Part::Body, Role::Message),
                        key => {
                            if !self.common(key, x, Part::Body) {
                                self.unknown(k, x);
                            }
                        }
                    }
                }
            }
            _ => self.emit(v, Part::Body, Role::Message),
        }
    }

    fn resource(&mut self, v: Val<'a>) {
        for (k, v) in v.members() {
            let key = k.text().unwrap_or_default();
            if key != "size" && !self.common(&key, v, Part::Own) {
                self.unknown(k, v);
            }
        }
    }

    /// The result of `initialize` or `server/discover`, or the `server` of a
    /// dump, which has the members of both.
    fn server(&mut self, v: Val<'a>) {
        for (k, v) in v.members() {
            match &*k.text().unwrap_or_default() {
                "instructions" => self.string_or(v, Part::Own, Role::Instructions),
                "serverInfo" => self.info(v),
                "protocolVersion" | "supportedVersions" | "version" | "resultType"
                | "cacheScope" => self.anything(v, Part::Own, Role::Keyword),
                "capabilities" => self.anything(v, Part::Own, Role::Other),
                // How the server is reached is judged as a launch.
                "command" | "args" | "url" | "ttlMs" => {}
                key => {
                    if !self.common(key, v, Part::Own) {
                        self.unknown(k, v);
                    }
                }
            }
        }
    }

    fn info(&mut self, v: Val<'a>) {
        for (k, v) in v.members() {
            match &*k.text().unwrap_or_default() {
                "version" => self.string_or(v, Part::Own, Role::Keyword),
                key => {
                    if !self.common(key, v, Part::Own) {
                        self.unknown(k, v);
                    }
                }
            }
        }
    }

    fn envelope(&mut self, v: Val<'a>) {
        for (k, v) in v.members() {
            let key = k.text().unwrap_or_default();
            let ours = matches!(&*key, "nextCursor" | "resultType" | "ttlMs" | "cacheScope");
            // The elements of the list are items of their own.
            let list = Some(v.id()) == self.item.skip
                || matches!(&*key, "tools" | "prompts" | "resources" | "resourceTemplates");
            if ours || list {
                continue;
            }
            if key == "_meta" {
                self.anything(v, Part::Meta, Role::Other);
            } else {
                self.unknown(k, v);
            }
        }
    }

    fn annotations(&mut self, v: Val<'a>) {
        for (k, x) in v.members() {
            match &*k.text().unwrap_or_default() {
                "title" => self.string_or(x, Part::Annotations, Role::Title),
                "readOnlyHint" | "destructiveHint" | "idempotentHint" | "openWorldHint"
                | "audience" | "priority" | "lastModified" => {
                    self.anything(x, Part::Annotations, Role::Keyword);
                }
                _ => {
                    self.emit(k, Part::Annotations, Role::Key);
                    self.anything(x, Part::Annotations, Role::Other);
                }
            }
        }
        if !v.is_obj() {
            self.anything(v, Part::Annotations, Role::Other);
        }
    }

    fn icons(&mut self, v: Val<'a>) {
        for icon in v.items() {
            for (k, x) in icon.members() {
                match &*k.text().unwrap_or_default() {
                    "src" => self.string_or(x, Part::Icons, Role::Uri),
                    "mimeType" | "sizes" | "theme" => self.anything(x, Part::Icons, Role::Keyword),
                    _ => {
                        self.emit(k, Part::Icons, Role::Key);
                        self.anything(x, Part::Icons, Role::Other);
                    }
                }
            }
        }
        if !v.is_arr() {
            self.anything(v, Part::Icons, Role::Other);
        }
    }

    /// A JSON Schema (2020-12 and the earlier drafts' keywords).
    fn schema(&mut self, v: Val<'a>, part: Part) {
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
            | "$dynamicRef" | "$dynamicAnchor" | "$vocabulary" | "contentEncoding"
            | "contentMediaType" | "required" | "dependentRequired" | "minimum" | "maximum"
            | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" | "minLength"
            | "maxLength" | "minItems" | "maxItems" | "uniqueItems" | "minContains"
            | "maxContains" | "minProperties" | "maxProperties" | "deprecated" | "readOnly"
            | "writeOnly" | "nullable" | "x-mcp-header" => {
                self.anything(v, part, Role::Keyword);
            }
            _ => {
                self.emit(k, part, Role::Key);
                self.anything(v, part, Role::Other);
            }
        }
    }
}
