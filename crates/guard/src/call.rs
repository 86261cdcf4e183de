//! What a person's policy says: of calls that go to the server, and of what
//! the server asks of the client.

use warden_core::Finding;
use warden_core::json::Val;

/// A call that is about to go to the server.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The tool.
    pub tool: &'a str,
    /// Its arguments, where there are any.
    pub arguments: Option<Val<'a>>,
    /// The definition of the tool that was judged, as JSON.
    pub definition: Option<&'a str>,
}

/// Why a call is not passed on, or not without asking.
#[derive(Clone, Debug)]
pub struct Denied {
    /// In our words; shown to the client.
    pub message: String,
    /// What it rests on.
    pub findings: Vec<Finding>,
}

/// What becomes of a call.
#[derive(Clone, Debug)]
pub enum Judgement {
    /// It goes out.
    Allow,
    /// It goes out if a person says so.
    Ask(Denied),
    /// It does not go out.
    Deny(Denied),
}

/// Judges calls, and requests of the server.
pub trait CallJudge: Send {
    /// Whether the call may go out. Called once for every call, a repeated one
    /// included.
    fn judge(&mut self, call: &Call<'_>) -> Judgement;

    /// Whether the server may ask that of the client: `sampling/createMessage`,
    /// `elicitation/create`, `roots/list` …; `mode` is that of an elicitation.
    ///
    /// # Errors
    /// When it may not, with the reason.
    fn judge_request(&mut self, method: &str, mode: Option<&str>) -> Result<(), Denied> {
        let _ = (method, mode);
        Ok(())
    }
}

/// Approvals that outlast the session. Each is bound to the digest of the
/// tool's definition.
pub trait Approvals: Send {
    /// Whether calls of that tool were approved until a day that has not
    /// passed.
    fn holds(&mut self, tool: &str, definition: &str) -> bool;

    /// Keeps an approval until that day (`YYYY-MM-DD`), inclusive.
    ///
    /// # Errors
    /// When the day is none or too far away, or it could not be kept.
    fn keep(&mut self, tool: &str, definition: &str, until: &str) -> Result<(), String>;
}

/// No approval outlasts the session.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoApprovals;

impl Approvals for NoApprovals {
    fn holds(&mut self, _tool: &str, _definition: &str) -> bool {
        false
    }

    fn keep(&mut self, _tool: &str, _definition: &str, _until: &str) -> Result<(), String> {
        Err("approvals cannot be kept here".to_owned())
    }
}
