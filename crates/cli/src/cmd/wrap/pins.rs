//! The pins of the core, in the file of the server or in a lock.

use warden_core::ItemKind;
use warden_guard::{Definition, PinSet, Pinned, Pins, PinsError};
use warden_lock::Document;

use crate::cmd::pins::{By, LaunchPart, PinFile, PinStore, PinnedTool, SeenTool};
use crate::failure::Failure;
use crate::plan::now;

/// Pins in the state directory.
pub(crate) struct FilePins {
    pub(crate) store: PinStore,
    pub(crate) launch: LaunchPart,
}

impl Pins for FilePins {
    fn load(&mut self) -> Result<PinSet, PinsError> {
        self.store.read().map(|file| set(&file)).map_err(wrong)
    }

    fn observe(&mut self, seen: &[Definition]) -> Result<(), PinsError> {
        let seen: Vec<SeenTool> = seen
            .iter()
            .map(|d| SeenTool {
                name: d.name.clone(),
                digest: d.digest.clone(),
                definition: d.json.clone(),
            })
            .collect();
        // Read first: what is known already costs no lock and no write.
        let same =
            |file: &PinFile| file.seen == seen && file.seen_launch.as_ref() == Some(&self.launch);
        if self.store.read().is_ok_and(|file| same(&file)) {
            return Ok(());
        }
        let changed = self.store.change(|file| {
            file.seen.clone_from(&seen);
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
            let known: Vec<String> = file.tools.iter().map(|t| t.name.clone()).collect();
            for d in new.iter().filter(|d| !known.contains(&d.name)) {
                file.tools.push(PinnedTool {
                    name: d.name.clone(),
                    digest: d.digest.clone(),
                    by: By::FirstContact,
                    at: now(),
                    definition: d.json.clone(),
                });
            }
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
        out.tools.entry(t.name.clone()).or_default().push(pinned);
    }
    out
}

fn wrong(failure: Failure) -> PinsError {
    PinsError(failure.to_string())
}

/// What a lock approves. Nothing is written.
pub(crate) struct LockPins(PinSet);

impl LockPins {
    /// `None` for a lock without whole definitions, as other programs write it.
    pub(crate) fn new(document: &Document) -> Option<Self> {
        let own = document.own.as_ref()?;
        let mut set = PinSet::default();
        for item in own.items.iter().filter(|i| i.kind == ItemKind::Tool) {
            let pinned = Pinned { digest: item.digest.clone(), by_person: true };
            set.tools.entry(item.name.clone()).or_default().push(pinned);
        }
        Some(Self(set))
    }
}

impl Pins for LockPins {
    fn load(&mut self) -> Result<PinSet, PinsError> {
        Ok(self.0.clone())
    }

    fn observe(&mut self, _seen: &[Definition]) -> Result<(), PinsError> {
        Ok(())
    }

    fn adopt(&mut self, _new: &[Definition]) -> Result<PinSet, PinsError> {
        Ok(self.0.clone())
    }
}
