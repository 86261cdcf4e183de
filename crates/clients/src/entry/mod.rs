//! One entry of a config, in whichever of the clients' notations, as the
//! server it means.

mod command;
mod remote;

use std::path::Path;

use warden_core::{Endpoint, HttpKind, Secret, Transport};

use crate::Env;
use crate::tree::Node;
use crate::vars::{Syntax, Values, expand};
use crate::wrap;

/// How a client reads its entries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dialect {
    /// Variables that it replaces.
    pub(crate) vars: Syntax,
    /// What a bare `url` means.
    pub(crate) bare_url: HttpKind,
    /// Which of `url` and `command` it takes where an entry has both.
    pub(crate) url_first: bool,
}

impl Dialect {
    /// The common one: `url` is HTTP, and `command` comes first.
    pub(crate) const fn new(vars: Syntax) -> Self {
        Self { vars, bare_url: HttpKind::Auto, url_first: false }
    }
}

/// What an entry is read with.
pub(crate) struct Context<'a> {
    pub(crate) env: &'a Env,
    pub(crate) dialect: Dialect,
    /// `${workspaceFolder}`, and where a relative `cwd` begins.
    pub(crate) workspace: &'a Path,
    /// Names that only this file knows.
    pub(crate) own: &'a [(String, String)],
    /// Whether the file may be a stranger's: a project brought it along, or
    /// somebody named it.
    pub(crate) untrusted: bool,
    /// Whether the disk may be asked if a program exists.
    pub(crate) disk: bool,
}

impl Context<'_> {
    /// The project whose programs are not taken for the guard.
    fn inside(&self) -> Option<&Path> {
        self.untrusted.then_some(self.workspace)
    }

    fn expand(&self, text: &str) -> Result<String, String> {
        expand(text, self.dialect.vars, &self.values(false))
    }

    fn values(&self, blank: bool) -> Values<'_> {
        Values { env: self.env, workspace: self.workspace, own: self.own, blank }
    }

    /// A value that may be a credential. It counts as written out unless
    /// nothing but references and a scheme word such as `Bearer` stands there.
    fn secret(&self, text: &str) -> Result<Secret, String> {
        let value = self.expand(text)?;
        let left = expand(text, self.dialect.vars, &self.values(true))?;
        let is_scheme = |w: &str| {
            ["bearer", "token", "basic", "apikey"].iter().any(|s| w.eq_ignore_ascii_case(s))
        };
        let bare = left.split_whitespace().all(is_scheme);
        Ok(if bare && value != text { Secret::referenced(value) } else { value.into() })
    }
}

/// What an entry means.
pub(crate) struct Meaning {
    pub(crate) endpoint: Result<Endpoint, String>,
    pub(crate) transport: Transport,
    pub(crate) wrapped: bool,
}

/// The transport that an entry names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    Stdio,
    Http,
    Streamable,
    Sse,
}

/// Keys under which a remote server's address stands.
const URL_KEYS: [&str; 7] =
    ["httpUrl", "serverUrl", "server_url", "url", "uri", "baseUrl", "base_url"];

/// Reads an entry. Never fails: what cannot be used says why.
pub(crate) fn read(node: &Node, cx: &Context<'_>) -> Meaning {
    // Some clients nest what others write flat.
    let transport = node.given("transport").filter(|t| t.is_map());
    let body = transport.unwrap_or(node);
    let guess = guess(body, cx);
    let skip = |reason: String| Meaning { endpoint: Err(reason), transport: guess, wrapped: false };
    if !node.is_map() {
        return skip("the entry is not an object".into());
    }
    if is_disabled(node) {
        return skip(crate::adjust::DISABLED.into());
    }
    match endpoint(node, body, cx) {
        Ok(endpoint) => {
            let inside = cx.inside();
            let inner = match &endpoint {
                Endpoint::Stdio(launch) => wrap::see_through(launch, inside),
                Endpoint::Http(_) => None,
            };
            let wrapped = inner.is_some();
            let endpoint = inner.unwrap_or(endpoint);
            Meaning { transport: endpoint.transport(), endpoint: Ok(endpoint), wrapped }
        }
        Err(reason) => skip(reason),
    }
}

