//! Hosts of server addresses.

use crate::lex::host_of;

/// The host of an address, without port, userinfo and brackets.
pub(crate) fn url_host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    match authority.rsplit('@').next().and_then(|h| h.strip_prefix('[')) {
        Some(v6) => v6.split(']').next().unwrap_or_default(),
        None => host_of(url),
    }
}

/// Whether the host is this machine by its name or address (RFC 6761,
/// section 6.3, for names below `localhost`).
pub(crate) fn is_this_machine(host: &str) -> bool {
    host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
        || host.eq_ignore_ascii_case("localhost")
        || host.to_ascii_lowercase().ends_with(".localhost")
}
