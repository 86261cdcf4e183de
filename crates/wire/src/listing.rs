//! Reading one list to its end.

use std::collections::{BTreeSet, HashSet};
use std::time::Duration;

use serde_json::{Map, Value};
use warden_core::Untrusted;
use warden_core::capture::SessionId;
use warden_core::json::Kind as Json;
use warden_core::surface::{ListKind, Seen, SurfaceBuilder};

use crate::failure::{Failure, Kind};
use crate::log::Log;
use crate::prompts::PromptAsk;
use crate::session::{Answer, Session};

const MAX_PAGES: usize = 100;
const MAX_ITEMS: usize = 10_000;
/// A cursor longer than this is not sent back.
const MAX_CURSOR: usize = 64 << 10;

/// Names and digests of one listing.
pub(crate) type Entries = BTreeSet<(Untrusted, String)>;

/// What one listing of one list gave.
#[derive(Default)]
pub(crate) struct Listed {
    pub(crate) entries: Entries,
    /// The prompts to render.
    pub(crate) prompts: Vec<PromptAsk>,
}

/// Fetches every page of a list and adds its items to the surface.
pub(crate) async fn read_list(
    session: &mut Session,
    list: ListKind,
    seen: Seen,
    wait: Duration,
    into: &mut SurfaceBuilder,
    log: &Log,
) -> Result<Listed, Failure> {
    let mut listed = Listed::default();
    let mut cursors: HashSet<String> = HashSet::new();
    let mut cursor: Option<String> = None;
    let mut items = 0;
    for _ in 0..MAX_PAGES {
        let params: Map<String, Value> =
            cursor.take().map(|c| ("cursor".to_owned(), c.into())).into_iter().collect();
        let page = session.ask(list.method(), params, wait).await.map_err(|f| f.during("list"))?;
        log.page();
        // One page of more is refused before anything is made of it.
        if page.val().get(list.member()).is_some_and(|l| l.items().nth(MAX_ITEMS).is_some()) {
            let message = format!("`{}` gave more than {MAX_ITEMS} items", list.method());
            return Err(Failure::new(Kind::Protocol, "list", message));
        }
        let added = into.add_page(list, &page.doc, page.result, seen);
        items += added.len();
        listed.entries.extend(added);
        if list == ListKind::Prompts {
            listed.prompts.extend(PromptAsk::all(page.val(), log));
        }
        match next_cursor(&page, list, log) {
            None => return Ok(listed),
            Some(next) if items < MAX_ITEMS && cursors.insert(next.clone()) => cursor = Some(next),
            Some(_) => break,
        }
    }
    log.endless(list.member());
    log.unreachable(list.method(), format!("it goes on after {items} items"));
    Ok(listed)
}

fn next_cursor(page: &Answer, list: ListKind, log: &Log) -> Option<String> {
    let cursor = page.val().get("nextCursor").filter(|c| c.kind() != Json::Null)?;
    match cursor.text() {
        // Clients go on for as long as the cursor is not empty.
        Some(text) if text.len() <= MAX_CURSOR => Some(text.into_owned()).filter(|t| !t.is_empty()),
        Some(_) => {
            log.unreachable(list.method(), "its cursor is too long to be sent back");
            None
        }
        None => {
            log.unreachable(list.method(), "its cursor is not a string");
            None
        }
    }
}

/// Notes how two listings of one list differ.
pub(crate) fn compare(
    session: SessionId,
    list: &'static str,
    first: &Entries,
    second: &Entries,
    log: &Log,
) {
    let changed = first.symmetric_difference(second).map(|(name, _)| name.clone());
    let names: BTreeSet<Untrusted> = changed.collect();
    if !names.is_empty() {
        log.differs(session, list, names.into_iter().take(20).collect());
    }
}
