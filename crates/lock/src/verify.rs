//! Whether a lock agrees with itself: every digest is made anew from the
//! content, on every read. A baseline that nobody checked is no baseline.

use std::collections::BTreeSet;

use crate::error::{LockError, shown};
use crate::file::LockFile;
use crate::model::{Document, Own};
use crate::read::shared_out;

/// Checks every document of a file, on every core: each stands for itself.
pub(crate) fn file(file: &LockFile) -> Result<(), LockError> {
    let mut names = BTreeSet::new();
    if let Some((name, _)) = file.servers.iter().find(|(name, _)| !names.insert(name)) {
        let (at, why) = (format!("{}: servers", shown(name)), "the name stands twice".into());
        return Err(LockError::Inconsistent { at, why });
    }
    let check = |servers: &[(String, Document)]| servers.iter().try_for_each(one);
    shared_out(&file.servers, check).into_iter().collect()
}

fn one((name, document): &(String, Document)) -> Result<(), LockError> {
    let prefix = if name.is_empty() { String::new() } else { format!("{}: ", shown(name)) };
    verify(document, &prefix)
}

fn verify(d: &Document, prefix: &str) -> Result<(), LockError> {
    let tampered = |what: String| Err(LockError::Tampered { at: format!("{prefix}{what}") });
    if d.server.expected_digest() != d.server.command_digest {
        return tampered("server".into());
    }
    for t in &d.tools {
        if t.expected_digest(d.level) != t.entry_digest {
            return tampered(format!("tool {}", shown(&t.name)));
        }
    }
    for r in &d.resources {
        if r.expected_digest() != r.entry_digest {
            return tampered(format!("resource {}", shown(&r.uri)));
        }
    }
    for p in &d.prompts {
        if p.expected_digest() != p.entry_digest {
            return tampered(format!("prompt {}", shown(&p.name)));
        }
    }
    if d.expected_overall() != d.overall_digest {
        return tampered("overall_digest".into());
    }
    unique(d, prefix)?;
    match &d.own {
        Some(own) => own_member(d, own, prefix)?,
        // Without it an approval would cover less than was approved.
        None if d.pin.pinner.as_ref().is_some_and(|p| p.tool == crate::model::PINNER) => {
            let why = "Warden wrote this lock, and the member is gone".into();
            return Err(LockError::Inconsistent { at: format!("{prefix}warden"), why });
        }
        None => {}
    }
    let for_this = d.pin.approved_digest.as_ref() == Some(&d.overall_digest);
    // The approval of a lock of ours covers everything that its number covers.
    let for_all = d.own.as_ref().is_none_or(|o| o.approved_digest.as_ref() == Some(&o.digest));
    if d.pin.approved && !(for_this && for_all) {
        return Err(LockError::StaleApproval);
    }
    Ok(())
}

/// Two entries of one name would leave open which of them counts.
fn unique(d: &Document, prefix: &str) -> Result<(), LockError> {
    let names = [
        ("tools", d.tools.iter().map(|t| &t.name).collect::<Vec<_>>()),
        ("resources", d.resources.iter().map(|r| &r.uri).collect()),
        ("prompts", d.prompts.iter().map(|p| &p.name).collect()),
    ];
    for (list, names) in names {
        // They are sorted by name before they are hashed.
        if let Some(pair) = names.windows(2).find(|w| w[0] >= w[1]) {
            return Err(LockError::Inconsistent {
                at: format!("{prefix}{list}"),
                why: format!("{} stands twice or out of order", shown(pair[1])),
            });
        }
    }
    Ok(())
}

fn own_member(d: &Document, own: &Own, prefix: &str) -> Result<(), LockError> {
    for item in &own.items {
        if item.expected_digest() != item.digest {
            let kind = crate::own::kind_name(item.kind);
            let at = format!("{prefix}warden: {kind} {}", shown(&item.name));
            return Err(LockError::Tampered { at });
        }
    }
    if own.expected_digest() != own.digest {
        return Err(LockError::Tampered { at: format!("{prefix}warden.digest") });
    }
    crate::build::agrees(d, own).map_err(|(what, why)| LockError::Inconsistent {
        at: format!("{prefix}{what}"),
        why: why.into(),
    })
}
