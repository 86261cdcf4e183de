//! The pins of the core, in the file of the server or in a lock.

use std::collections::HashSet;

use warden_core::ItemKind;
use warden_core::json::item_digest;
use warden_guard::{Definition, PinSet, Pinned, Pins, PinsError, pin_digest};
use warden_lock::{Document, OwnItem};

use crate::cmd::pins::{By, Kind, LaunchPart, PinFile, PinStore, PinnedItem, SeenItem};
use crate::failure::Failure;
use crate::plan::now;

/// Resources that are kept pinned from first contact.
const MAX_RESOURCES: usize = 10_000;

/// Pins in the state directory.
#[derive(Clone)]
pub(crate) struct FilePins {
    pub(crate) store: PinStore,
    pub(crate) launch: LaunchPart,
}

impl Pins for FilePins {
    fn load(&mut self) -> Result<PinSet, PinsError> {
        self.store.read().map(|file| set(&file)).map_err(wrong)
    }

    fn observe(&mut self, kind: ItemKind, seen: &[Definition]) -> Result<(), PinsError> {
        let kind = Kind::from(kind);
        let seen: Vec<SeenItem> = seen
            .iter()
            .map(|d| SeenItem {
                kind,
                name: d.name.clone(),
                digest: d.digest.clone(),
                definition: d.json.clone(),
            })
            .collect();
        // Read first: what is known already costs no lock and no write.
        let same = |file: &PinFile| {
            file.seen.iter().filter(|s| s.kind == kind).eq(&seen)
                && file.seen_launch.as_ref() == Some(&self.launch)
        };
        if self.store.read().is_ok_and(|file| same(&file)) {
            return Ok(());
        }
        let changed = self.store.change(|file| {
            file.seen.retain(|s| s.kind != kind);
            file.seen.extend_from_slice(&seen);
            file.seen_at = Some(now());
            file.seen_launch = Some(self.launch.clone());
            Ok(())
        });
        changed.map(drop).map_err(wrong)
    }

    fn adopt(&mut self, new: &[Definition]) -> Result<PinSet, PinsError> {
        let changed = self.store.change(|file| {
            if file.revoked {
                return Ok(());
            }
            let known: HashSet<(ItemKind, String)> =
                file.tools.iter().map(|t| (t.kind.item(), t.name.clone())).collect();
            for d in new.iter().filter(|d| !known.contains(&(d.kind, d.name.clone()))) {
                file.tools.push(PinnedItem {
                    kind: d.kind.into(),
                    name: d.name.clone(),
                    digest: d.digest.clone(),
                    by: By::FirstContact,
                    at: now(),
                    definition: d.json.clone(),
                });
            }
            forget_resources(file);
            file.launch.get_or_insert_with(|| self.launch.clone());
            Ok(())
        });
        changed.map(|file| set(&file)).map_err(wrong)
    }
}

fn set(file: &PinFile) -> PinSet {
    let mut out = PinSet { revoked: file.revoked, ..PinSet::default() };
    for t in &file.tools {
        let pinned = Pinned { digest: t.digest.clone(), by_person: t.by == By::Person };
        out.add(t.kind.item(), &t.name, pinned);
    }
    out
}

/// Resources come and go; of those that nobody approved the oldest are
/// forgotten.
fn forget_resources(file: &mut PinFile) {
    let counts = |t: &PinnedItem| t.kind == Kind::Resource && t.by == By::FirstContact;
    let mut excess = file.tools.iter().filter(|t| counts(t)).count().saturating_sub(MAX_RESOURCES);
    file.tools.retain(|t| {
        let drop = excess > 0 && counts(t);
        excess -= usize::from(drop);
        !drop
    });
}

fn wrong(failure: Failure) -> PinsError {
    PinsError(failure.to_string())
}

/// What a lock approves. Nothing is written.
#[derive(Clone)]
pub(crate) struct LockPins(PinSet);

impl LockPins {
    /// `None` for a lock without whole definitions, as other programs write it.
    pub(crate) fn new(document: &Document) -> Option<Self> {
        let own = document.own.as_ref()?;
        let mut set = PinSet::default();
        for item in own.items.iter().filter_map(OwnItem::revived) {
            let (name, digest) = match item.kind {
                ItemKind::Envelope | ItemKind::PromptBody => continue,
                ItemKind::Server => match item.val().get("instructions") {
                    Some(said) => ("instructions", item_digest(said)),
                    None => continue,
                },
                kind => (item.name.expose(), pin_digest(kind, item.val())),
            };
            set.add(item.kind, name, Pinned { digest, by_person: true });
        }
        Some(Self(set))
    }
}

impl Pins for LockPins {
    fn load(&mut self) -> Result<PinSet, PinsError> {
        Ok(self.0.clone())
    }

    fn observe(&mut self, _kind: ItemKind, _seen: &[Definition]) -> Result<(), PinsError> {
        Ok(())
    }

    fn adopt(&mut self, _new: &[Definition]) -> Result<PinSet, PinsError> {
        Ok(self.0.clone())
    }
}
