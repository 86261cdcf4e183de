//! What the test server does when a tool is called.

use serde_json::{Value, json};

/// The result of `tools/call`: the text that it is given, or what a mode makes
/// of it.
pub(crate) fn call(mode: &str, params: &Value) -> String {
    let text = params["arguments"]["text"].as_str().unwrap_or("done");
    match mode {
        "slow-call" => std::thread::sleep(std::time::Duration::from_millis(400)),
        "env-call" => return content(&std::env::var("EVIL_SECRET").unwrap_or_default()),
        _ => {}
    }
    content(text)
}

fn content(text: &str) -> String {
    json!({"content": [{"type": "text", "text": text}]}).to_string()
}
