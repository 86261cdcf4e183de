//! What was approved for a server, seen from the core: it does not know how
//! that is stored.

use std::collections::HashMap;

use warden_core::ItemKind;

/// One approved definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pinned {
    /// Its digest; see [`crate::pin_digest`].
    pub digest: String,
    /// A person approved it, rather than first contact.
    pub by_person: bool,
}

/// Everything that was approved for a server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PinSet {
    /// By kind and name; a name may have several.
    pub items: HashMap<(ItemKind, String), Vec<Pinned>>,
    /// A person took the approval back.
    pub revoked: bool,
}

impl PinSet {
    /// Adds one more definition.
    pub fn add(&mut self, kind: ItemKind, name: &str, pinned: Pinned) {
        self.items.entry((kind, name.to_owned())).or_default().push(pinned);
    }

    /// Whether anything is approved under that name.
    pub(crate) fn knows(&self, d: &Definition) -> bool {
        self.items.contains_key(&(d.kind, d.name.clone()))
    }

    /// How a definition stands to what was approved.
    pub(crate) fn standing(&self, d: &Definition, by_person: bool) -> Standing {
        let known = self.items.get(&(d.kind, d.name.clone()));
        let mut counts = known.into_iter().flatten().peekable();
        if counts.peek().is_none() {
            return Standing::New;
        }
        match counts.find(|p| p.digest == d.digest) {
            Some(pinned) if pinned.by_person || !by_person => Standing::Approved,
            Some(_) => Standing::New,
            None => Standing::Changed,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Approved,
    New,
    Changed,
}

/// A definition as the server wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// What it is; the instructions of a server are of the kind `Server`.
    pub kind: ItemKind,
    /// Name of a tool or prompt, URI of a resource, URI template.
    pub name: String,
    /// Its digest; see [`crate::pin_digest`].
    pub digest: String,
    /// Its JSON.
    pub json: String,
}

/// Why the pins could not be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PinsError(pub String);

/// Reads and writes the pins of one server.
pub trait Pins: Send {
    /// What was approved.
    ///
    /// # Errors
    /// When that is not known: then nothing counts as a first contact.
    fn load(&mut self) -> Result<PinSet, PinsError>;

    /// Keeps all that the server lists of one kind now, so that a person can
    /// look at it.
    ///
    /// # Errors
    /// When it could not be kept.
    fn observe(&mut self, kind: ItemKind, seen: &[Definition]) -> Result<(), PinsError>;

    /// Pins definitions at first contact, each only if its name has none yet.
    /// Returns what is approved afterwards: another process may have been
    /// first.
    ///
    /// # Errors
    /// When it could not be written.
    fn adopt(&mut self, new: &[Definition]) -> Result<PinSet, PinsError>;
}

/// Pins that last as long as the session.
#[derive(Clone, Debug, Default)]
pub struct SessionPins(pub PinSet);

impl Pins for SessionPins {
    fn load(&mut self) -> Result<PinSet, PinsError> {
        Ok(self.0.clone())
    }

    fn observe(&mut self, _kind: ItemKind, _seen: &[Definition]) -> Result<(), PinsError> {
        Ok(())
    }

    fn adopt(&mut self, new: &[Definition]) -> Result<PinSet, PinsError> {
        let known: Vec<(ItemKind, String)> = self.0.items.keys().cloned().collect();
        for d in new.iter().filter(|d| !known.contains(&(d.kind, d.name.clone()))) {
            let pinned = Pinned { digest: d.digest.clone(), by_person: false };
            self.0.add(d.kind, &d.name, pinned);
        }
        Ok(self.0.clone())
    }
}
