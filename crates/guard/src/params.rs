//! Parameters: of the requests that the guard makes itself, and what those of
//! the client say of it.

use warden_core::json::{Val, push_token, write_string};

/// What of a client's parameters goes into a request of the guard's own: all
/// members but the cursor, and of `_meta` only what the protocol defines for
/// every request, since a progress token or a trace is the client's own. The
/// members, without the braces around them.
pub(crate) fn base(params: Option<Val<'_>>, only_meta: bool) -> Vec<u8> {
    let mut out = Vec::new();
    let Some(params) = params else { return out };
    for (key, value) in params.members() {
        if key.key_is("_meta") {
            meta(value, &mut out);
        } else if !only_meta && !key.key_is("cursor") {
            member(key, value, &mut out);
        }
    }
    out
}

fn meta(value: Val<'_>, out: &mut Vec<u8>) {
    let mut inside = Vec::new();
    let common = |k: Val<'_>| k.text().is_some_and(|t| t.starts_with("io.modelcontextprotocol/"));
    for (key, value) in value.members().filter(|(k, _)| common(*k)) {
        member(key, value, &mut inside);
    }
    if !inside.is_empty() {
        comma(out);
        out.extend_from_slice(b"\"_meta\":{");
        out.extend_from_slice(&inside);
        out.push(b'}');
    }
}

fn member(key: Val<'_>, value: Val<'_>, out: &mut Vec<u8>) {
    comma(out);
    out.extend_from_slice(key.raw());
    out.push(b':');
    out.extend_from_slice(value.raw());
}

fn comma(out: &mut Vec<u8>) {
    if !out.is_empty() {
        out.push(b',');
    }
}

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// Whether a request is one of the stateless era.
pub(crate) fn is_stateless(params: Option<Val<'_>>) -> bool {
    params.and_then(|p| p.get("_meta")?.get(VERSION)).is_some()
}

/// Whether the client says in this request that it can fill forms.
pub(crate) fn can_fill_forms(params: Option<Val<'_>>) -> bool {
    params.and_then(|p| p.get("_meta")?.get(CAPABILITIES)).is_some_and(has_forms)
}

/// Whether these are the capabilities of a client that can fill forms. Before
/// there were URLs to visit, nothing was said of forms.
pub(crate) fn has_forms(capabilities: Val<'_>) -> bool {
    let Some(elicitation) = capabilities.get("elicitation").filter(|v| v.is_obj()) else {
        return false;
    };
    elicitation.get("form").is_some() || elicitation.get("url").is_none()
}

/// A request for a list, of the guard's own.
pub(crate) fn list_frame(method: &str, id: &[u8], base: &[u8], cursor: Option<&str>) -> Vec<u8> {
    let mut out = Vec::with_capacity(base.len() + 96);
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    out.extend_from_slice(id);
    out.extend_from_slice(b",\"method\":");
    write_string(method, &mut out);
    let mut params = base.to_vec();
    if let Some(cursor) = cursor {
        comma(&mut params);
        params.extend_from_slice(b"\"cursor\":");
        write_string(cursor, &mut params);
    }
    if !params.is_empty() {
        out.extend_from_slice(b",\"params\":{");
        out.extend_from_slice(&params);
        out.push(b'}');
    }
    out.push(b'}');
    out
}

/// The JSON pointer of the text of the nth content of a resource.
pub(crate) fn contents_text(nth: usize) -> String {
    let mut out = String::from("/contents");
    push_token(&mut out, &nth.to_string());
    out.push_str("/text");
    out
}
