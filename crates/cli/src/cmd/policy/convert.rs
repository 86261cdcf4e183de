//! Other tools' policies in the form of `warden.toml`.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use warden_core::policy::{CallRule, Shapes};
use warden_core::{Exit, Severity, Untrusted};

use crate::failure::Failure;
use crate::plan::read_small;
use crate::tty;

/// mcp-warden's policy, version 1.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct McpWarden {
    version: u32,
    #[serde(default)]
    defaults: Shapes,
    #[serde(default)]
    tools: BTreeMap<String, Shapes>,
}

/// The policy of WARDEN (npm).
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Warden {
    block_at_severity: Option<Severity>,
    require_approval: Option<bool>,
    sensitive_tool_patterns: Option<Vec<String>>,
    allow_unknown_servers: Option<bool>,
    pin_tool_defs: Option<bool>,
    capability_bindings: Option<Vec<serde_json::Value>>,
}

/// What is written, in the order in which it reads best.
#[derive(Default, Serialize)]
struct Native {
    #[serde(skip_serializing_if = "Option::is_none")]
    fail_on: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    require_approval: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sensitive: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    defaults: Option<Shapes>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    call: Vec<CallRule>,
}

/// Runs the command.
pub(super) fn run(path: &Path) -> Result<Exit, Failure> {
    let text = read_small(path)?;
    let native = match text.trim_start().starts_with('{') {
        true => from_warden(path, &text)?,
        false => from_mcp_warden(path, &text)?,
    };
    let text = toml::to_string(&native)
        .map_err(|e| Failure::Config(format!("{}: {e}", path.display())))?;
    super::super::print(&text)?;
    Ok(Exit::Clean)
}

fn wrong(path: &Path, why: &dyn std::fmt::Display) -> Failure {
    let why = Untrusted::from(why.to_string()).term_limited(600);
    Failure::Config(format!("{}: {why}", path.display()))
}

fn from_mcp_warden(path: &Path, text: &str) -> Result<Native, Failure> {
    let policy: McpWarden = serde_saphyr::from_str(text).map_err(|e| wrong(path, &e))?;
    if policy.version != 1 {
        return Err(wrong(path, &"only version 1 is known"));
    }
    let mut defaults = policy.defaults;
    // Its built-in defaults hold for every shape, whether it is named or not.
    defaults.filesystem_write.get_or_insert_default();
    defaults.shell_exec.get_or_insert_default();
    defaults.http_request.get_or_insert_default();
    defaults.sql_query.get_or_insert_default();
    let call = policy.tools.into_iter().map(|(name, shape)| CallRule {
        tool: Some(literal(&name)),
        shape,
        ..CallRule::default()
    });
    Ok(Native { defaults: Some(defaults), call: call.collect(), ..Native::default() })
}

/// A name as a glob that matches it alone.
fn literal(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if matches!(c, '*' | '?' | '[' | ']' | '{' | '}' | '\\' | ',') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn from_warden(path: &Path, text: &str) -> Result<Native, Failure> {
    let policy: Warden = serde_json::from_str(text).map_err(|e| wrong(path, &e))?;
    if policy.allow_unknown_servers == Some(false) {
        tty::say("allowUnknownServers: no counterpart; approve servers with `require_approval`");
    }
    if policy.pin_tool_defs == Some(false) {
        tty::say("pinToolDefs: no counterpart; changed definitions are always refused");
    }
    if policy.capability_bindings.is_some_and(|b| !b.is_empty()) {
        tty::say("capabilityBindings: no counterpart");
    }
    Ok(Native {
        fail_on: policy.block_at_severity.map(Severity::name),
        require_approval: policy.require_approval,
        sensitive: policy.sensitive_tool_patterns.unwrap_or_default(),
        ..Native::default()
    })
}
