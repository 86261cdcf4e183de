//! From what was typed to what will be done: everything that can be wrong is
//! found here, before any server is started.

mod judge;
mod policy;
mod reach;
mod typed;

pub(crate) use judge::{Judge, now};
pub(crate) use policy::{is_date, parse_policy, read_small};
pub(crate) use reach::Reach;
pub(crate) use typed::typed_server;

use crate::failure::Failure;

/// Whether every `--client` is one that is known.
pub(crate) fn known_clients(named: &[String]) -> Result<(), Failure> {
    let known = warden_clients::client_ids();
    match named.iter().find(|c| !known.contains(&c.as_str())) {
        Some(wrong) => Err(Failure::Usage(format!(
            "--client {wrong}: unknown; the clients are {}",
            known.join(", ")
        ))),
        None => Ok(()),
    }
}
