//! One `[[call]]` entry, compiled.

use warden_core::policy::{CallAction, CallRule, Shapes};

use crate::argument::Argument;
use crate::glob::Names;
use crate::shape::ShapeSet;

#[derive(Debug)]
pub(crate) struct Rule {
    server: Option<Names>,
    tool: Option<Names>,
    pub(crate) action: CallAction,
    reason: Option<String>,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) shapes: ShapeSet,
}

impl Rule {
    pub(crate) fn new(rule: &CallRule, defaults: &Shapes) -> Result<Self, String> {
        let names = |glob: &Option<String>| {
            glob.iter().map(std::slice::from_ref).map(Names::new).next().transpose()
        };
        Ok(Self {
            server: names(&rule.server)?,
            tool: names(&rule.tool)?,
            action: rule.action.unwrap_or(CallAction::Allow),
            reason: rule.reason.clone(),
            arguments: rule.argument.iter().map(Argument::new).collect::<Result<_, _>>()?,
            shapes: ShapeSet::over(defaults, &rule.shape)?,
        })
    }

    pub(crate) fn matches(&self, server: &str, tool: &str) -> bool {
        self.server.as_ref().is_none_or(|s| s.matches(server))
            && self.tool.as_ref().is_none_or(|t| t.matches(tool))
    }

    /// The person's own reason, or ours.
    pub(crate) fn why(&self, otherwise: &str) -> String {
        match &self.reason {
            Some(reason) => reason.clone(),
            None => format!("the tool {otherwise}"),
        }
    }
}
