//! Qwen Code, a relative of Gemini CLI.

use super::gemini_cli::{DIALECT, family, own, switches};
use crate::Env;
use crate::adjust::Adjust;
use crate::spot::{Client, Spot};

pub(super) static CLIENT: Client = Client {
    own: Some(own),
    adjust: Some(adjust),
    ..Client::new("qwen-code", DIALECT, spots, &["/.qwen/", "/qwen-extension.json"])
};

fn spots(env: &Env) -> Vec<Spot> {
    let system = env.system("/etc/qwen-code", "/Library/Application Support/QwenCode", "qwen-code");
    family(env, ".qwen", &system, "qwen-extension.json")
}

fn adjust(all: &mut Adjust<'_>) {
    switches(all, &["mcp", "allowed"], &["mcp", "excluded"]);
    switches(all, &["allowMCPServers"], &["excludeMCPServers"]);
}
