//! The one server that a command line names.

use std::path::Path;

use warden_core::{Endpoint, HttpKind, Launch, Remote, ServerSpec};

use crate::failure::Failure;

/// A server from the words behind `--`, or from `--url`.
pub(crate) fn typed_server(command: &[String], url: Option<&str>) -> Result<ServerSpec, Failure> {
    if let Some(url) = url {
        let rest = url.split_once("://").filter(|(scheme, _)| {
            scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http")
        });
        // A backslash ends the host as well (WHATWG URL): `evil.example\@good.example`.
        let host = rest.and_then(|(_, r)| r.split(['/', '\\', '?', '#']).next());
        let host = host.filter(|h| !h.is_empty());
        let host = host
            .ok_or_else(|| Failure::Usage("--url needs an http:// or https:// address".into()))?;
        let host = host.rsplit('@').next().unwrap_or(host);
        let endpoint = Endpoint::Http(Remote {
            url: url.to_owned(),
            headers: Vec::new(),
            kind: HttpKind::Auto,
        });
        return Ok(ServerSpec { name: host.into(), endpoint });
    }
    let Some((command, rest)) = command.split_first() else {
        return Err(Failure::Usage("name a server after --".into()));
    };
    let base = Path::new(command).file_name().map(|n| n.to_string_lossy().into_owned());
    Ok(ServerSpec {
        name: base.unwrap_or_else(|| command.clone()).into(),
        endpoint: Endpoint::Stdio(Launch {
            command: command.clone(),
            args: rest.to_vec(),
            env: Vec::new(),
            cwd: None,
        }),
    })
}
