//! Judges the calls of tools by a person's policy: which tools, and with
//! which arguments. No I/O: hosts are judged by how they are written, names
//! are never looked up.
//!
//! ```
//! use std::sync::Arc;
//! use warden_core::json::{Limits, Mode, read};
//! use warden_core::policy::{Policy, CallRule, CallAction};
//! use warden_policy::{Call, CallPolicy, Outcome};
//!
//! let rule = CallRule {
//!     tool: Some("delete_*".into()),
//!     action: Some(CallAction::Deny),
//!     ..CallRule::default()
//! };
//! let policy = CallPolicy::new(&Policy { call: vec![rule], ..Policy::default() }).unwrap();
//! let arguments = read(Arc::from(&b"{}"[..]), Mode::AsClientsRead, &Limits::default()).unwrap();
//! let call = Call { server: "files", tool: "Delete_All", arguments: arguments.root(), shapes: &[] };
//! assert_eq!(policy.judge(&call).outcome, Outcome::Deny);
//! ```

mod argument;
mod code;
mod command;
mod decision;
mod error;
mod glob;
mod host;
mod lint;
mod path;
mod place;
mod request;
mod rule;
mod shape;
mod sql;
mod value;

use warden_core::json::Val;
use warden_core::policy::{CallAction, Policy, RequestAction};

pub use code::Code;
pub use decision::{Decision, Outcome, Reason};
pub use error::PolicyError;
pub use lint::{Warning, lint};
pub use shape::{Shape, infer};

use glob::Names;
use request::Request;
use rule::Rule;
use shape::ShapeSet;

/// One call of a tool.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    /// The key under which the client knows the server.
    pub server: &'a str,
    /// The tool's name, as it is sent.
    pub tool: &'a str,
    /// Its arguments.
    pub arguments: Val<'a>,
    /// What the tool can do, where that is known.
    pub shapes: &'a [Shape],
}

/// A policy that was read and found sound.
#[derive(Debug)]
pub struct CallPolicy {
    sensitive: Names,
    rules: Vec<Rule>,
    requests: Vec<Request>,
    defaults: ShapeSet,
}

impl CallPolicy {
    /// Compiles a policy. The error names the entry and what is wrong with it.
    pub fn new(policy: &Policy) -> Result<Self, PolicyError> {
        let sensitive = Names::new(&policy.sensitive)
            .map_err(|why| PolicyError { place: "sensitive".into(), why })?;
        let defaults = ShapeSet::new(&policy.defaults)
            .map_err(|why| PolicyError { place: "defaults".into(), why })?;
        let rules = policy
            .call
            .iter()
            .enumerate()
            .map(|(n, rule)| {
                Rule::new(rule, &policy.defaults)
                    .map_err(|why| PolicyError { place: format!("call entry {}", n + 1), why })
            })
            .collect::<Result<_, _>>()?;
        let requests = policy
            .request
            .iter()
            .enumerate()
            .map(|(n, rule)| {
                Request::new(rule)
                    .map_err(|why| PolicyError { place: format!("request entry {}", n + 1), why })
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { sensitive, rules, requests, defaults })
    }

    /// Whether the tool asks a person before every call.
    pub fn is_sensitive(&self, tool: &str) -> bool {
        self.sensitive.matches(tool)
    }

    /// Judges what a server asks of the client; `mode` is that of an
    /// elicitation. The first entry that matches decides; what none matches is
    /// allowed.
    pub fn judge_request(&self, server: &str, method: &str, mode: Option<&str>) -> Decision {
        let mut decision = Decision::default();
        let entry = self.requests.iter().find(|r| r.matches(server, method, mode));
        if let Some(entry) = entry.filter(|r| r.action == RequestAction::Deny) {
            decision.deny(Code::Request, "", entry.why());
        }
        decision
    }

    /// Judges a call. The first entry that matches server and tool decides; a
    /// sensitive tool asks at least; and what an argument breaks is refused.
    pub fn judge(&self, call: &Call<'_>) -> Decision {
        let mut decision = Decision::default();
        if self.is_sensitive(call.tool) {
            decision.ask(Code::Sensitive, "the tool asks before every call");
        }
        let rule = self.rules.iter().find(|r| r.matches(call.server, call.tool));
        let shapes = rule.map_or(&self.defaults, |r| &r.shapes);
        if let Some(rule) = rule {
            match rule.action {
                CallAction::Allow => {}
                CallAction::Ask => {
                    decision.ask(Code::Sensitive, &rule.why("asks before it is called"))
                }
                CallAction::Deny => decision.deny(Code::Call, "", rule.why("may not be called")),
            }
            for argument in &rule.arguments {
                argument.judge(call.arguments, &mut decision);
            }
        }
        shapes.judge(call, &mut decision);
        decision
    }
}
