//! Reading the member `warden`.

use std::collections::BTreeMap;

use warden_core::json::{Val, lossless};

use super::document::attestation;
use super::fields::{Fields, below, invalid, text};
use crate::canon::text as canonical;
use crate::error::LockError;
use crate::model::{Own, OwnItem, SessionPart};
use crate::own::{FORMAT, kind_of, session_of};

const MEMBERS: &[&str] = &[
    "format",
    "digest",
    "identity",
    "transport",
    "sessions",
    "items",
    "notes",
    "forced",
    "approved_digest",
    "attestations",
];

pub(super) fn read(v: Val<'_>, at: String) -> Result<Own, LockError> {
    let format = v.get("format").and_then(Val::num).and_then(|n| n.lexeme().parse::<u64>().ok());
    match format {
        Some(FORMAT) => {}
        Some(version) if version > FORMAT => {
            return Err(LockError::Newer { what: "warden.format", version, known: FORMAT });
        }
        _ => return Err(invalid(&below(&at, "format"), "expected 1")),
    }
    let f = Fields::new(v, at, MEMBERS)?;
    let attestations = match f.some("attestations") {
        Some(_) => f.list("attestations", attestation)?,
        None => Vec::new(),
    };
    Ok(Own {
        digest: f.digest("digest")?,
        identity: f.string("identity")?,
        transport: f.string("transport")?,
        sessions: f.list("sessions", session)?,
        items: f.list("items", item)?,
        notes: notes(&f)?,
        forced: f.maybe_string("forced")?,
        approved_digest: f.maybe_string("approved_digest")?,
        attestations,
    })
}

fn notes(f: &Fields<'_>) -> Result<BTreeMap<String, String>, LockError> {
    let Some(v) = f.some("notes") else { return Ok(BTreeMap::new()) };
    let at = f.below("notes");
    if !v.is_obj() {
        return Err(invalid(&at, "expected an object"));
    }
    v.members()
        .map(|(name, value)| {
            let name = name.text().unwrap_or_default().into_owned();
            let value = text(value, &below(&at, &name))?;
            Ok((name, value))
        })
        .collect()
}

fn session(v: Val<'_>, at: String) -> Result<SessionPart, LockError> {
    let f = Fields::new(v, at, &["id", "protocol", "modern"])?;
    let id = f.string("id")?;
    let mut letters = id.chars();
    let known = letters.next().and_then(session_of).filter(|_| letters.next().is_none());
    Ok(SessionPart {
        id: known.ok_or_else(|| invalid(&f.below("id"), "expected A, B or C"))?,
        protocol: f.string("protocol")?,
        modern: f.truth("modern")?,
    })
}

fn item(v: Val<'_>, at: String) -> Result<OwnItem, LockError> {
    let names = ["kind", "name", "sessions", "digest", "volatile", "definition", "canonical"];
    let f = Fields::new(v, at, &names)?;
    let kind = kind_of(&f.string("kind")?).ok_or_else(|| invalid(&f.below("kind"), "unknown"))?;
    let sessions = f
        .string("sessions")?
        .chars()
        .map(|c| session_of(c).ok_or_else(|| invalid(&f.below("sessions"), "expected A, B, C")))
        .collect::<Result<_, _>>()?;
    let volatile = match f.get("volatile") {
        Some(_) => f.truth("volatile")?,
        None => false,
    };
    let text = match (f.get("definition"), f.get("canonical"), volatile) {
        (Some(v), None, false) => Some(canonical(lossless(v))),
        (None, Some(v), false) => Some(text(v, &f.below("canonical"))?),
        (None, None, true) => None,
        _ => {
            let why = "expected one of definition, canonical, and volatile: true";
            return Err(invalid(&f.below("definition"), why));
        }
    };
    Ok(OwnItem {
        kind,
        name: f.string("name")?,
        digest: if volatile { String::new() } else { f.digest("digest")? },
        sessions,
        text,
    })
}
