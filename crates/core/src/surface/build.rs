//! Building a surface from the answers of a server.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Item, ItemKind, Seen, Surface};
use crate::json::{Doc, Kind, NodeId, Val};
use crate::text::Untrusted;

/// The lists of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum ListKind {
    Tools,
    Prompts,
    Resources,
    Templates,
}

impl ListKind {
    /// All of them, in the order in which they are asked for.
    pub const ALL: [Self; 4] = [Self::Tools, Self::Prompts, Self::Resources, Self::Templates];

    /// The member of the result that holds the list.
    pub fn member(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Prompts => "prompts",
            Self::Resources => "resources",
            Self::Templates => "resourceTemplates",
        }
    }

    /// The method that asks for it.
    pub fn method(self) -> &'static str {
        match self {
            Self::Tools => "tools/list",
            Self::Prompts => "prompts/list",
            Self::Resources => "resources/list",
            Self::Templates => "resources/templates/list",
        }
    }

    /// What its elements are.
    pub fn item_kind(self) -> ItemKind {
        match self {
            Self::Tools => ItemKind::Tool,
            Self::Prompts => ItemKind::Prompt,
            Self::Resources => ItemKind::Resource,
            Self::Templates => ItemKind::Template,
        }
    }

    /// The member that names an element.
    pub fn name_member(self) -> &'static str {
        match self {
            Self::Tools | Self::Prompts => "name",
            Self::Resources => "uri",
            Self::Templates => "uriTemplate",
        }
    }
}

/// Collects answers of several sessions and listings; an item that comes again
/// unchanged is kept once and remembers where it was seen.
#[derive(Debug, Default)]
pub struct SurfaceBuilder {
    surface: Surface,
    known: HashMap<(ItemKind, Untrusted, String), usize>,
}

impl SurfaceBuilder {
    /// An empty surface.
    pub fn new(name: Untrusted) -> Self {
        Self { surface: Surface { name, items: Vec::new() }, known: HashMap::new() }
    }

    /// Adds the result of `initialize` or `server/discover`.
    pub fn add_server(&mut self, doc: &Arc<Doc>, result: NodeId, seen: Seen) {
        self.add(item(ItemKind::Server, Untrusted::default(), doc, result, seen));
    }

    /// Adds one page of a list. Returns the name and digest of every element,
    /// so that two listings can be compared.
    pub fn add_page(
        &mut self,
        list: ListKind,
        doc: &Arc<Doc>,
        result: NodeId,
        seen: Seen,
    ) -> Vec<(Untrusted, String)> {
        list_items(list, doc, result, seen).into_iter().filter_map(|i| self.add(i)).collect()
    }

    /// Adds a rendered prompt.
    pub fn add_prompt_body(&mut self, name: Untrusted, doc: &Arc<Doc>, result: NodeId, seen: Seen) {
        self.add(item(ItemKind::PromptBody, name, doc, result, seen));
    }

    fn add(&mut self, item: Item) -> Option<(Untrusted, String)> {
        let digest = item.digest();
        let listed = !matches!(item.kind, ItemKind::Envelope);
        let out = listed.then(|| (item.name.clone(), digest.clone()));
        let next = self.surface.items.len();
        let at = *self.known.entry((item.kind, item.name.clone(), digest)).or_insert(next);
        match self.surface.items.get_mut(at) {
            Some(known) => known.seen = known.seen.merge(item.seen),
            None => self.surface.items.push(item),
        }
        out
    }

    /// The surface so far.
    pub fn surface(&self) -> &Surface {
        &self.surface
    }

    /// The finished surface.
    pub fn finish(self) -> Surface {
        self.surface
    }
}

pub(super) fn item(
    kind: ItemKind,
    name: Untrusted,
    doc: &Arc<Doc>,
    at: NodeId,
    seen: Seen,
) -> Item {
    let doc = Arc::clone(doc);
    Item { kind, name, doc, at, skip: None, holds_launch: false, seen, malformed: None }
}

/// The items of one list result: its elements, whatever their shape, and the
/// envelope around them where it says anything.
pub(super) fn list_items(list: ListKind, doc: &Arc<Doc>, result: NodeId, seen: Seen) -> Vec<Item> {
    let mut out = Vec::new();
    let result_val = doc.val(result);
    // Every member of that name: which of two a client reads is its parser's
    // choice.
    for (_, array) in result_val.members().filter(|(k, _)| k.key_is(list.member())) {
        elements(list, doc, array, seen, &mut out);
    }
    if says_more(result_val, list) {
        let mut envelope = item(ItemKind::Envelope, Untrusted::default(), doc, result, seen);
        envelope.skip = result_val.get(list.member()).map(Val::id);
        envelope.malformed = (!result_val.is_obj()).then_some("the result is not an object");
        out.push(envelope);
    }
    out
}

/// Whether a result says anything beside the list and its bookkeeping.
fn says_more(result: Val<'_>, list: ListKind) -> bool {
    let bookkeeping = |k: Val<'_>| {
        ["nextCursor", "resultType", "ttlMs", "cacheScope"].iter().any(|name| k.key_is(name))
    };
    !result.is_obj()
        || result
            .members()
            .any(|(k, v)| !(k.key_is(list.member()) || bookkeeping(k) && is_token(v)))
}

/// Whether a value is too plain to tell a reader anything: what has blanks in
/// it, or an inside, is no opaque cursor.
fn is_token(v: Val<'_>) -> bool {
    match v.kind() {
        Kind::Arr | Kind::Obj => false,
        Kind::Str => v.text().is_some_and(|t| !t.contains(char::is_whitespace)),
        _ => true,
    }
}

/// Appends the elements of a list as items.
pub(super) fn elements(
    list: ListKind,
    doc: &Arc<Doc>,
    array: Val<'_>,
    seen: Seen,
    out: &mut Vec<Item>,
) {
    if !array.is_arr() {
        let mut odd = item(list.item_kind(), Untrusted::from("#0"), doc, array.id(), seen);
        odd.malformed = Some("the list is not an array");
        out.push(odd);
        return;
    }
    for (n, element) in array.items().enumerate() {
        let name = element.get_text(list.name_member()).filter(|t| !t.is_empty());
        let mut it = item(
            list.item_kind(),
            name.as_deref().map(Untrusted::from).unwrap_or_else(|| format!("#{n}").into()),
            doc,
            element.id(),
            seen,
        );
        it.malformed = malformed(list, element, name.is_some());
        out.push(it);
    }
}

fn malformed(list: ListKind, element: Val<'_>, named: bool) -> Option<&'static str> {
    if !element.is_obj() {
        return Some("it is not an object");
    }
    if !named {
        return Some("it has no name");
    }
    let text_or_absent = |key| element.get(key).is_none_or(|v| v.kind() == Kind::Str);
    if !text_or_absent("description") {
        return Some("its description is not a string");
    }
    if !text_or_absent("title") {
        return Some("its title is not a string");
    }
    if list == ListKind::Tools {
        return match element.get("inputSchema") {
            None => Some("it has no inputSchema"),
            Some(s) if !s.is_obj() => Some("its inputSchema is not an object"),
            Some(_) => None,
        };
    }
    None
}
