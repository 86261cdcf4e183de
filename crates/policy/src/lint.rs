//! Entries that can never do anything.

use warden_core::policy::{CallAction, CallRule, Policy, RequestRule};

use crate::glob::Names;

/// Something in a policy that does not do what it looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Which entry.
    pub place: String,
    /// What is odd about it.
    pub message: String,
}

/// Looks for entries that can never match, and conditions that allow nothing.
pub fn lint(policy: &Policy) -> Vec<Warning> {
    let mut out = Vec::new();
    for (n, rule) in policy.call.iter().enumerate() {
        let place = format!("call entry {}", n + 1);
        let mut warn = |message: String| out.push(Warning { place: place.clone(), message });
        if let Some(earlier) = policy.call[..n].iter().position(|e| covers(e, rule)) {
            warn(format!("can never match: entry {} matches first whatever it would", earlier + 1));
        }
        if rule.action == Some(CallAction::Deny) && !rule.argument.is_empty() {
            warn("its conditions change nothing, since every call is denied".into());
        }
        for argument in &rule.argument {
            if argument.required && argument.forbidden {
                warn(format!("{} is required and forbidden: every call is refused", argument.at));
            }
            let paths = argument.path.as_ref();
            if paths.is_some_and(|p| p.allow.as_ref().is_some_and(Vec::is_empty)) {
                warn(format!("{}: an empty list of paths allows none", argument.at));
            }
            if let Some(both) = paths.and_then(|p| {
                p.deny.iter().find(|d| p.allow.as_ref().is_some_and(|a| a.contains(d)))
            }) {
                warn(format!("{}: `{both}` is allowed and denied; it is denied", argument.at));
            }
        }
    }
    requests(policy, &mut out);
    out
}

fn requests(policy: &Policy, out: &mut Vec<Warning>) {
    for (n, rule) in policy.request.iter().enumerate() {
        let covers = |e: &RequestRule| {
            covers_glob(e.server.as_deref(), rule.server.as_deref())
                && covers_glob(e.method.as_deref(), rule.method.as_deref())
                && (e.mode.is_none() || e.mode == rule.mode)
        };
        if let Some(earlier) = policy.request[..n].iter().position(covers) {
            let message =
                format!("can never match: entry {} matches first whatever it would", earlier + 1);
            out.push(Warning { place: format!("request entry {}", n + 1), message });
        }
    }
}

/// Whether the first entry matches whatever the second does. Told for certain
/// cases only: no restriction, the same glob, or a glob that matches a name
/// without stars.
fn covers(first: &CallRule, second: &CallRule) -> bool {
    covers_glob(first.server.as_deref(), second.server.as_deref())
        && covers_glob(first.tool.as_deref(), second.tool.as_deref())
}

fn covers_glob(first: Option<&str>, second: Option<&str>) -> bool {
    let Some(first) = first.filter(|f| *f != "*") else { return true };
    let Some(second) = second else { return false };
    let literal = !second.contains(['*', '?', '[', '{', '\\']);
    first.eq_ignore_ascii_case(second)
        || (literal && Names::new(&[first]).is_ok_and(|n| n.matches(second)))
}
