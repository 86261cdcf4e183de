//! Hosts: of a URL or alone, by name or address, in whichever spelling.

use std::net::IpAddr;

use ipnet::IpNet;
use url::{Host, Url};
use warden_core::net::is_public;
use warden_core::policy::Hosts;

use crate::code::Code;

/// Allowed and denied hosts.
#[derive(Debug)]
pub(crate) struct HostRule {
    allow: Option<Vec<Pattern>>,
    deny: Vec<Pattern>,
    private: bool,
}

#[derive(Debug, PartialEq, Eq)]
enum Pattern {
    /// This name.
    Name(String),
    /// Every name below this one, with the dot in front.
    Below(String),
    Net(IpNet),
}

impl Pattern {
    fn new(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{}` is neither a host nor a network", text.escape_debug());
        if let Ok(net) = text.parse::<IpNet>() {
            return Ok(Self::Net(net.trunc()));
        }
        if let Ok(ip) = text.trim_matches(['[', ']']).parse::<IpAddr>() {
            return Ok(Self::Net(ip.into()));
        }
        let (below, name) = match text.strip_prefix("*.") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        if name.contains(['*', '/', ':', '@']) {
            return Err(wrong());
        }
        match Host::parse(name).map_err(|_| wrong())? {
            Host::Domain(name) if below => Ok(Self::Below(format!(".{}", plain(&name)))),
            Host::Domain(name) => Ok(Self::Name(plain(&name).into())),
            Host::Ipv4(_) | Host::Ipv6(_) => Err(wrong()),
        }
    }

    fn matches(&self, host: &Target) -> bool {
        match (self, host) {
            (Self::Name(name), Target::Name(host)) => name == host,
            (Self::Below(end), Target::Name(host)) => host.ends_with(end.as_str()),
            (Self::Net(net), Target::Address(ip)) => net.contains(ip),
            _ => false,
        }
    }
}

#[derive(Debug)]
enum Target {
    Name(String),
    Address(IpAddr),
}

impl HostRule {
    pub(crate) fn new(hosts: &Hosts) -> Result<Self, String> {
        let all = |texts: &[String]| -> Result<Vec<Pattern>, String> {
            texts.iter().map(|t| Pattern::new(t)).collect()
        };
        let allow = hosts.allow.as_deref().map(all).transpose()?;
        Ok(Self { allow, deny: all(&hosts.deny)?, private: hosts.private })
    }

    /// Whether hosts are limited to a list.
    pub(crate) fn is_list(&self) -> bool {
        self.allow.is_some()
    }

    /// Why the host of a URL, or a host alone, may not be reached.
    pub(crate) fn refuse(&self, text: &str) -> Option<(Code, &'static str)> {
        let Some(target) = target(text) else {
            return Some((Code::Host, "no host can be read from it"));
        };
        if self.deny.iter().any(|p| p.matches(&target)) {
            let code = match target {
                Target::Address(_) => Code::PrivateAddress,
                Target::Name(_) => Code::Host,
            };
            return Some((code, "the host is denied"));
        }
        if let Some(allow) = &self.allow {
            // Whoever writes an address down means it.
            return (!allow.iter().any(|p| p.matches(&target)))
                .then_some((Code::Host, "the host is not among the allowed ones"));
        }
        if !self.private && is_inside(&target) {
            return Some((Code::PrivateAddress, "the address is not a public one"));
        }
        None
    }
}

/// Names that mean this machine, its network or a cloud's metadata service by
/// convention (RFC 6761, section 6.3; RFC 6762 for `.local`; RFC 8375 for
/// `.home.arpa`), and names of one label, which only a local search path
/// completes.
fn is_inside(target: &Target) -> bool {
    match target {
        Target::Address(ip) => !is_public(*ip),
        Target::Name(name) => {
            const ENDS: [&str; 8] = [
                ".localhost",
                ".local",
                ".internal",
                ".localdomain",
                ".home.arpa",
                ".svc",
                ".lan",
                ".intranet",
            ];
            !name.contains('.') || ENDS.iter().any(|e| name.ends_with(e))
        }
    }
}

/// The host as browsers and HTTP clients read it (WHATWG URL): short, octal
/// and hexadecimal spellings of IPv4 become addresses.
fn target(text: &str) -> Option<Target> {
    let text = text.trim();
    let url = match Url::parse(text) {
        Ok(url) if url.has_host() => url,
        _ if text.contains("://") => return None,
        _ => Url::parse(&format!("http://{}", text.trim_start_matches('/'))).ok()?,
    };
    match url.host()? {
        Host::Ipv4(ip) => Some(Target::Address(ip.into())),
        Host::Ipv6(ip) => Some(Target::Address(ip.to_ipv4_mapped().map_or(ip.into(), Into::into))),
        Host::Domain(name) => {
            // The host of a scheme that browsers do not know stays as it was
            // written; whoever dials it may read an address in it.
            match Host::parse(name).ok()? {
                Host::Domain(name) => Some(Target::Name(plain(&name).into())),
                Host::Ipv4(ip) => Some(Target::Address(ip.into())),
                Host::Ipv6(ip) => Some(Target::Address(ip.into())),
            }
        }
    }
}

/// Without the dot of a fully qualified name.
fn plain(name: &str) -> &str {
    name.trim_end_matches('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(allow: Option<&[&str]>, deny: &[&str], private: bool) -> HostRule {
        let own = |l: &[&str]| l.iter().map(|s| (*s).to_owned()).collect();
        HostRule::new(&Hosts { allow: allow.map(own), deny: own(deny), private }).expect("hosts")
    }

    #[test]
    fn private_addresses_are_refused_in_every_spelling() {
        let r = rule(None, &[], false);
        for bad in [
            "http://127.0.0.1/",
            "http://127.1/",
            "http://2130706433/",
            "http://0x7f.0.0.1/",
            "http://0177.0.0.1/",
            "http://[::1]/",
            "http://[::ffff:10.0.0.1]/",
            "http://[64:ff9b::a9fe:a9fe]/",
            "http://169.254.169.254?x",
            "http://169.254.169.254#x",
            "http://a@169.254.169.254:80/x",
            "http://localhost/",
            "http://LOCALHOST./",
            "http://a.localhost/",
            "http://localhost../",
            "http://ip6-localhost/",
            "http://metadata/",
            "http://kubernetes.default.svc/",
            "http://nas.home.arpa/",
            "http://metadata.google.internal/",
            "gopher://127.0.0.1/",
            "ftp://0x7f.1/",
            "10.0.0.1",
            "10.0.0.1:80/x",
            "//192.168.0.1/x",
            "http://１２７.0.0.1/",
            "http:/\\127.0.0.1/",
        ] {
            assert_eq!(r.refuse(bad).map(|r| r.0), Some(Code::PrivateAddress), "{bad}");
        }
        for good in ["https://api.acme.example/", "api.acme.example", "http://8.8.8.8/"] {
            assert_eq!(r.refuse(good), None, "{good}");
        }
        for odd in ["", "http://", "file:///etc/passwd", "http://a b/"] {
            assert!(r.refuse(odd).is_some(), "{odd}");
        }
        assert_eq!(rule(None, &[], true).refuse("http://127.0.0.1/"), None);
    }

    #[test]
    fn allowed_hosts_are_the_only_ones() {
        let r = rule(Some(&["acme.example", "*.acme.example", "10.1.0.0/16"]), &[], false);
        for good in ["https://acme.example", "https://A.ACME.example./x", "http://10.1.2.3"] {
            assert_eq!(r.refuse(good), None, "{good}");
        }
        for bad in [
            "https://acme.example.evil.test/",
            "https://evil.test/acme.example",
            "https://acme.example@evil.test/",
            "https://acme.example%2eevil.test/",
            "https://xacme.example/",
            "http://10.2.0.1/",
        ] {
            assert!(r.refuse(bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn denied_hosts_are_refused_though_allowed() {
        let r = rule(Some(&["*.acme.example"]), &["files.acme.example", "10.0.0.0/8"], false);
        assert!(r.refuse("https://files.acme.example").is_some());
        assert_eq!(r.refuse("https://api.acme.example"), None);
    }

    #[test]
    fn patterns_that_mean_nothing_are_errors() {
        for bad in ["a*b.example", "https://a.example", "10.0.0.0/99", "*.10.0.0.1", "a b"] {
            let hosts = Hosts { deny: vec![bad.into()], ..Hosts::default() };
            assert!(HostRule::new(&hosts).is_err(), "{bad}");
        }
    }
}
