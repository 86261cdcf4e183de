//! The parts of a lock, as values.

use std::collections::BTreeMap;

use warden_core::capture::SessionId;
use warden_core::surface::ItemKind;

use crate::canon::Canon;
use crate::skeleton::Skeleton;

/// One server as it was pinned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// `schema_version`: which members the digests cover, 1 to 4.
    pub level: u8,
    /// `warden_version`: of the program that wrote it.
    pub written_by: String,
    /// How it is started or reached.
    pub server: ServerPart,
    /// Tools, by name.
    pub tools: Vec<ToolEntry>,
    /// Resources, by URI.
    pub resources: Vec<ResourceEntry>,
    /// Prompts, by name.
    pub prompts: Vec<PromptEntry>,
    /// What the static checks said when it was pinned; covered by no digest.
    pub findings: Vec<LockFinding>,
    /// The digest over everything that mcp-warden's format covers.
    pub overall_digest: String,
    /// When, by whom, and who approved it; covered by no digest.
    pub pin: Provenance,
    /// The member `warden`; `None` in a foreign lock.
    pub own: Option<Own>,
}

/// `server`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct ServerPart {
    pub command: String,
    pub args: Vec<String>,
    pub url: Option<String>,
    pub command_digest: String,
}

/// One of `tools`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct ToolEntry {
    pub name: String,
    pub description_hash: String,
    pub input_schema_hash: String,
    pub capabilities: Vec<String>,
    /// How results are to be inspected; only ever written by hand.
    pub inspection: Option<Canon>,
    /// From level 2 on.
    pub schema_skeleton: Option<Skeleton>,
    /// From level 4 on.
    pub annotations_hash: Option<String>,
    /// From level 4 on.
    pub output_schema_hash: Option<String>,
    /// From level 4 on; `None` also where the tool has no output schema.
    pub output_schema_skeleton: Option<Skeleton>,
    pub entry_digest: String,
}

/// One of `resources`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct ResourceEntry {
    pub uri: String,
    pub name: Option<String>,
    pub description_hash: String,
    pub mime_type: Option<String>,
    pub entry_digest: String,
}

/// One of `prompts`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct PromptEntry {
    pub name: String,
    pub description_hash: String,
    pub arguments_hash: String,
    pub entry_digest: String,
}

/// One of `findings`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub struct LockFinding {
    /// `tools/NAME`, `resources/URI`, `prompts/NAME` or `launch/command`.
    pub target: String,
    pub rule_id: String,
    /// Without secrets.
    pub snippet: String,
    pub severity: String,
    pub message: String,
}

/// `pin`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Provenance {
    pub created_at: String,
    pub warden_version: String,
    pub mcp_protocol_version: String,
    pub approved: bool,
    pub approver: Option<String>,
    pub approved_at: Option<String>,
    /// The `overall_digest` that was approved.
    pub approved_digest: Option<String>,
    pub provenance_version: u32,
    pub pinner: Option<Pinner>,
    pub attestations: Vec<Attestation>,
    pub rotated_at: Option<String>,
    pub rotation_count: u32,
}

/// The `tool` of `pin.pinner` in a lock of ours: such a lock has the member
/// `warden`.
pub(crate) const PINNER: &str = "warden";
/// The same where that member was left out on purpose.
pub(crate) const PINNER_COMPAT: &str = "warden --compat";

impl Document {
    /// Without the member `warden`, and marked so that nobody takes it for a
    /// lock from which that member was removed.
    #[must_use]
    pub fn without_own(mut self) -> Self {
        self.own = None;
        if let Some(pinner) = self.pin.pinner.as_mut().filter(|p| p.tool == PINNER) {
            pinner.tool = PINNER_COMPAT.into();
        }
        self
    }
}

/// `pin.pinner`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Pinner {
    pub tool: String,
    pub tool_version: String,
    pub actor: Option<String>,
    pub environment: Option<String>,
}

/// One of `pin.attestations`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Attestation {
    pub actor: String,
    pub role: String,
    pub method: String,
    pub created_at: String,
    pub bound_digest: String,
    pub note: Option<String>,
    pub signature_bundle: Option<String>,
}

/// The member `warden`: what mcp-warden's format leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Own {
    /// One number for everything that a model or a person may see, and how the
    /// server is launched.
    pub digest: String,
    /// The launch identity; see `warden_engine::launch_identity`.
    pub identity: String,
    /// `stdio` or `http`.
    pub transport: String,
    /// The sessions that were held.
    pub sessions: Vec<SessionPart>,
    /// Everything that the server said, by kind and name.
    pub items: Vec<OwnItem>,
    /// What is recorded beside it and covered by no digest: versions of the
    /// server and the ruleset, the resolved program.
    pub notes: BTreeMap<String, String>,
    /// Why it was pinned although the engine blocks it.
    pub forced: Option<String>,
    /// The `digest` that was approved, where somebody approved it.
    pub approved_digest: Option<String>,
    /// Signatures that were made over the file; the file is signed without.
    pub attestations: Vec<Attestation>,
}

/// One of `warden.sessions`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct SessionPart {
    pub id: SessionId,
    pub protocol: String,
    pub modern: bool,
}

/// One of `warden.items`: a definition, whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnItem {
    /// What it is.
    pub kind: ItemKind,
    /// Its name; empty for what the server says of itself.
    pub name: String,
    /// Its item digest; empty for a volatile one.
    pub digest: String,
    /// The sessions in which it was seen.
    pub sessions: Vec<SessionId>,
    /// Its lossless canonical form; `None` where it differs at every asking.
    pub text: Option<String>,
}
