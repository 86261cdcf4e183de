//! Entries that name a server to reach.

use warden_core::{HttpKind, Remote, Secret, Untrusted};

use super::{Context, Named, URL_KEYS};
use crate::tree::{Node, Value};

/// Headers of one server, at most.
const MAX_HEADERS: usize = 200;

type Headers = Vec<(String, Secret)>;

/// Reads address, headers and transport.
pub(super) fn read(
    node: &Node,
    body: &Node,
    named: Option<Named>,
    cx: &Context<'_>,
) -> Result<Remote, String> {
    let (key, value) = body.given_any(&URL_KEYS).ok_or("has no URL")?;
    let text = value.text().ok_or_else(|| format!("its `{key}` is not a text"))?;
    let url = cx.expand(text)?.trim().to_owned();
    check_scheme(&url)?;
    let mut headers = Headers::new();
    for source in [body, node] {
        read_headers(source, cx, &mut headers)?;
        if std::ptr::eq(body, node) {
            break;
        }
    }
    let kind = match (named, key) {
        (Some(Named::Sse), _) => HttpKind::Sse,
        (Some(Named::Streamable), _) | (None, "httpUrl") => HttpKind::Streamable,
        (None, "url") => cx.dialect.bare_url,
        _ => HttpKind::Auto,
    };
    Ok(Remote { url, headers, kind })
}

fn check_scheme(url: &str) -> Result<(), String> {
    let scheme = url.split("://").next().unwrap_or_default().to_ascii_lowercase();
    match scheme.as_str() {
        "http" | "https" if url.len() > scheme.len() + 3 => Ok(()),
        "ws" | "wss" => Err("WebSocket is not a transport of MCP".into()),
        "unix" | "pipe" => Err("is reached through a local socket, which is not supported".into()),
        _ => Err("its URL is not an http or https URL".into()),
    }
}

fn read_headers(node: &Node, cx: &Context<'_>, headers: &mut Headers) -> Result<(), String> {
    let options = node.given("requestOptions").and_then(|o| o.given("headers"));
    let maps = [node.given("headers"), node.given("http_headers"), options];
    let count: usize = maps.iter().flatten().map(|m| m.members().len()).sum();
    let named = node.given("env_http_headers").map_or(0, |n| n.members().len());
    if count + named > MAX_HEADERS {
        return Err("sends too many headers".into());
    }
    for member in maps.into_iter().flatten().flat_map(Node::members) {
        let name = Untrusted::from(member.key.as_str()).term_limited(64);
        let value = match member.node.value {
            Value::Null => continue,
            _ => member.node.scalar().ok_or_else(|| format!("header {name} is no text"))?,
        };
        set(headers, &member.key, cx.secret(&value)?);
    }
    for key in ["apiKey", "bearerToken", "bearer_token"] {
        if let Some(token) = node.given(key).and_then(Node::text) {
            set(headers, "Authorization", cx.secret(&format!("Bearer {token}"))?);
        }
    }
    for key in ["bearer_token_env_var", "bearerTokenEnv", "bearer_token_env"] {
        if let Some(name) = node.given(key).and_then(Node::text) {
            let value = format!("Bearer {}", variable(name, cx)?);
            set(headers, "Authorization", Secret::referenced(value));
        }
    }
    for member in node.given("env_http_headers").map(Node::members).unwrap_or_default() {
        let name =
            member.node.text().ok_or("`env_http_headers` holds something that is no text")?;
        set(headers, &member.key, Secret::referenced(variable(name, cx)?));
    }
    Ok(())
}

fn variable(name: &str, cx: &Context<'_>) -> Result<String, String> {
    cx.env
        .var(name)
        .map(str::to_owned)
        .ok_or_else(|| format!("variable {} is not set", Untrusted::from(name).term_limited(64)))
}

/// Header names are case-insensitive; the later one counts.
fn set(headers: &mut Headers, name: &str, value: Secret) {
    headers.retain(|(n, _)| !n.eq_ignore_ascii_case(name));
    headers.push((name.to_owned(), value));
}
