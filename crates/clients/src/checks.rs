//! What is odd about an entry or a file: switches that approve on their own,
//! things that are run beside the server, and texts with two meanings.

use warden_core::Untrusted;
use warden_core::json::push_token;

use crate::entry::{Dialect, is_ambiguous};
use crate::rules::Rule;
use crate::tree::{Member, Node, Value};

/// Remarks about one entry, at most: repeated keys can be very many.
const MAX_REMARKS: usize = 50;

/// A finding before it has a place.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Remark {
    pub(crate) rule: Rule,
    /// JSON pointer below the entry or file.
    pub(crate) path: String,
    pub(crate) message: String,
    /// Where, if not at the beginning of the entry.
    pub(crate) at: Option<usize>,
}

fn remark(rule: Rule, path: &str, message: impl Into<String>) -> Remark {
    Remark { rule, path: path.into(), message: message.into(), at: None }
}

/// Looks at one entry.
pub(crate) fn entry(node: &Node, dialect: Dialect) -> Vec<Remark> {
    let mut out = Vec::new();
    approvals(node, &mut out);
    runs_code(node, dialect, &mut out);
    if is_ambiguous(node) {
        let taken = if dialect.url_first { "URL" } else { "command" };
        let message = format!(
            "The entry has both a command and a URL, and nothing says which counts; clients \
             differ. The {taken} was taken here."
        );
        out.push(remark(Rule::Ambiguous, "", message));
    }
    repeated(node, "", &mut out);
    out
}

/// Keys that stand more than once in one object.
fn repeated(node: &Node, path: &str, out: &mut Vec<Remark>) {
    let mut seen = std::collections::BTreeSet::new();
    for Member { key, at, node } in node.members() {
        let mut path = path.to_owned();
        push_token(&mut path, &Untrusted::from(key.as_str()).term_limited(64));
        if out.len() >= MAX_REMARKS {
            return;
        }
        if !seen.insert(key) {
            let message = "The same key stands here twice; clients differ in which one counts.";
            out.push(Remark { at: Some(*at), ..remark(Rule::DuplicateKey, &path, message) });
        }
        repeated(node, &path, out);
    }
}

fn approvals(node: &Node, out: &mut Vec<Remark>) {
    for key in ["autoApprove", "alwaysAllow", "allowedTools"] {
        let Some(value) = node.given(key) else { continue };
        let all = value.bool() == Some(true) || value.text() == Some("*");
        let all = all || value.texts().any(|t| t == "*");
        approved(&format!("/{key}"), all, value.items().len(), out);
    }
    if node.is_true("trust") {
        out.push(remark(
            Rule::AutoApproveAll,
            "/trust",
            "The server is trusted: all its tools run without asking.",
        ));
    }
    if node.is_true("sandboxEnabled") {
        out.push(remark(
            Rule::AutoApproveAll,
            "/sandboxEnabled",
            "The server is put in a sandbox, and so its tools run without asking.",
        ));
    }
    if node.text_of("default_tools_approval_mode") == Some("approve") {
        approved("/default_tools_approval_mode", true, 0, out);
    }
    let tools = node.given("tools").map(Node::members).unwrap_or_default();
    let named = tools.iter().filter(|m| m.node.text_of("approval_mode") == Some("approve"));
    approved("/tools", false, named.count(), out);
    tool_permissions(node, out);
}

/// `{"tool": "allow"}`, or `[{"toolName": …, "permission": {"type": "allow"}}]`.
fn tool_permissions(node: &Node, out: &mut Vec<Remark>) {
    let Some(value) = node.given("toolPermissions") else { return };
    let in_map = value.members().iter().filter(|m| m.node.text() == Some("allow"));
    let mut names: Vec<&str> = in_map.map(|m| m.key.as_str()).collect();
    for item in value.items() {
        let kind = item.get("permission").and_then(|p| p.text().or_else(|| p.text_of("type")));
        if kind == Some("allow") {
            names.push(item.text_of("toolName").unwrap_or_default());
        }
    }
    approved("/toolPermissions", names.contains(&"*"), names.len(), out);
}

fn approved(path: &str, all: bool, count: usize, out: &mut Vec<Remark>) {
    if all {
        out.push(remark(Rule::AutoApproveAll, path, "All tools run without asking."));
    } else if count > 0 {
        let message = match count {
            1 => "One tool runs without asking.".to_owned(),
            n => format!("{n} tools run without asking."),
        };
        out.push(remark(Rule::AutoApprove, path, message));
    }
}

fn runs_code(node: &Node, dialect: Dialect, out: &mut Vec<Remark>) {
    if node.given("headersHelper").is_some() {
        out.push(remark(
            Rule::RunsCode,
            "/headersHelper",
            "The client runs a command of its own to get the headers for this server.",
        ));
    }
    if node.text_of("type") == Some("inline_python") {
        out.push(remark(
            Rule::RunsCode,
            "/code",
            "The server is Python code that stands in the config itself.",
        ));
    }
    if dialect.vars.runs_commands() && substitutes_command(node) {
        out.push(remark(Rule::RunsCode, "", "The client runs a command to fill in a value: $(…)."));
    }
}

