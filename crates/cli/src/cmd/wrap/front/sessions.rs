//! Which conversation a message belongs to.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use warden_core::digest::sha256_parts;

use super::Kit;
use super::conversation::{Handle, Headers, Reserved};
use crate::failure::Failure;

/// Conversations at the same time, of either era.
const MAX: usize = 256;
/// After so long without a message it may be forgotten if there are too many.
const LEFT: Duration = Duration::from_secs(60);
/// After so long without a message a conversation is forgotten.
const IDLE: Duration = Duration::from_secs(3600);

/// All conversations.
#[derive(Default)]
pub(super) struct Sessions {
    /// Those of the handshake era, by the id that the client was given.
    with_id: Mutex<HashMap<String, Arc<Handle>>>,
    /// Those without a session, by the credentials of the client: what one may
    /// see, another need not.
    without: Mutex<Vec<(String, Arc<Handle>)>>,
}

fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Sessions {
    pub(super) fn get(&self, id: &str) -> Option<Arc<Handle>> {
        lock(&self.with_id).get(id).cloned()
    }

    pub(super) fn end(&self, id: &str) -> bool {
        lock(&self.with_id).remove(id).is_some()
    }

    /// A new session; its id. `None` if there are too many.
    pub(super) fn begin(&self, kit: &Arc<Kit>) -> Result<Option<(String, Arc<Handle>)>, Failure> {
        let mut all = lock(&self.with_id);
        all.retain(|_, h| h.idle() < IDLE && !h.tell.is_closed());
        if all.len() >= MAX {
            // Clients that went away without a word are the first to go.
            let idlest = all.iter().max_by_key(|(_, h)| h.idle());
            let idlest = idlest.filter(|(_, h)| h.idle() >= LEFT).map(|(id, _)| id.clone());
            match idlest {
                Some(id) => drop(all.remove(&id)),
                None => return Ok(None),
            }
        }
        let id = crate::cmd::wrap::unguessable()?;
        let handle = Handle::start(kit, false)?;
        all.insert(id.clone(), Arc::clone(&handle));
        Ok(Some((id, handle)))
    }

    /// A stream in a conversation without a session, in which none of these ids
    /// waits. `None` if there are too many.
    pub(super) fn stateless(
        &self,
        kit: &Arc<Kit>,
        headers: &Headers,
        ids: &[String],
    ) -> Result<Option<Reserved>, Failure> {
        let key = credentials(headers);
        let mut all = lock(&self.without);
        all.retain(|(_, h)| h.idle() < IDLE && !h.tell.is_closed());
        let known = all.iter().filter(|(k, _)| *k == key);
        if let Some(reserved) = known.map(|(_, h)| h).find_map(|h| h.reserve(ids)) {
            return Ok(Some(reserved));
        }
        if all.len() >= MAX {
            return Ok(None);
        }
        let handle = Handle::start(kit, true)?;
        all.push((key, Arc::clone(&handle)));
        Ok(handle.reserve(ids))
    }
}

/// What tells one client from another: every header that is not about one
/// message.
fn credentials(headers: &Headers) -> String {
    let about_one = |name: &str| {
        name.starts_with("mcp-") || matches!(name, "traceparent" | "tracestate" | "baggage")
    };
    let mut all: Vec<&(String, Vec<u8>)> =
        headers.iter().filter(|(name, _)| !about_one(name)).collect();
    all.sort();
    sha256_parts(all.iter().flat_map(|(name, value)| [name.as_bytes(), value.as_slice()]))
}
