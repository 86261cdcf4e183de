//! `warden lock verify`.

use serde_json::{Value, json};
use warden_core::{Exit, Untrusted};
use warden_lock::Document;

use super::signable::Signable;
use super::{sign, signature};
use crate::args::LockVerifyArgs;
use crate::failure::Failure;

/// Runs the command. A lock that does not agree with itself is an error.
pub(crate) fn run(args: &LockVerifyArgs) -> Result<Exit, Failure> {
    let signable = Signable::load(&args.lock)?;
    let signed = match args.whose.any() {
        true => Some(signature::verify(&signable, &args.whose)?),
        false => None,
    };
    let lock = &signable.file;
    let file = args.lock.display().to_string();
    let told: Vec<Value> = lock.servers.iter().map(|(name, d)| facts(name, d)).collect();
    if args.json {
        crate::cmd::print(&format!(
            "{:#}\n",
            json!({"lock": file, "servers": told, "signature": signed})
        ))?;
        return Ok(Exit::Clean);
    }
    let mut text = format!("{file}: content and digests agree\n");
    for one in &told {
        let shown = |v: &Value| Untrusted::from(v.as_str().unwrap_or_default()).term_limited(80);
        let name =
            if one["id"].is_null() { String::new() } else { format!("{}: ", shown(&one["id"])) };
        text.push_str(&format!(
            "{name}level {}, {} tools, {} resources, {} prompts, overall_digest {}\n",
            one["level"],
            one["tools"],
            one["resources"],
            one["prompts"],
            shown(&one["overallDigest"])
        ));
        text.push_str(&match one["digest"].as_str() {
            Some(digest) => format!("  one number for everything: {digest}\n"),
            None => "  not made by Warden: covers less\n".into(),
        });
        text.push_str(&match one["approver"].as_str() {
            Some(_) => format!("  approved by {}\n", shown(&one["approver"])),
            None => "  nobody has approved it\n".into(),
        });
    }
    let claims = lock.servers.iter().any(|(_, d)| d.pin.approved);
    for line in signed.unwrap_or_else(|| unverified(&args.lock, claims)) {
        text.push_str(&line);
        text.push('\n');
    }
    crate::cmd::print(&text)?;
    Ok(Exit::Clean)
}

/// A signature that lies there vouches for nothing until somebody is named.
/// Nor does the file for who approved it: whoever can write it can write that.
fn unverified(lock: &std::path::Path, claims: bool) -> Vec<String> {
    let mut lines = Vec::new();
    if claims {
        let what = "who approved it and when is only what the file says: no signature was verified";
        lines.push(what.into());
    }
    let files = sign::present(lock).join(", ");
    if !files.is_empty() {
        lines.push(format!(
            "signature not verified ({files}): name who must have signed with --key or \
             --certificate-identity"
        ));
    }
    lines
}

fn facts(name: &str, d: &Document) -> Value {
    json!({
        "id": (!name.is_empty()).then_some(name),
        "level": d.level,
        "tools": d.tools.len(),
        "resources": d.resources.len(),
        "prompts": d.prompts.len(),
        "overallDigest": d.overall_digest,
        "digest": d.own.as_ref().map(|o| &o.digest),
        "foreign": d.own.is_none(),
        "approved": d.pin.approved,
        "approver": d.pin.approver.as_ref().filter(|_| d.pin.approved),
        "forced": d.own.as_ref().and_then(|o| o.forced.as_ref()),
    })
}
