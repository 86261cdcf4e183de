//! The one place where a `tools/call` is judged beyond whether its tool is
//! admitted.

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

/// Why a call is not passed on.
#[derive(Clone, Debug)]
pub struct Denied {
    /// In our words; shown to the client.
    pub message: String,
    /// What it rests on.
    pub findings: Vec<Finding>,
}

/// Judges calls. Called once for every call, a repeated one included.
pub trait CallJudge: Send {
    /// Whether the call may go out.
    ///
    /// # Errors
    /// When it may not, with the reason.
    fn judge(&mut self, call: &Call<'_>) -> Result<(), Denied>;
}
