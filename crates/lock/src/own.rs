//! The digests of the member `warden`.

use std::sync::Arc;

use warden_core::capture::SessionId;
use warden_core::json::{Doc, Mode, read};
use warden_core::surface::{Item, ItemKind, Seen};

use crate::canon::{Writer, digest};
use crate::model::{Own, OwnItem};

/// Format of the member that this version writes.
pub(crate) const FORMAT: u64 = 1;

impl Own {
    /// The number for everything: format, launch identity, and kind, name and
    /// item digest of every definition. Of a volatile one only that it is there.
    pub(crate) fn expected_digest(&self) -> String {
        let mut w = Writer::default();
        w.raw("{\"format\":").raw(&FORMAT.to_string());
        w.raw(",\"identity\":").string(&self.identity).raw(",\"items\":");
        w.array(&self.items, |w, item| {
            w.raw("{\"digest\":").maybe((!item.is_volatile()).then_some(item.digest.as_str()));
            w.raw(",\"kind\":").string(kind_name(item.kind));
            w.raw(",\"name\":").string(&item.name).raw("}");
        });
        w.raw("}");
        w.digest()
    }
}

impl OwnItem {
    /// Whether it differs at every asking, so that only its being there is
    /// pinned.
    pub fn is_volatile(&self) -> bool {
        self.text.is_none()
    }

    /// The digest of the definition that is stored.
    pub(crate) fn expected_digest(&self) -> String {
        self.text.as_ref().map(|t| digest(t.as_bytes())).unwrap_or_default()
    }
}

const KINDS: [(ItemKind, &str); 7] = [
    (ItemKind::Server, "server"),
    (ItemKind::Tool, "tool"),
    (ItemKind::Prompt, "prompt"),
    (ItemKind::PromptBody, "prompt-body"),
    (ItemKind::Resource, "resource"),
    (ItemKind::Template, "template"),
    (ItemKind::Envelope, "envelope"),
];

/// The name of a kind in the file.
pub(crate) fn kind_name(kind: ItemKind) -> &'static str {
    KINDS.iter().find(|(k, _)| *k == kind).map_or("other", |(_, n)| n)
}

/// The kind of that name.
pub(crate) fn kind_of(name: &str) -> Option<ItemKind> {
    KINDS.iter().find(|(_, n)| *n == name).map(|(k, _)| *k)
}

/// The letter of a session in the file.
pub(crate) fn session_name(id: SessionId) -> &'static str {
    match id {
        SessionId::A => "A",
        SessionId::B => "B",
        SessionId::C => "C",
    }
}

/// The session of that letter.
pub(crate) fn session_of(letter: char) -> Option<SessionId> {
    match letter {
        'A' => Some(SessionId::A),
        'B' => Some(SessionId::B),
        'C' => Some(SessionId::C),
        _ => None,
    }
}

/// The document that a kept text was made of, as clients read it, and whether
/// it is that to the last byte.
pub(crate) fn revive(text: &str) -> Option<(Doc, bool)> {
    let (bytes, exact): (Arc<[u8]>, bool) = match text.contains(['#', '\\']) {
        true => {
            let (bytes, exact) = as_json(text);
            (bytes.into(), exact)
        }
        // Most have nothing to undo.
        false => (text.as_bytes().into(), true),
    };
    let doc = read(bytes, Mode::AsClientsRead, &crate::read::LIMITS).ok()?;
    Some((doc, exact))
}

/// Undoes what the lossless form does to say what JSON cannot: `#` in front of
/// a number, `\x` for a byte that is no UTF-8.
fn as_json(text: &str) -> (Vec<u8>, bool) {
    let mut out = Vec::with_capacity(text.len());
    let (mut inside, mut exact) = (false, true);
    let mut bytes = text.bytes().peekable();
    while let Some(b) = bytes.next() {
        match b {
            b'"' => inside = !inside,
            b'#' if !inside => continue,
            b'\\' if inside => {
                let next = bytes.next().unwrap_or(b'\\');
                if next == b'x' {
                    exact = false;
                    out.extend_from_slice(b"\\u00");
                } else {
                    out.extend([b, next]);
                }
                continue;
            }
            _ => {}
        }
        out.push(b);
    }
    (out, exact)
}

impl OwnItem {
    /// The definition as an item of a surface; `None` where it is volatile.
    pub fn revived(&self) -> Option<Item> {
        let (doc, _) = revive(self.text.as_deref()?)?;
        let seen = self.sessions.iter().map(|s| Seen::at(*s, 1)).reduce(Seen::merge);
        Some(Item::kept(
            self.kind,
            self.name.as_str().into(),
            Arc::new(doc),
            seen.unwrap_or_default(),
        ))
    }
}
