//! The tree: an arena over the source bytes, in source order.

use std::borrow::Cow;
use std::sync::Arc;

use super::anomaly::Anomaly;
use super::number::Num;
use super::pointer::push_token;
use super::string::unescape;

/// A half-open range of bytes in the source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    Null,
    True,
    False,
    Num,
    Str,
    Arr,
    Obj,
}

/// Names a node of one [`Doc`]; meaningless in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

/// How the bytes of a string relate to its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// They are the text.
    Plain,
    /// They are UTF-8 with escapes.
    Escaped,
    /// Something in it is no Unicode: a lone surrogate, or bytes that are no
    /// UTF-8.
    Odd,
}

/// Where a node stands in its parent, so that its pointer can be told without
/// counting siblings, of which there can be a million.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    /// The array or object; the root stands in itself.
    pub(super) parent: u32,
    /// Which element; in an object 0 for a name and 1 for a value, whose name
    /// is the node right before it.
    pub(super) nth: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// Of a string; of anything else without meaning.
    pub(super) form: Form,
    pub(super) span: Span,
    /// Index behind this subtree, so that children are walked without links.
    pub(super) next: u32,
    pub(super) place: Place,
}

/// One JSON text, whole and unchanged, with its tree and its oddities.
#[derive(Clone, Debug)]
pub struct Doc {
    pub(super) src: Arc<[u8]>,
    /// The same bytes, where all of them are UTF-8, so that no string in them
    /// has to be checked again.
    pub(super) text: Option<Arc<str>>,
    pub(super) nodes: Vec<Node>,
    pub(super) anomalies: Vec<Anomaly>,
}

impl Doc {
    /// The outermost value.
    pub fn root(&self) -> Val<'_> {
        Val { doc: self, id: NodeId(0) }
    }

    /// Every oddity, in source order.
    pub fn anomalies(&self) -> &[Anomaly] {
        &self.anomalies
    }

    /// The source as it was read.
    pub fn bytes(&self) -> &[u8] {
        &self.src
    }

    /// The value at `id`. An id of another document gives some value of this
    /// one or, past its end, the root.
    pub fn val(&self, id: NodeId) -> Val<'_> {
        let id = if (id.0 as usize) < self.nodes.len() { id } else { NodeId(0) };
        Val { doc: self, id }
    }

    /// How many values and keys the document has.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The JSON pointer of a node, relative to `base` (an ancestor; empty if it
    /// is none). For a member name it is the pointer of the member. Costs no
    /// more than the nodes on the way are deep.
    pub fn pointer(&self, base: NodeId, id: NodeId) -> String {
        let mut way = Vec::new();
        let mut at = self.val(id).id;
        while at != base && at.0 != 0 {
            way.push(at);
            at = NodeId(self.nodes[at.0 as usize].place.parent);
        }
        let mut out = String::new();
        if at == base {
            way.into_iter().rev().for_each(|id| self.push_step(id, &mut out));
        }
        out
    }

    /// Appends the last token of a node's pointer.
    fn push_step(&self, id: NodeId, out: &mut String) {
        let Place { parent, nth } = self.nodes[id.0 as usize].place;
        if self.nodes[parent as usize].kind == Kind::Arr {
            push_token(out, &nth.to_string());
        } else {
            // The value's name is the node before it.
            let name = self.val(NodeId(id.0 - nth));
            push_token(out, &name.text().unwrap_or_default());
        }
    }
}

/// A value inside a [`Doc`]; a cheap copy.
#[derive(Clone, Copy)]
pub struct Val<'d> {
    doc: &'d Doc,
    id: NodeId,
}

impl std::fmt::Debug for Val<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Content is a stranger's text: only its shape is shown.
        write!(f, "Val({:?} at {:?})", self.kind(), self.span())
    }
}

impl<'d> Val<'d> {
    fn node(self) -> Node {
        self.doc.nodes[self.id.0 as usize]
    }

