//! The lock file: what one or many servers said when a person approved it, and
//! how what they say now differs. Pure: bytes in, bytes out.
//!
//! The document of one server is mcp-warden's `warden.lock` of level 4 in
//! everything that its digest covers, with one additional member, `warden`,
//! that holds what the format leaves out: the whole definitions, digests of
//! our own, the launch identity and the sessions in which things were seen.

mod build;
mod canon;
mod digests;
mod drift;
mod entry;
mod error;
mod file;
mod model;
mod own;
mod provenance;
mod read;
mod rules;
mod signing;
mod skeleton;
mod verify;
mod write;

pub use build::{BuildError, Source, document};
pub use canon::Canon;
pub use drift::{Change, Class, Comparison, Words, drift, launch_drift};
pub use error::{ChoiceError, LockError};
pub use file::{Choice, LockFile, Shape};
pub use model::{
    Attestation, Document, LockFinding, Own, OwnItem, Pinner, PromptEntry, Provenance,
    ResourceEntry, ServerPart, SessionPart, ToolEntry,
};
pub use provenance::Stamp;
pub use rules::{catalogue, lock_rule};
pub use signing::signing_bytes;
pub use skeleton::{Prop, Skeleton};
