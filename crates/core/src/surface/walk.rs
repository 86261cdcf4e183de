//! The walk over an item: which string has which role.
//!
//! Source of the roles: the attack-surface table of the protocol (every
//! text-bearing field of the schemas from 2024-11-05 to 2026-07-28). What is
//! in no schema is handed out as [`Role::Other`], so that a payload in an
//! unknown member is read like any other, and so is a value of another shape
//! than its schema asks for.

use super::{Item, ItemKind, Part, Role, TextUnit};
use crate::json::{Kind, Val};

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

pub(super) struct Walk<'a, 'f> {
    item: &'a Item,
    f: &'f mut dyn FnMut(TextUnit<'a>),
}

impl<'a> Walk<'a, '_> {
    pub(super) fn emit(&mut self, v: Val<'a>, part: Part, role: Role) {
        if let Some(text) = v.text()
            && !text.is_empty()
        {
            (self.f)(TextUnit { item: self.item, node: v.id(), part, role, text });
        }
    }

    /// Every string and key below `v`, in one role.
    pub(super) fn anything(&mut self, v: Val<'a>, part: Part, role: Role) {
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
    pub(super) fn string_or(&mut self, v: Val<'a>, part: Part, role: Role) {
        if v.kind() == Kind::Str {
            self.emit(v, part, role)
        } else {
            self.anything(v, part, Role::Other)
        }
    }

    /// The value of a keyword: a string or a list of them.
    pub(super) fn keywords(&mut self, v: Val<'a>, part: Part) {
        if v.is_arr() {
            v.items().for_each(|x| self.string_or(x, part, Role::Keyword));
        } else {
            self.string_or(v, part, Role::Keyword);
        }
    }

    /// Elements by `each`; a value that is no array as anything.
    fn list(&mut self, v: Val<'a>, part: Part, each: fn(&mut Self, Val<'a>)) {
        if v.is_arr() {
            v.items().for_each(|x| each(self, x));
        } else {
            self.anything(v, part, Role::Other);
        }
    }

    /// Members by `each`; a value that is no object as anything.
    fn object(&mut self, v: Val<'a>, part: Part, each: fn(&mut Self, Val<'a>, Val<'a>)) {
        if v.is_obj() {
            v.members().for_each(|(k, x)| each(self, k, x));
        } else {
            self.anything(v, part, Role::Other);
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
            "annotations" => self.object(v, Part::Annotations, Self::annotation),
            "_meta" => self.object(v, Part::Meta, Self::meta),
            "icons" => self.list(v, Part::Icons, Self::icon),
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
                "arguments" => self.list(v, Part::Input, Self::argument),
                "messages" => self.list(v, Part::Body, Self::message),
                key => {
                    if !self.common(key, v, Part::Own) {
                        self.unknown(k, v);
                    }
                }
            }
        }
    }

    fn argument(&mut self, v: Val<'a>) {
        self.object(v, Part::Input, |walk, k, v| match &*k.text().unwrap_or_default() {
            "required" => walk.string_or(v, Part::Input, Role::Keyword),
            key => {
                if !walk.common(key, v, Part::Input) {
                    walk.unknown(k, v);
                }
            }
        });
    }

    fn prompt_body(&mut self, v: Val<'a>) {
        for (k, v) in v.members() {
            match &*k.text().unwrap_or_default() {
                "messages" => self.list(v, Part::Body, Self::message),
                "resultType" => self.string_or(v, Part::Own, Role::Keyword),
                key => {
                    if !self.common(key, v, Part::Own) {
                        self.unknown(k, v);
                    }
                }
            }
        }
    }

    fn message(&mut self, v: Val<'a>) {
        if v.kind() == Kind::Str {
            return self.emit(v, Part::Body, Role::Message);
        }
        self.object(v, Part::Body, |walk, k, v| match &*k.text().unwrap_or_default() {
            "role" => walk.string_or(v, Part::Body, Role::Keyword),
            "content" => walk.content(v),
            "_meta" => walk.object(v, Part::Meta, Self::meta),
            _ => walk.unknown(k, v),
        });
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
            match &*k.text().unwrap_or_default() {
                "size" => self.string_or(v, Part::Own, Role::Keyword),
                key => {
                    if !self.common(key, v, Part::Own) {
                        self.unknown(k, v);
                    }
                }
            }
        }
    }

    /// The result of `initialize` or `server/discover`, or the `server` of a
    /// dump, which has the members of both.
    fn server(&mut self, v: Val<'a>) {
        for (k, v) in v.members() {
            match &*k.text().unwrap_or_default() {
                "instructions" => self.string_or(v, Part::Own, Role::Instructions),
                "serverInfo" => self.object(v, Part::Own, Self::info),
                "protocolVersion" | "supportedVersions" | "version" | "resultType"
                | "cacheScope" | "ttlMs" => self.keywords(v, Part::Own),
                "capabilities" => self.anything(v, Part::Own, Role::Other),
                // Judged as a launch.
                "command" | "args" | "url" if self.item.holds_launch => {}
                key => {
                    if !self.common(key, v, Part::Own) {
                        self.unknown(k, v);
                    }
                }
            }
        }
    }

    fn info(&mut self, k: Val<'a>, v: Val<'a>) {
        match &*k.text().unwrap_or_default() {
            "version" => self.string_or(v, Part::Own, Role::Keyword),
            key => {
                if !self.common(key, v, Part::Own) {
                    self.unknown(k, v);
                }
            }
        }
    }

    /// Since 2026-07-28 every result can say in `_meta` whose it is.
    fn meta(&mut self, k: Val<'a>, v: Val<'a>) {
        if k.key_is("io.modelcontextprotocol/serverInfo") {
            return self.object(v, Part::Own, Self::info);
        }
        self.emit(k, Part::Meta, Role::Key);
        self.anything(v, Part::Meta, Role::Other);
    }

    fn envelope(&mut self, v: Val<'a>) {
        // The elements of the list are items of their own, whichever of several
        // members of its name they stand in. A list of another kind is not.
        let skip = self.item.skip;
        let list = v.members().find(|(_, x)| Some(x.id()) == skip).and_then(|(k, _)| k.text());
        for (k, x) in v.members() {
            match &*k.text().unwrap_or_default() {
                key if list.as_deref() == Some(key) => {}
                "nextCursor" | "resultType" | "ttlMs" | "cacheScope" => {
                    self.string_or(x, Part::Own, Role::Keyword);
                }
                "_meta" => self.object(x, Part::Meta, Self::meta),
                _ => self.unknown(k, x),
            }
        }
    }

    fn annotation(&mut self, k: Val<'a>, v: Val<'a>) {
        match &*k.text().unwrap_or_default() {
            "title" => self.string_or(v, Part::Annotations, Role::Title),
            "readOnlyHint" | "destructiveHint" | "idempotentHint" | "openWorldHint"
            | "audience" | "priority" | "lastModified" => self.keywords(v, Part::Annotations),
            _ => {
                self.emit(k, Part::Annotations, Role::Key);
                self.anything(v, Part::Annotations, Role::Other);
            }
        }
    }

    fn icon(&mut self, v: Val<'a>) {
        self.object(v, Part::Icons, |walk, k, x| match &*k.text().unwrap_or_default() {
            "src" => walk.string_or(x, Part::Icons, Role::Uri),
            "mimeType" | "sizes" | "theme" => walk.keywords(x, Part::Icons),
            _ => {
                walk.emit(k, Part::Icons, Role::Key);
                walk.anything(x, Part::Icons, Role::Other);
            }
        });
    }
}
