//! `warden pins`: what the guard has pinned, and a person's decision about it.

mod file;
mod review;

use std::path::Path;

use warden_core::Exit;

pub(crate) use file::{By, Kind, LaunchPart, PinFile, PinStore, PinnedItem, SeenItem};
pub(crate) use file::{default_id, directory};

use super::approvals::ApprovalStore;
use crate::args::{PinsArgs, PinsCommand, WhichArgs};
use crate::failure::Failure;
use crate::plan::{now, typed_server};
use crate::tty;

/// Approved definitions of one name; more are no eras and capabilities any more.
const MAX_PER_NAME: usize = 8;

/// Runs the command.
pub(crate) fn run(args: &PinsArgs) -> Result<Exit, Failure> {
    if !tty::on_terminal() {
        let why = "`warden pins` works on a terminal only: what it decides is for a person";
        return Err(Failure::Usage(why.into()));
    }
    match &args.command {
        PinsCommand::Status(which) => status(which),
        PinsCommand::Approve(which) => approve(which),
        PinsCommand::Revoke(which) => revoke(which),
    }
}

fn id(which: &WhichArgs) -> Result<Option<String>, Failure> {
    if let Some(id) = &which.id {
        return Ok(Some(id.clone()));
    }
    if which.command.is_empty() {
        return Ok(None);
    }
    Ok(Some(default_id(&typed_server(&which.command, None)?.endpoint)))
}

fn status(which: &WhichArgs) -> Result<Exit, Failure> {
    let dir = directory(which.state_dir.as_deref())?;
    match id(which)? {
        Some(id) => {
            super::print(&review::text(&known(&dir, &id)?.1))?;
            let approvals = ApprovalStore::new(which.state_dir.as_deref(), &id)?.current()?;
            super::print(&review::approvals(&approvals))?;
        }
        None => {
            let all = file::all(&dir)?;
            if all.is_empty() {
                tty::say("nothing is pinned yet");
            }
            let lines: Vec<String> = all.iter().map(review::line).collect();
            super::print(&lines.concat())?;
        }
    }
    Ok(Exit::Clean)
}

/// A server of which something is known.
fn known(dir: &Path, id: &str) -> Result<(PinStore, PinFile), Failure> {
    let store = PinStore::new(dir, id);
    let file = store.read()?;
    if file.seen.is_empty() && file.tools.is_empty() && file.seen_launch.is_none() && !file.revoked
    {
        return Err(Failure::Config(format!(
            "{id}: nothing is known of a server with this id; `warden pins status` names those \
             that are known"
        )));
    }
    Ok((store, file))
}

fn approve(which: &WhichArgs) -> Result<Exit, Failure> {
    let dir = directory(which.state_dir.as_deref())?;
    let id = id(which)?.ok_or_else(nameless)?;
    let (store, shown) = known(&dir, &id)?;
    super::print(&review::text(&shown))?;
    confirm("approve", &id)?;
    store.change(|file| {
        unchanged(file, &shown)?;
        let at = now();
        for seen in &shown.seen {
            // Approved before at first contact: now by a person.
            let same = |t: &PinnedItem| t.kind == seen.kind && t.name == seen.name;
            file.tools.retain(|t| !same(t) || t.digest != seen.digest);
            file.tools.push(PinnedItem {
                kind: seen.kind,
                name: seen.name.clone(),
                digest: seen.digest.clone(),
                by: By::Person,
                at: at.clone(),
                definition: seen.definition.clone(),
            });
            forget_oldest(file, seen);
        }
        file.launch = shown.seen_launch.clone().or(file.launch.take());
        file.revoked = false;
        Ok(())
    })?;
    tty::say(&format!("approved: {id}"));
    Ok(Exit::Clean)
}

fn forget_oldest(file: &mut PinFile, seen: &SeenItem) {
    let same = |t: &PinnedItem| t.kind == seen.kind && t.name == seen.name;
    let count = file.tools.iter().filter(|t| same(t)).count();
    if count > MAX_PER_NAME
        && let Some(at) = file.tools.iter().position(same)
    {
        file.tools.remove(at);
    }
}

fn revoke(which: &WhichArgs) -> Result<Exit, Failure> {
    let dir = directory(which.state_dir.as_deref())?;
    let id = id(which)?.ok_or_else(nameless)?;
    let store = PinStore::new(&dir, &id);
    let shown = store.read()?;
    super::print(&review::text(&shown))?;
    confirm("revoke", &id)?;
    store.change(|file| {
        unchanged(file, &shown)?;
        file.revoked = true;
        file.tools.clear();
        Ok(())
    })?;
    ApprovalStore::new(which.state_dir.as_deref(), &id)?.clear()?;
    tty::say(&format!("revoked: {id}"));
    Ok(Exit::Clean)
}

fn nameless() -> Failure {
    Failure::Usage("name the server with --id, or its command after --".into())
}

/// What was shown is what is decided about.
fn unchanged(file: &PinFile, shown: &PinFile) -> Result<(), Failure> {
    if file == shown {
        return Ok(());
    }
    Err(Failure::Config("it has changed while you read; nothing was done, look again".into()))
}

fn confirm(action: &str, id: &str) -> Result<(), Failure> {
    let wanted = format!("{action} {id}");
    let answer = tty::ask(&format!("Type `{wanted}` to go on: "));
    if answer.as_deref() == Some(&wanted) {
        return Ok(());
    }
    Err(Failure::Usage("nothing was done".into()))
}
