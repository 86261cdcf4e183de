//! The registry: one file per client, in alphabetical order of their ids.
//! Paths are those that the vendors document or that were seen in their
//! programs; guesses are left out.

mod amazon_q;
mod amp;
mod antigravity;
mod augment;
mod claude_code;
mod claude_desktop;
mod claude_plugins;
mod cline;
mod codex;
mod continue_dev;
mod copilot_cli;
mod crush;
mod cursor;
mod gemini_cli;
mod goose;
mod jetbrains_air;
mod junie;
mod kilo;
mod kiro;
mod lm_studio;
mod mcporter;
mod opencode;
mod qwen_code;
mod roo_code;
mod tabnine;
mod trae;
mod vscode;
mod warp;
mod windsurf;
mod zed;

use crate::spot::Client;

/// All clients. A file that several read belongs to the first of them.
pub(crate) static ALL: &[&Client] = &[
    &amazon_q::CLIENT,
    &amp::CLIENT,
    &antigravity::CLIENT,
    &augment::CLIENT,
    &claude_code::CLIENT,
    &claude_desktop::CLIENT,
    &cline::CLIENT,
    &codex::CLIENT,
    &continue_dev::CLIENT,
    &copilot_cli::CLIENT,
    &crush::CLIENT,
    &cursor::CLIENT,
    &gemini_cli::CLIENT,
    &goose::CLIENT,
    &jetbrains_air::CLIENT,
    &junie::CLIENT,
    &kilo::CLIENT,
    &kiro::CLIENT,
    &lm_studio::CLIENT,
    &mcporter::CLIENT,
    &opencode::CLIENT,
    &qwen_code::CLIENT,
    &roo_code::CLIENT,
    &tabnine::CLIENT,
    &trae::CLIENT,
    &vscode::CLIENT,
    &warp::CLIENT,
    &windsurf::CLIENT,
    &zed::CLIENT,
];

/// The client of this id.
pub(crate) fn by_id(id: &str) -> Option<&'static Client> {
    ALL.iter().find(|c| c.id == id).copied()
}
