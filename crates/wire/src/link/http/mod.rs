//! Servers over HTTP.

mod body;
mod client;
mod legacy;
mod resolver;
mod streamable;

pub(crate) use client::HttpClient;
pub(super) use legacy::LegacyLink;
pub(super) use streamable::HttpLink;
