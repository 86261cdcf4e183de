//! `warden lock rotate`.

use serde_json::json;
use warden_core::{Exit, Untrusted};
use warden_lock::{Shape, Stamp};

use super::store::Stored;
use crate::args::LockRotateArgs;
use crate::failure::Failure;
use crate::plan::now;

const MAX_NOTE: usize = 1000;

/// Runs the command. What is pinned stays; only who looked at it, and when, is
/// added.
pub(crate) fn run(args: &LockRotateArgs) -> Result<Exit, Failure> {
    if args.note.as_ref().is_some_and(|n| n.chars().count() > MAX_NOTE) {
        return Err(Failure::Usage("--note takes up to 1000 characters".into()));
    }
    if args.who.approver.as_deref().is_some_and(|a| a.trim().is_empty()) {
        return Err(Failure::Usage(
            "--approver (or WARDEN_APPROVER) is empty: name who approves, or leave it out".into(),
        ));
    }
    super::store::load(&args.lock)?;
    let stored = Stored::open(&args.lock)?;
    let Some(mut lock) = stored.lock()? else { return Ok(Exit::Config) };
    let wanted = |name: &str| args.id.as_deref().is_none_or(|id| id == name);
    if lock.shape == Shape::One && args.id.is_some() || !lock.servers.iter().any(|(n, _)| wanted(n))
    {
        let file = args.lock.display();
        return Err(Failure::Config(format!("{file}: it has no entry of that name")));
    }
    let time = now();
    let environment = std::env::var("WARDEN_ENV").ok().filter(|e| !e.is_empty());
    let approver = args.who.approver.as_deref().filter(|a| !a.trim().is_empty());
    let stamp = Stamp {
        actor: args.who.actor.as_deref(),
        environment: environment.as_deref(),
        now: &time,
        version: env!("CARGO_PKG_VERSION"),
        note: args.note.as_deref(),
    };
    let mut told = Vec::new();
    for (name, document) in lock.servers.iter_mut().filter(|(n, _)| wanted(n)) {
        let before = document.pin.rotation_count;
        document.rotate(approver, &stamp);
        let last = document.pin.attestations.last();
        told.push(json!({
            "id": if name.is_empty() { None } else { Some(name.clone()) },
            "rotationCount": {"old": before, "new": document.pin.rotation_count},
            "attester": last.map(|a| a.actor.clone()),
            "role": last.map(|a| a.role.clone()),
            "rotatedAt": time,
            "overallDigest": document.overall_digest,
        }));
    }
    stored.write(&lock)?;
    report(args, &told)?;
    Ok(Exit::Clean)
}

fn report(args: &LockRotateArgs, told: &[serde_json::Value]) -> Result<(), Failure> {
    let file = args.lock.display().to_string();
    if args.json {
        let all = json!({"lock": file, "rotated": told});
        return crate::cmd::print(&format!("{all:#}\n"));
    }
    let mut text = String::new();
    for one in told {
        let name = one["id"].as_str().map(|n| format!(" {}", Untrusted::from(n).term_limited(80)));
        let who = Untrusted::from(one["attester"].as_str().unwrap_or_default()).term_limited(80);
        text.push_str(&format!(
            "rotated {file}{}: count {} to {}, by {who} ({})\noverall_digest {} (unchanged)\n",
            name.unwrap_or_default(),
            one["rotationCount"]["old"],
            one["rotationCount"]["new"],
            one["role"].as_str().unwrap_or_default(),
            one["overallDigest"].as_str().unwrap_or_default(),
        ));
    }
    if !super::sign::present(&args.lock).is_empty() {
        text.push_str("a signature of this file no longer holds; sign it again\n");
    }
    crate::cmd::print(&text)
}
