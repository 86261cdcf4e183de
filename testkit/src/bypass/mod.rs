//! Sessions in which a server tries to get past a guard; they can be played
//! through any proxy that speaks MCP over stdio.

mod play;
mod script;

pub use play::{Outcome, play, play_all};
pub use script::{Case, Check, Step, Trigger, case, cases};
