//! Who may speak with the guard. A page in a browser can send requests to this
//! machine, also under a name of its own that leads here (DNS rebinding), so
//! `Host` and `Origin` are looked at before anything else.

use std::net::SocketAddr;

use hyper::header::{AUTHORIZATION, HOST, HeaderMap, ORIGIN};
use warden_core::Secret;

/// The address and what is asked of whoever comes.
pub(crate) struct Gate {
    pub(crate) address: SocketAddr,
    /// What `Authorization` must bear.
    pub(crate) token: Option<Secret>,
    /// Origins of pages that may come.
    pub(crate) origins: Vec<String>,
}

/// Why somebody is turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turned {
    Host,
    Origin,
    Token,
}

impl Gate {
    /// Whether a request may come in.
    pub(crate) fn check(&self, headers: &HeaderMap) -> Result<(), Turned> {
        let one = |name| {
            let mut all = headers.get_all(name).iter();
            let first = all.next().map(|v| v.to_str().unwrap_or_default());
            (first, all.next().is_some())
        };
        let (host, more) = one(HOST);
        let known = host.is_some_and(|h| self.is_own(host_of(h)));
        if more || (self.address.ip().is_loopback() && !known) {
            return Err(Turned::Host);
        }
        match one(ORIGIN) {
            (None, _) => {}
            (Some(origin), false) if self.is_allowed(origin) => {}
            _ => return Err(Turned::Origin),
        }
        let Some(token) = &self.token else { return Ok(()) };
        match one(AUTHORIZATION) {
            (Some(given), false) if bears(given, token.expose()) => Ok(()),
            _ => Err(Turned::Token),
        }
    }

    /// Whether a name means this machine, or the address that was bound.
    fn is_own(&self, host: &str) -> bool {
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        bare.eq_ignore_ascii_case("localhost")
            || bare
                .parse()
                .is_ok_and(|ip: std::net::IpAddr| ip.is_loopback() || ip == self.address.ip())
    }

    fn is_allowed(&self, origin: &str) -> bool {
        if self.origins.iter().any(|o| o.eq_ignore_ascii_case(origin)) {
            return true;
        }
        let host = origin.split_once("://").map(|(_, rest)| host_of(rest));
        self.address.ip().is_loopback() && host.is_some_and(|h| self.is_own(h))
    }
}

/// The host without a port.
fn host_of(authority: &str) -> &str {
    match authority.strip_prefix('[').and_then(|rest| rest.find(']')) {
        Some(end) => authority.get(..end + 2).unwrap_or(authority),
        None => authority.split(':').next().unwrap_or_default(),
    }
}

/// Compares all of it, so that the time says nothing.
fn bears(given: &str, token: &str) -> bool {
    let Some((scheme, given)) = given.split_once(' ') else { return false };
    let (a, b) = (given.trim().as_bytes(), token.as_bytes());
    let same = a.iter().zip(b).fold(a.len() ^ b.len(), |d, (x, y)| d | usize::from(x ^ y));
    scheme.eq_ignore_ascii_case("bearer") && same == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::header::HeaderValue;

    fn headers(all: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut map = HeaderMap::new();
        for (name, value) in all {
            map.append(*name, HeaderValue::from_static(value));
        }
        map
    }

    #[test]
    fn names_of_others_are_turned_away() {
        let address = "127.0.0.1:8080".parse().expect("an address");
        let gate = Gate { address, token: None, origins: vec!["https://app.test".into()] };
        let check = |all: &[(&'static str, &'static str)]| gate.check(&headers(all));
        for host in ["127.0.0.1:8080", "localhost", "LOCALHOST:1", "[::1]:8080"] {
            assert_eq!(check(&[("host", host)]), Ok(()), "{host}");
        }
        for host in ["rebound.test:8080", "127.0.0.1.rebound.test", "localhost.rebound.test"] {
            assert_eq!(check(&[("host", host)]), Err(Turned::Host), "{host}");
        }
        assert_eq!(check(&[]), Err(Turned::Host));
        assert_eq!(check(&[("host", "localhost"), ("host", "x.test")]), Err(Turned::Host));
        let from = |origin: &'static str| check(&[("host", "localhost"), ("origin", origin)]);
        assert_eq!(from("https://evil.test"), Err(Turned::Origin));
        assert_eq!(from("null"), Err(Turned::Origin));
        assert_eq!(from("https://app.test"), Ok(()));
        assert_eq!(from("http://localhost:3000"), Ok(()));
        assert_eq!(from("http://localhost.evil.test"), Err(Turned::Origin));
    }

    #[test]
    fn a_token_is_asked_for() {
        let address = "0.0.0.0:8080".parse().expect("an address");
        let token = Some("open-sesame".to_owned().into());
        let gate = Gate { address, token, origins: Vec::new() };
        let check = |value: &'static str| {
            gate.check(&headers(&[("host", "box"), ("authorization", value)]))
        };
        assert_eq!(check("Bearer open-sesame"), Ok(()));
        assert_eq!(check("bearer  open-sesame"), Ok(()));
        for wrong in ["Bearer open", "open-sesame", "Basic open-sesame", "Bearer open-sesamex"] {
            assert_eq!(check(wrong), Err(Turned::Token), "{wrong}");
        }
        assert_eq!(gate.check(&headers(&[("host", "box")])), Err(Turned::Token));
    }
}
