//! What is approved for the server, in its file or in a lock.

use std::path::Path;

use warden_core::views::{PinRecord, PinView};
use warden_core::{Endpoint, ServerSpec};
use warden_engine::launch_identity;
use warden_guard::Pins;
use warden_lock::{Document, LockFile};

use super::front::SharedPins;
use super::pins::{FilePins, LockPins};
use crate::args::WrapArgs;
use crate::cmd::pins::{LaunchPart, PinStore, directory};
use crate::failure::Failure;
use crate::tty;

/// What is approved for the server.
pub(super) struct Known {
    pub(super) pins: Box<dyn Pins>,
    /// The same, for several conversations.
    pub(super) shared: SharedPins,
    /// How it was launched at approval; an error if that cannot be read.
    pub(super) approved: Result<Approved, String>,
    pub(super) revoked: bool,
    store: Option<PinStore>,
}

/// The launch that was approved, for the engine.
pub(super) struct Approved(PinRecord);

impl PinView for Approved {
    fn record(&self) -> Option<&PinRecord> {
        Some(&self.0)
    }
}

impl Approved {
    fn launch(identity: Option<String>) -> Self {
        Self(PinRecord { identity, tools: Vec::new(), approved: true })
    }
}

impl Known {
    pub(super) fn new(args: &WrapArgs, spec: &ServerSpec, id: &str) -> Result<Self, Failure> {
        match &args.lock {
            Some(lock) => Self::locked(lock, args.id.as_deref(), &spec.endpoint),
            None => {
                let store = PinStore::new(&directory(args.state_dir.as_deref())?, id);
                let file = store.read();
                let revoked = file.as_ref().is_ok_and(|f| f.revoked);
                let approved = file.map(|f| Approved::launch(f.launch.map(|l| l.identity)));
                let approved = approved.map_err(|e| e.to_string());
                let launch = LaunchPart::of(&spec.endpoint);
                let pins = FilePins { store: store.clone(), launch };
                let shared = SharedPins::File(pins.clone());
                let pins = Box::new(pins);
                Ok(Self { pins, shared, approved, revoked, store: Some(store) })
            }
        }
    }

    fn locked(lock: &Path, id: Option<&str>, endpoint: &Endpoint) -> Result<Self, Failure> {
        let wrong = |why: String| Failure::Config(format!("{}: {why}", lock.display()));
        let file = crate::cmd::lock::load(lock)?;
        let document = document(&file, id, &launch_identity(endpoint)).map_err(wrong)?;
        let pins = LockPins::new(document).ok_or_else(|| {
            wrong("it does not hold whole definitions; write one with `warden pin`".into())
        })?;
        let identity = document.own.as_ref().map(|own| own.identity.clone());
        let approved = Ok(Approved::launch(identity));
        let shared = SharedPins::Lock(pins.clone());
        Ok(Self { pins: Box::new(pins), shared, approved, revoked: false, store: None })
    }

    /// Keeps the launch that was refused, so that a person can approve it.
    pub(super) fn observe_launch(&self, endpoint: &Endpoint) {
        let Some(store) = &self.store else { return };
        let launch = LaunchPart::of(endpoint);
        let kept = store.change(|file| {
            file.seen_launch = Some(launch);
            Ok(())
        });
        if let Err(e) = kept {
            tty::say(&format!("warden: {e}"));
        }
    }
}

fn document<'a>(
    file: &'a LockFile,
    id: Option<&str>,
    identity: &str,
) -> Result<&'a Document, String> {
    let id = id.filter(|_| file.shape != warden_lock::Shape::One);
    let choice = warden_lock::Choice { id, identity: Some(identity) };
    file.choose(choice).map_err(|e| e.to_string())
}
