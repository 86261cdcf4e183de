//! Reading the document of one server.

use warden_core::json::Val;

use super::fields::{Fields, invalid};
use super::{own, skeleton};
use crate::canon::Canon;
use crate::error::LockError;
use crate::model::{
    Attestation, Document, LockFinding, Pinner, PromptEntry, Provenance, ResourceEntry, ServerPart,
    ToolEntry,
};

/// The newest level that is read.
pub(crate) const LEVEL: u8 = 4;
/// Characters that a note of an attestation may have, as in mcp-warden.
const MAX_NOTE: usize = 1000;

const MEMBERS: &[&str] = &[
    "schema_version",
    "warden_version",
    "server",
    "tools",
    "resources",
    "prompts",
    "findings",
    "overall_digest",
    "pin",
    "warden",
];

pub(super) fn read(v: Val<'_>, at: String) -> Result<Document, LockError> {
    // The level first: a newer one may have members that are not known here.
    let level = level(v, &at)?;
    let f = Fields::new(v, at, MEMBERS)?;
    Ok(Document {
        level,
        written_by: f.string("warden_version")?,
        server: server(f.need("server")?, f.below("server"))?,
        tools: f.list("tools", |v, at| tool(v, at, level))?,
        resources: f.list("resources", resource)?,
        prompts: f.list("prompts", prompt)?,
        findings: f.list("findings", finding)?,
        overall_digest: f.digest("overall_digest")?,
        pin: provenance(f.need("pin")?, f.below("pin"))?,
        own: f.some("warden").map(|v| own::read(v, f.below("warden"))).transpose()?,
    })
}

fn level(v: Val<'_>, at: &str) -> Result<u8, LockError> {
    let at = super::below(at, "schema_version");
    let level = v.get("schema_version").ok_or_else(|| invalid(&at, "missing"))?;
    let number: Option<u64> = level.num().and_then(|n| n.lexeme().parse().ok());
    match number {
        Some(n) if (1..=u64::from(LEVEL)).contains(&n) => Ok(n as u8),
        Some(n) if n > u64::from(LEVEL) => {
            Err(LockError::Newer { what: "schema_version", version: n, known: u64::from(LEVEL) })
        }
        _ => Err(invalid(&at, "expected a number from 1 to 4")),
    }
}

fn server(v: Val<'_>, at: String) -> Result<ServerPart, LockError> {
    let f = Fields::new(v, at, &["command", "args", "url", "command_digest"])?;
    let args = if f.get("args").is_some() { f.strings("args")? } else { Vec::new() };
    Ok(ServerPart {
        command: f.maybe_string("command")?.unwrap_or_default(),
        args,
        url: f.maybe_string("url")?,
        command_digest: f.digest("command_digest")?,
    })
}

const TOOL: &[&str] = &[
    "name",
    "description_hash",
    "input_schema_hash",
    "capabilities",
    "inspection",
    "schema_skeleton",
    "annotations_hash",
    "output_schema_hash",
    "output_schema_skeleton",
    "entry_digest",
];

fn tool(v: Val<'_>, at: String, level: u8) -> Result<ToolEntry, LockError> {
    let f = Fields::new(v, at, TOOL)?;
    let skeleton = |name: &str| f.some(name).map(|v| skeleton::read(v, f.below(name))).transpose();
    if level >= 2 {
        f.need("schema_skeleton")?;
    }
    if level >= 4 {
        f.need("output_schema_skeleton")?;
        f.digest("annotations_hash")?;
        f.digest("output_schema_hash")?;
    }
    Ok(ToolEntry {
        name: f.string("name")?,
        description_hash: f.digest("description_hash")?,
        input_schema_hash: f.digest("input_schema_hash")?,
        capabilities: f.strings("capabilities")?,
        inspection: inspection(&f)?,
        schema_skeleton: skeleton("schema_skeleton")?,
        annotations_hash: f.maybe_string("annotations_hash")?,
        output_schema_hash: f.maybe_string("output_schema_hash")?,
        output_schema_skeleton: skeleton("output_schema_skeleton")?,
        entry_digest: f.digest("entry_digest")?,
    })
}

