//! Name resolution that refuses what is not public. The addresses that were
//! checked are the ones that are dialled, so that a name which resolves to
//! something else a moment later gains nothing.

use std::net::SocketAddr;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use warden_core::net::is_public;

/// Why a name or address was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the address is not public")]
pub(super) struct NotPublic;

/// Resolves with the system's resolver; one answer that is not public refuses
/// the name as a whole.
#[derive(Clone, Copy, Debug)]
pub(super) struct PublicOnly;

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found: Vec<SocketAddr> =
                tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            if found.iter().any(|a| !is_public(a.ip())) {
                return Err(NotPublic.into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}
