//! What a server may ask of the client: one `[[request]]` entry, compiled.

use warden_core::policy::{RequestAction, RequestRule};

use crate::glob::Names;

#[derive(Debug)]
pub(crate) struct Request {
    server: Option<Names>,
    method: Option<Names>,
    mode: Option<String>,
    pub(crate) action: RequestAction,
    reason: Option<String>,
}

impl Request {
    pub(crate) fn new(rule: &RequestRule) -> Result<Self, String> {
        let names = |glob: &Option<String>| {
            glob.iter().map(std::slice::from_ref).map(Names::new).next().transpose()
        };
        if let Some(mode) = rule.mode.as_deref().filter(|m| !matches!(*m, "form" | "url")) {
            return Err(format!("mode `{mode}`: an elicitation is a `form` or a `url`"));
        }
        Ok(Self {
            server: names(&rule.server)?,
            method: names(&rule.method)?,
            mode: rule.mode.clone(),
            action: rule.action,
            reason: rule.reason.clone(),
        })
    }

    /// An elicitation that names no mode is a form.
    pub(crate) fn matches(&self, server: &str, method: &str, mode: Option<&str>) -> bool {
        let of_mode = |wanted: &String| {
            method == "elicitation/create" && mode.unwrap_or("form").eq_ignore_ascii_case(wanted)
        };
        self.server.as_ref().is_none_or(|s| s.matches(server))
            && self.method.as_ref().is_none_or(|m| m.matches(method))
            && self.mode.as_ref().is_none_or(of_mode)
    }

    /// The person's own reason, or ours.
    pub(crate) fn why(&self) -> String {
        match &self.reason {
            Some(reason) => reason.clone(),
            None => "the server may not ask that of the client".to_owned(),
        }
    }
}
