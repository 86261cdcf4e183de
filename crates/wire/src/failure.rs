//! What went wrong with a server. It is data, not an error of ours.

use std::time::Duration;

use warden_core::Untrusted;
use warden_core::json::ReadError;
use warden_core::report::ServerError;

/// How the capture goes on after a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It could not be started or reached.
    Start,
    /// It ended or closed the connection.
    Ended,
    /// It did not answer in time.
    Silent,
    /// It answered with an error of JSON-RPC.
    Refused(i64),
    /// It answered with that HTTP status and nothing of MCP.
    Status(u16),
    /// It wants credentials.
    Auth,
    /// Its answer is no JSON.
    Json,
    /// It exceeded a bound or broke the protocol.
    Protocol,
}

/// One failure, in our words.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) kind: Kind,
    pub(crate) phase: &'static str,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
}

impl Failure {
    pub(crate) fn new(kind: Kind, phase: &'static str, message: impl Into<String>) -> Self {
        Self { kind, phase, message: message.into(), hint: None }
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same in another phase. What failed while starting or for lack of
    /// credentials keeps its own; so does a server that ends instead of
    /// shaking hands, since it has not started at all.
    pub(crate) fn during(mut self, phase: &'static str) -> Self {
        let keeps = matches!(self.kind, Kind::Start | Kind::Auth)
            || (self.kind == Kind::Ended && phase == "handshake");
        if !keeps {
            self.phase = phase;
        }
        self
    }

    pub(crate) fn silent(method: &str, waited: Duration) -> Self {
        let message = format!("no answer to `{method}` within {}", seconds(waited));
        Self::new(Kind::Silent, "answer", message)
    }

    pub(crate) fn over() -> Self {
        Self::new(Kind::Silent, "answer", "the time for this server was over")
    }

    pub(crate) fn refused(method: &str, code: i64, text: &Untrusted) -> Self {
        let text = text.term_limited(200);
        let message = format!("`{method}` was answered with error {code}: {text}");
        Self::new(Kind::Refused(code), "answer", message)
    }

    pub(crate) fn json(method: &str, e: ReadError) -> Self {
        Self::new(Kind::Json, "answer", format!("the answer to `{method}` cannot be read: {e}"))
    }

    pub(crate) fn needs_credentials(status: u16) -> Self {
        Self::new(Kind::Auth, "auth", format!("needs credentials (HTTP {status})"))
            .hint("pass them with --header 'Authorization: Bearer …'")
    }

    /// Whether the server may still speak, only not what it was asked.
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(self.kind, Kind::Refused(_) | Kind::Status(_))
    }

    /// For the report.
    pub(crate) fn into_error(self, stderr: Option<Untrusted>) -> ServerError {
        ServerError { phase: self.phase.to_owned(), message: self.message, stderr, hint: self.hint }
    }
}

/// A duration for people.
pub(crate) fn seconds(d: Duration) -> String {
    let tenths = (d.as_secs_f64() * 10.0).round() / 10.0;
    if tenths.fract() == 0.0 { format!("{tenths:.0} s") } else { format!("{tenths:.1} s") }
}