    /// The document it belongs to.
    pub fn doc(self) -> &'d Doc {
        self.doc
    }

    /// Its handle, to come back to later.
    pub fn id(self) -> NodeId {
        self.id
    }

    /// What it is.
    pub fn kind(self) -> Kind {
        self.node().kind
    }

    /// Where it stands in the source.
    pub fn span(self) -> Span {
        self.node().span
    }

    /// Its bytes as written, quotes included.
    pub fn raw(self) -> &'d [u8] {
        let s = self.span();
        &self.doc.src[s.start as usize..s.end as usize]
    }

    /// The content of a string, with escapes resolved.
    pub fn text(self) -> Option<Cow<'d, str>> {
        if self.kind() != Kind::Str {
            return None;
        }
        match self.form() {
            Form::Plain => Some(match self.plain() {
                Some(text) => Cow::Borrowed(text),
                None => String::from_utf8_lossy(self.inner()),
            }),
            Form::Escaped | Form::Odd => Some(unescape(self.inner())),
        }
    }

    /// A plain string of a source that is UTF-8.
    fn plain(self) -> Option<&'d str> {
        let s = self.span();
        self.doc.text.as_ref()?.get(s.start as usize + 1..s.end as usize - 1)
    }

    pub(super) fn form(self) -> Form {
        self.node().form
    }

    /// The bytes between the quotes of a string.
    pub(super) fn inner(self) -> &'d [u8] {
        let raw = self.raw();
        raw.get(1..raw.len() - 1).unwrap_or_default()
    }

    /// A number, as written.
    pub fn num(self) -> Option<Num<'d>> {
        if self.kind() != Kind::Num {
            return None;
        }
        std::str::from_utf8(self.raw()).ok().map(Num::new)
    }

    /// `true` or `false`.
    pub fn bool(self) -> Option<bool> {
        match self.kind() {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => None,
        }
    }

    /// Whether it is an object.
    pub fn is_obj(self) -> bool {
        self.kind() == Kind::Obj
    }

    /// Whether it is an array.
    pub fn is_arr(self) -> bool {
        self.kind() == Kind::Arr
    }

    /// The direct children of an array (and, in turn, names and values of an
    /// object); nothing for a scalar.
    fn children(self) -> Children<'d> {
        let Node { next, kind, .. } = self.node();
        let end = if matches!(kind, Kind::Arr | Kind::Obj) { next } else { self.id.0 + 1 };
        Children { doc: self.doc, at: self.id.0 + 1, end }
    }

    /// The elements of an array; nothing for anything else.
    pub fn items(self) -> impl Iterator<Item = Val<'d>> {
        let mut c = self.children();
        if !self.is_arr() {
            c.end = c.at;
        }
        c
    }

    /// Name and value of every member of an object, duplicates included, in
    /// source order; nothing for anything else.
    pub fn members(self) -> impl Iterator<Item = (Val<'d>, Val<'d>)> {
        let mut c = self.children();
        if !self.is_obj() {
            c.end = c.at;
        }
        std::iter::from_fn(move || Some((c.next()?, c.next()?)))
    }

    /// The member of that name; the last one where there are several, as in
    /// every client.
    pub fn get(self, key: &str) -> Option<Val<'d>> {
        self.members().filter(|(k, _)| k.key_is(key)).last().map(|(_, v)| v)
    }

    /// The text of the member of that name, if it is a string.
    pub fn get_text(self, key: &str) -> Option<Cow<'d, str>> {
        self.get(key)?.text()
    }

    /// Whether this string has that content.
    pub fn key_is(self, text: &str) -> bool {
        self.kind() == Kind::Str
            && match self.form() {
                Form::Plain => self.inner() == text.as_bytes(),
                Form::Escaped | Form::Odd => self.text().is_some_and(|t| t == text),
            }
    }
}

struct Children<'d> {
    doc: &'d Doc,
    at: u32,
    end: u32,
}

impl<'d> Iterator for Children<'d> {
    type Item = Val<'d>;

    fn next(&mut self) -> Option<Val<'d>> {
        if self.at >= self.end {
            return None;
        }
        let v = Val { doc: self.doc, id: NodeId(self.at) };
        self.at = v.node().next;
        Some(v)
    }
}
