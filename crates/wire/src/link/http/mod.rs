//! Servers over HTTP.

mod body;
mod client;
mod legacy;
mod resolver;
mod streamable;

pub(crate) use body::{EventStream, beginning, excerpt, is_event_stream, whole};
pub(crate) use client::HttpClient;
pub(super) use legacy::LegacyLink;
pub(super) use streamable::HttpLink;
pub(crate) use streamable::{LAST_EVENT, METHOD, NAME, PROTOCOL, SESSION, encoded};
