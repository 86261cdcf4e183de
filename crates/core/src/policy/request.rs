//! What a person lets servers ask of the client.

use serde::{Deserialize, Serialize};

/// What becomes of a request of a server.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum RequestAction {
    #[default]
    Allow,
    Deny,
}

/// One `[[request]]` entry: sampling, elicitation, roots, and whatever else a
/// server may ask.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct RequestRule {
    /// Server by the key in the config, with `*`; every server if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// Method, with `*`: `sampling/createMessage`; every method if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Of elicitations only those of this mode: `form` or `url`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// `allow` or `deny`.
    pub action: RequestAction,
    /// Why, for whoever reads the refusal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}
