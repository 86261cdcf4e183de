//! The surface of a server: everything it says that a client may put in front
//! of a model or a person.
//!
//! Items keep their JSON as it came; [`Item::visit_texts`] hands out every
//! string and every key in it with its place and its role, so that no rule has
//! to walk a tree and none can miss a field.

mod build;
mod dump;
mod role;
mod schema;
mod walk;

use std::sync::Arc;

pub use build::{ListKind, SurfaceBuilder};
pub use dump::{Dump, DumpError};
pub use role::{Part, Role, TextUnit};

use crate::capture::SessionId;
use crate::finding::Subject;
use crate::json::{Doc, NodeId, Val, item_digest};
use crate::text::Untrusted;

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ItemKind {
    /// The answer to `initialize` or `server/discover`: server info,
    /// instructions, capabilities.
    Server,
    /// A tool definition.
    Tool,
    /// A prompt's entry in `prompts/list`.
    Prompt,
    /// A rendered prompt: the result of `prompts/get`.
    PromptBody,
    /// A resource's entry in `resources/list`.
    Resource,
    /// An entry of `resources/templates/list`.
    Template,
    /// What stands in a list result beside the list itself.
    Envelope,
}

/// In which sessions and listings an item was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    sessions: u8,
    listings: u8,
}

impl Seen {
    /// Seen in that session, in its first or second listing (1 or 2).
    pub fn at(session: SessionId, listing: u8) -> Self {
        Self { sessions: 1 << session as u8, listings: 1 << (listing.clamp(1, 2) - 1) }
    }

    /// Both together.
    pub fn merge(self, other: Self) -> Self {
        Self { sessions: self.sessions | other.sessions, listings: self.listings | other.listings }
    }

    /// Whether it was seen in that session.
    pub fn in_session(self, session: SessionId) -> bool {
        self.sessions & (1 << session as u8) != 0
    }

    /// Whether it came each time that it was asked for, in some session.
    pub fn in_both_listings(self) -> bool {
        self.listings == 0b11
    }

    /// Whether it only ever came when a list was asked for again.
    pub fn only_second_listing(self) -> bool {
        self.listings == 0b10
    }
}

/// One thing that a server offers, as it wrote it.
#[derive(Clone, Debug)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// Name of a tool or prompt, URI of a resource, URI template; `#n` for an
    /// item that has none.
    pub name: Untrusted,
    /// The document it stands in.
    pub doc: Arc<Doc>,
    /// Its place in there.
    pub at: NodeId,
    /// A part of it that is not its own: for an envelope, the list.
    pub(crate) skip: Option<NodeId>,
    /// Whether its `command`, `args` and `url` say how the server is reached,
    /// as in a dump, rather than being something that the server says.
    pub(crate) holds_launch: bool,
    /// Where it was seen.
    pub seen: Seen,
    /// What is wrong with its shape, if anything.
    pub malformed: Option<&'static str>,
}

impl Item {
    /// A definition that was kept, with the name that it was kept under.
    pub fn kept(kind: ItemKind, name: Untrusted, doc: Arc<Doc>, seen: Seen) -> Self {
        let at = doc.root().id();
        Self { kind, name, doc, at, skip: None, holds_launch: false, seen, malformed: None }
    }

    /// Its JSON.
    pub fn val(&self) -> Val<'_> {
        self.doc.val(self.at)
    }

    /// Digest of its lossless canonical form; see [`item_digest`].
    pub fn digest(&self) -> String {
        item_digest(self.val())
    }

    /// JSON pointer of a node, relative to the item.
    pub fn pointer(&self, node: NodeId) -> String {
        self.doc.pointer(self.at, node)
    }

    /// What a finding in this item is about.
    pub fn subject(&self) -> Subject {
        match self.kind {
            ItemKind::Server | ItemKind::Envelope => Subject::Server,
            ItemKind::Tool => Subject::Tool(self.name.clone()),
            ItemKind::Prompt | ItemKind::PromptBody => Subject::Prompt(self.name.clone()),
            ItemKind::Resource => Subject::Resource(self.name.clone()),
            ItemKind::Template => Subject::Template(self.name.clone()),
        }
    }

    /// Hands out every string and key of the item.
    pub fn visit_texts<'a>(&'a self, f: &mut dyn FnMut(TextUnit<'a>)) {
        walk::visit(self, f);
    }
}

/// Everything one server says.
#[derive(Clone, Debug, Default)]
pub struct Surface {
    /// Its name, as far as it is known.
    pub name: Untrusted,
    /// All items, in the order in which they were first seen.
    pub items: Vec<Item>,
}

impl Surface {
    /// The tools, in order; a name can occur more than once.
    pub fn tools(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(|i| i.kind == ItemKind::Tool)
    }

    /// Distinct tool names, in order.
    pub fn tool_names(&self) -> Vec<Untrusted> {
        let mut seen = std::collections::HashSet::new();
        self.tools().filter(|t| seen.insert(&t.name)).map(|t| t.name.clone()).collect()
    }

    /// Hands out every text of every item.
    pub fn visit_texts<'a>(&'a self, f: &mut dyn FnMut(TextUnit<'a>)) {
        for item in &self.items {
            item.visit_texts(f);
        }
    }
}
