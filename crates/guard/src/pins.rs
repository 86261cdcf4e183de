//! What was approved for a server, seen from the core: it does not know how
//! that is stored.

use std::collections::HashMap;

/// One approved definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pinned {
    /// Its digest (`warden_core::json::item_digest`).
    pub digest: String,
    /// A person approved it, rather than first contact.
    pub by_person: bool,
}

/// Everything that was approved for a server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PinSet {
    /// By name; a name may have several.
    pub tools: HashMap<String, Vec<Pinned>>,
    /// A person took the approval back.
    pub revoked: bool,
}

impl PinSet {
    /// How a definition stands to what was approved.
    pub(crate) fn standing(&self, name: &str, digest: &str, by_person: bool) -> Standing {
        let mut counts = self.tools.get(name).into_iter().flatten().peekable();
        if counts.peek().is_none() {
            return Standing::New;
        }
        match counts.find(|p| p.digest == digest) {
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
    /// Name of the tool.
    pub name: String,
    /// Its digest.
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

    /// Keeps what the server lists now, so that a person can look at it.
    ///
    /// # Errors
    /// When it could not be kept.
    fn observe(&mut self, seen: &[Definition]) -> Result<(), PinsError>;

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

    fn observe(&mut self, _seen: &[Definition]) -> Result<(), PinsError> {
        Ok(())
    }

    fn adopt(&mut self, new: &[Definition]) -> Result<PinSet, PinsError> {
        let known: Vec<String> = self.0.tools.keys().cloned().collect();
        for d in new.iter().filter(|d| !known.contains(&d.name)) {
            let pinned = Pinned { digest: d.digest.clone(), by_person: false };
            self.0.tools.entry(d.name.clone()).or_default().push(pinned);
        }
        Ok(self.0.clone())
    }
}
