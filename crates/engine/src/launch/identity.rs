//! What a pin is bound to beside the definitions.

use warden_core::digest::{sha256_hex, sha256_parts};
use warden_core::{Endpoint, Launch};

use super::secret::{assignment, gives_away};

/// The launch identity: transport and the expanded command and arguments,
/// with secret-looking values by their digest, or scheme, host, port and path.
/// Environment and resolved program are no part of it.
pub fn launch_identity(endpoint: &Endpoint) -> String {
    match endpoint {
        Endpoint::Stdio(launch) => stdio(launch),
        Endpoint::Http(remote) => {
            let end = remote.url.find(['?', '#']).unwrap_or(remote.url.len());
            let url = &remote.url[..end];
            let bare = match url.split_once("://") {
                Some((scheme, rest)) => {
                    let slash = rest.find('/').unwrap_or(rest.len());
                    let (authority, path) = rest.split_at(slash);
                    let host = authority.rsplit('@').next().unwrap_or_default();
                    format!("{}://{}{path}", scheme.to_ascii_lowercase(), host.to_ascii_lowercase())
                }
                None => url.to_owned(),
            };
            sha256_parts([b"http".as_slice(), bare.as_bytes()])
        }
    }
}

fn stdio(launch: &Launch) -> String {
    let mut parts = vec!["stdio".to_owned(), launch.command.clone()];
    let mut name_before: Option<&str> = None;
    for arg in &launch.args {
        parts.push(match assignment(arg) {
            Some((name, value)) if gives_away(name, value) => {
                format!("{name}={}", sha256_hex(value.as_bytes()))
            }
            _ if name_before.is_some_and(|n| gives_away(n, arg)) => sha256_hex(arg.as_bytes()),
            _ => arg.clone(),
        });
        name_before = arg.starts_with('-').then_some(arg.as_str());
    }
    sha256_parts(parts.iter().map(String::as_bytes))
}
