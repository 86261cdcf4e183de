//! The vocabulary of Warden: a lossless JSON reader, the [`Surface`] of an MCP
//! server, findings, reports, and how a server is written down. No I/O, no
//! clock, no async.

pub mod capability;
pub mod capture;
pub mod digest;
pub mod exit;
pub mod finding;
pub mod json;
pub mod net;
pub mod policy;
pub mod report;
pub mod rule;
pub mod spec;
pub mod surface;
pub mod text;
pub mod verdict;
pub mod views;

pub use exit::Exit;
pub use finding::{Confidence, Evidence, Finding, Gate, Severity, Subject};
pub use rule::{RuleId, RuleMeta, Status};
pub use spec::{Endpoint, HttpKind, Launch, Remote, Secret, ServerSpec, SourceRef, Transport};
pub use surface::{Item, ItemKind, Part, Role, Surface, SurfaceBuilder, TextUnit};
pub use text::Untrusted;
pub use verdict::Verdict;