fn substitutes_command(node: &Node) -> bool {
    match &node.value {
        Value::Text(t) => t.contains("$("),
        Value::List(items) => items.iter().any(substitutes_command),
        Value::Map(members) => members.iter().any(|m| substitutes_command(&m.node)),
        _ => false,
    }
}

/// Looks at a file as a whole. `own` says whether the settings are a
/// person's: what a project says about itself is another matter.
pub(crate) fn file(root: &Node, own: bool) -> Vec<Remark> {
    let mut out = Vec::new();
    auto_start(root, own, &mut out);
    permissions(root, &mut out);
    tool_permissions(root, &mut out);
    input_commands(root, &mut out);
    agent_tools(root, &mut out);
    if root.at_path(&["mcp", "serverCommand"]).and_then(Node::text).is_some() {
        out.push(remark(
            Rule::RunsCode,
            "/mcp/serverCommand",
            "The client starts a server by a command line outside its list of servers; it was \
             not judged.",
        ));
    }
    for remark in &mut out {
        remark.at = locate(root, &remark.path);
    }
    out
}

/// Where the first key of a pointer stands.
fn locate(root: &Node, pointer: &str) -> Option<usize> {
    let first = pointer.split('/').nth(1)?;
    root.members().iter().rev().find(|m| m.key == first).map(|m| m.at)
}

fn auto_start(root: &Node, own: bool, out: &mut Vec<Remark>) {
    if root.is_true("enableAllProjectMcpServers") {
        out.push(remark(
            Rule::AutoStart,
            "/enableAllProjectMcpServers",
            "The servers of every project are started without asking.",
        ));
    }
    let enabled = root.get("enabledMcpjsonServers").map_or(0, |n| n.items().len());
    if !own && enabled > 0 {
        out.push(remark(
            Rule::AutoStart,
            "/enabledMcpjsonServers",
            "The project approves its own servers: they are started without asking.",
        ));
    }
    for rule in root.get("amp.mcpPermissions").map(Node::items).unwrap_or_default() {
        let any = rule.get("matches").map(Node::members).unwrap_or_default();
        let any = any.iter().any(|m| m.node.text() == Some("*"));
        if any && rule.text_of("action") == Some("allow") {
            out.push(remark(
                Rule::AutoStart,
                "/amp.mcpPermissions",
                "Servers are started without asking, whatever their command.",
            ));
        }
    }
}

fn permissions(root: &Node, out: &mut Vec<Remark>) {
    let allow = root.at_path(&["permissions", "allow"]);
    let mcp: Vec<_> =
        allow.map(|n| n.texts()).into_iter().flatten().filter(|t| t.starts_with("mcp__")).collect();
    approved("/permissions/allow", mcp.contains(&"mcp__*"), mcp.len(), out);
    let switches: [(&str, bool); 6] = [
        (
            "/permissions/defaultMode",
            text_at(root, &["permissions", "defaultMode"]) == Some("bypassPermissions"),
        ),
        ("/chat.tools.autoApprove", root.is_true("chat.tools.autoApprove")),
        ("/chat.tools.global.autoApprove", root.is_true("chat.tools.global.autoApprove")),
        ("/agent", root.get("agent").is_some_and(|a| a.is_true("always_allow_tool_actions"))),
        ("/agent", text_at(root, &["agent", "tool_permissions", "default"]) == Some("allow")),
        (
            "/permission",
            text_at(root, &["permission"]) == Some("allow")
                || text_at(root, &["permission", "*"]) == Some("allow"),
        ),
    ];
    for (path, _) in switches.iter().filter(|(_, on)| *on) {
        approved(path, true, 0, out);
    }
}

fn text_at<'a>(root: &'a Node, path: &[&str]) -> Option<&'a str> {
    root.at_path(path).and_then(Node::text)
}

/// VS Code: an input of type `command` runs a command of an extension.
fn input_commands(root: &Node, out: &mut Vec<Remark>) {
    let places: [(&str, &[&str]); 3] = [
        ("/inputs", &["inputs"]),
        ("/mcp/inputs", &["mcp", "inputs"]),
        ("/settings/mcp/inputs", &["settings", "mcp", "inputs"]),
    ];
    for (path, keys) in places {
        let inputs = root.at_path(keys).map(Node::items).unwrap_or_default();
        if inputs.iter().any(|i| i.text_of("type") == Some("command")) {
            out.push(remark(
                Rule::RunsCode,
                path,
                "The client runs a command to get the value of an input.",
            ));
        }
    }
}

/// Agent files of Amazon Q and Kiro: `@server`, `@server/tool`, `*`.
fn agent_tools(root: &Node, out: &mut Vec<Remark>) {
    let Some(allowed) = root.get("allowedTools") else { return };
    let all = allowed.texts().any(|t| t == "*" || t == "@*");
    let mcp = allowed.texts().filter(|t| t.starts_with('@') && !t.starts_with("@builtin"));
    approved("/allowedTools", all, mcp.count(), out);
}