fn is_disabled(node: &Node) -> bool {
    node.is_true("disabled")
        || node.get("enabled").and_then(Node::bool) == Some(false)
        || node.get("disabled").and_then(Node::text) == Some("true")
}

fn endpoint(node: &Node, body: &Node, cx: &Context<'_>) -> Result<Endpoint, String> {
    let named = named_transport(body)?;
    let has_command = body.given_any(&command::KEYS).is_some();
    let has_url = body.given_any(&URL_KEYS).is_some();
    let stdio = match named {
        Some(Named::Stdio) => true,
        Some(_) => false,
        None if has_command && has_url => !cx.dialect.url_first,
        None => !has_url,
    };
    if let Some((key, _)) = node.given_any(&["envFile", "env_file", "headersFile"]) {
        return Err(format!("takes values from a file (`{key}`), which is not read"));
    }
    match (stdio, has_command, has_url) {
        (true, true, _) => command::read(node, body, cx).map(Endpoint::Stdio),
        (false, _, true) => remote::read(node, body, named, cx).map(Endpoint::Http),
        (true, false, _) if starts_an_extension(node) => {
            Err("is started by an extension of the client".into())
        }
        (true, false, _) => Err("has neither a command nor a URL".into()),
        (false, _, false) => Err("has no URL".into()),
    }
}

/// Zed's entries for servers that an extension starts hold only its settings.
fn starts_an_extension(node: &Node) -> bool {
    node.given("settings").is_some() || node.text_of("source") == Some("extension")
}

/// Whether nothing decides between the command and the URL of an entry.
pub(crate) fn is_ambiguous(node: &Node) -> bool {
    let body = node.given("transport").filter(|t| t.is_map()).unwrap_or(node);
    body.given_any(&command::KEYS).is_some()
        && body.given_any(&URL_KEYS).is_some()
        && matches!(named_transport(body), Ok(None))
}

fn named_transport(body: &Node) -> Result<Option<Named>, String> {
    let Some((_, node)) = body.given_any(&["type", "transport", "transportType"]) else {
        return Ok(None);
    };
    let word = node.text().ok_or("its `type` is not a text")?;
    let plain: String =
        word.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    Ok(Some(match plain.as_str() {
        "" => return Ok(None),
        "stdio" | "local" | "command" => Named::Stdio,
        "http" | "remote" => Named::Http,
        "streamablehttp" | "httpstream" | "streamable" => Named::Streamable,
        "sse" | "httpsse" => Named::Sse,
        "ws" | "websocket" => return Err("WebSocket is not a transport of MCP".into()),
        "builtin" | "platform" | "frontend" | "sdk" | "sseide" | "wside" | "claudeaiproxy" => {
            return Err("is part of the client itself".into());
        }
        "inlinepython" => {
            return Err("is code in the config (inline_python), which is not run".into());
        }
        _ => return Err("its transport is not known".into()),
    }))
}

/// The transport of an entry that may not be usable.
fn guess(body: &Node, cx: &Context<'_>) -> Transport {
    let url = body.given_any(&URL_KEYS);
    match named_transport(body) {
        Ok(Some(Named::Stdio)) => Transport::Stdio,
        Ok(Some(Named::Sse)) => Transport::Sse,
        Ok(Some(_)) => Transport::Http,
        Ok(None) if url.is_none() || body.given_any(&command::KEYS).is_some() => Transport::Stdio,
        Ok(None)
            if url.is_some_and(|(k, _)| k == "url") && cx.dialect.bare_url == HttpKind::Sse =>
        {
            Transport::Sse
        }
        Err(_) if url.is_none() => Transport::Stdio,
        _ => Transport::Http,
    }
}