/// How a tool's results are to be inspected. mcp-warden falls back to its
/// defaults for a value that it does not know; here it is an error.
fn inspection(f: &Fields<'_>) -> Result<Option<Canon>, LockError> {
    let Some(v) = f.some("inspection") else { return Ok(None) };
    let at = f.below("inspection");
    let names = ["expected_output_charset", "may_return_urls", "secret_echo_applies"];
    let inner = Fields::new(v, at, &names)?;
    if let Some(charset) = inner.maybe_string(names[0])?
        && !["text", "extended", "binary-ok"].contains(&charset.as_str())
    {
        return Err(invalid(&inner.below(names[0]), "expected text, extended or binary-ok"));
    }
    for name in &names[1..] {
        if inner.get(name).is_some() {
            inner.truth(name)?;
        }
    }
    Ok(Some(Canon::of(v)))
}

fn resource(v: Val<'_>, at: String) -> Result<ResourceEntry, LockError> {
    let f = Fields::new(v, at, &["uri", "name", "description_hash", "mime_type", "entry_digest"])?;
    Ok(ResourceEntry {
        uri: f.string("uri")?,
        name: f.maybe_string("name")?,
        description_hash: f.digest("description_hash")?,
        mime_type: f.maybe_string("mime_type")?,
        entry_digest: f.digest("entry_digest")?,
    })
}

fn prompt(v: Val<'_>, at: String) -> Result<PromptEntry, LockError> {
    let f = Fields::new(v, at, &["name", "description_hash", "arguments_hash", "entry_digest"])?;
    Ok(PromptEntry {
        name: f.string("name")?,
        description_hash: f.digest("description_hash")?,
        arguments_hash: f.digest("arguments_hash")?,
        entry_digest: f.digest("entry_digest")?,
    })
}

fn finding(v: Val<'_>, at: String) -> Result<LockFinding, LockError> {
    let f = Fields::new(v, at, &["rule_id", "severity", "target", "message", "snippet"])?;
    Ok(LockFinding {
        target: f.string("target")?,
        rule_id: f.string("rule_id")?,
        snippet: f.maybe_string("snippet")?.unwrap_or_default(),
        severity: f.string("severity")?,
        message: f.string("message")?,
    })
}

const PIN: &[&str] = &[
    "created_at",
    "warden_version",
    "mcp_protocol_version",
    "approved",
    "approver",
    "approved_at",
    "approved_digest",
    "provenance_version",
    "pinner",
    "attestations",
    "rotated_at",
    "rotation_count",
];

/// The later members are absent in locks of mcp-warden 1.x.
fn provenance(v: Val<'_>, at: String) -> Result<Provenance, LockError> {
    let f = Fields::new(v, at, PIN)?;
    let count = |name: &str| -> Result<u32, LockError> {
        if f.some(name).is_none() {
            return Ok(0);
        }
        let n = f.number(name)?;
        u32::try_from(n).map_err(|_| invalid(&f.below(name), "too large"))
    };
    let attestations = match f.some("attestations") {
        Some(_) => f.list("attestations", attestation)?,
        None => Vec::new(),
    };
    Ok(Provenance {
        created_at: f.string("created_at")?,
        warden_version: f.string("warden_version")?,
        mcp_protocol_version: f.string("mcp_protocol_version")?,
        approved: f.truth("approved")?,
        approver: f.maybe_string("approver")?,
        approved_at: f.maybe_string("approved_at")?,
        approved_digest: f.maybe_string("approved_digest")?,
        provenance_version: count("provenance_version")?,
        pinner: f.some("pinner").map(|v| pinner(v, f.below("pinner"))).transpose()?,
        attestations,
        rotated_at: f.maybe_string("rotated_at")?,
        rotation_count: count("rotation_count")?,
    })
}

fn pinner(v: Val<'_>, at: String) -> Result<Pinner, LockError> {
    let f = Fields::new(v, at, &["tool", "tool_version", "actor", "environment"])?;
    Ok(Pinner {
        tool: f.string("tool")?,
        tool_version: f.string("tool_version")?,
        actor: f.maybe_string("actor")?,
        environment: f.maybe_string("environment")?,
    })
}

const ATTESTATION: &[&str] =
    &["actor", "role", "method", "created_at", "bound_digest", "note", "signature_bundle"];

pub(super) fn attestation(v: Val<'_>, at: String) -> Result<Attestation, LockError> {
    let f = Fields::new(v, at, ATTESTATION)?;
    let note = f.maybe_string("note")?;
    if note.as_ref().is_some_and(|n| n.chars().count() > MAX_NOTE) {
        return Err(invalid(&f.below("note"), "longer than 1000 characters"));
    }
    Ok(Attestation {
        actor: f.string("actor")?,
        role: f.string("role")?,
        method: f.string("method")?,
        created_at: f.string("created_at")?,
        bound_digest: f.string("bound_digest")?,
        note,
        signature_bundle: f.maybe_string("signature_bundle")?,
    })
}
