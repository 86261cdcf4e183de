//! From what was typed to what will be done: everything that can be wrong is
//! found here, before any server is started.

mod configs;
mod judge;
mod policy;
mod reach;
mod typed;

pub(crate) use configs::{discover, known_clients, project_dir};
pub(crate) use judge::{Judge, now};
pub(crate) use policy::{is_date, parse_policy, read_small};
pub(crate) use reach::Reach;
pub(crate) use typed::typed_server;
