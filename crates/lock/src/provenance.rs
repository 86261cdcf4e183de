//! Who pinned, who approved, and who looked again.

use std::collections::{BTreeMap, BTreeSet};

use crate::canon::Canon;
use crate::model::{Attestation, Document, PINNER, PINNER_COMPAT, Pinner};

/// Who does something to a lock, and when.
#[derive(Clone, Debug, Default)]
pub struct Stamp<'a> {
    /// Who: a name, an address.
    pub actor: Option<&'a str>,
    /// Where: free text.
    pub environment: Option<&'a str>,
    /// Now, RFC 3339, UTC, to the second.
    pub now: &'a str,
    /// Version of Warden.
    pub version: &'a str,
    /// Why, in the person's words.
    pub note: Option<&'a str>,
}

impl Document {
    /// Records who pins it.
    pub fn pinned_by(&mut self, stamp: &Stamp<'_>) {
        let whole = self.own.is_some();
        self.pin.pinner = Some(Pinner {
            tool: if whole { PINNER } else { PINNER_COMPAT }.into(),
            tool_version: stamp.version.into(),
            actor: stamp.actor.map(Into::into),
            environment: stamp.environment.map(Into::into),
        });
    }

    /// Records that a person approves what it holds.
    pub fn approve(&mut self, approver: &str, stamp: &Stamp<'_>) {
        self.approval(approver, stamp);
        self.attest(approver, "approver", stamp);
    }

    fn approval(&mut self, approver: &str, stamp: &Stamp<'_>) {
        self.pin.approved = true;
        self.pin.approver = Some(approver.into());
        self.pin.approved_at = Some(stamp.now.into());
        self.pin.approved_digest = Some(self.overall_digest.clone());
        if let Some(own) = &mut self.own {
            own.approved_digest = Some(own.digest.clone());
        }
    }

    fn attest(&mut self, actor: &str, role: &str, stamp: &Stamp<'_>) {
        self.pin.attestations.push(Attestation {
            actor: actor.into(),
            role: role.into(),
            method: "manual".into(),
            created_at: stamp.now.into(),
            bound_digest: self.overall_digest.clone(),
            note: stamp.note.map(Into::into),
            signature_bundle: None,
        });
    }

    /// Records that somebody looked at it again; what is pinned stays. With an
    /// approver it is approved anew.
    pub fn rotate(&mut self, approver: Option<&str>, stamp: &Stamp<'_>) {
        let actor = approver.or(stamp.actor).unwrap_or("unknown").to_owned();
        if let Some(approver) = approver {
            self.approval(approver, stamp);
        }
        self.attest(&actor, if approver.is_some() { "approver" } else { "pinner" }, stamp);
        self.pinned_by(stamp);
        self.pin.provenance_version = self.pin.provenance_version.max(1);
        self.pin.rotated_at = Some(stamp.now.into());
        self.pin.rotation_count = self.pin.rotation_count.saturating_add(1);
    }

    /// Takes over from an earlier lock of the same server what a capture cannot
    /// give: how results are inspected, which a person wrote, and which texts
    /// are known to be others each time.
    pub fn adopt(&mut self, earlier: &Document) {
        let mut by_name: BTreeMap<&str, &Canon> = BTreeMap::new();
        for tool in &earlier.tools {
            by_name.extend(tool.inspection.as_ref().map(|i| (tool.name.as_str(), i)));
        }
        for tool in &mut self.tools {
            tool.inspection = by_name.get(tool.name.as_str()).map(|i| (*i).clone());
        }
        if let (Some(own), Some(before)) = (&mut self.own, &earlier.own) {
            let volatile = before.items.iter().filter(|i| i.is_volatile());
            let volatile: BTreeSet<_> = volatile.map(|i| (i.kind, i.name.as_str())).collect();
            for item in &mut own.items {
                if volatile.contains(&(item.kind, item.name.as_str())) {
                    item.text = None;
                    item.digest.clear();
                }
            }
            own.items = crate::build::sorted(std::mem::take(&mut own.items));
        }
        self.seal();
    }

    /// Whether it pins the same as another, whoever did it and when.
    pub fn pins_same(&self, other: &Document) -> bool {
        let own = |d: &Document| d.own.as_ref().map(|o| o.digest.clone());
        let seen = |d: &Document| {
            d.own.as_ref().map(|o| {
                let of = |i: &crate::model::OwnItem| i.sessions.clone();
                (o.sessions.clone(), o.items.iter().map(of).collect::<Vec<_>>())
            })
        };
        self.overall_digest == other.overall_digest
            && own(self) == own(other)
            && seen(self) == seen(other)
    }
}
