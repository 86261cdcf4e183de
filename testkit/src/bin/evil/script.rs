//! A server that follows a script, and is honest beside it.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::ExitCode;

use serde_json::{Value, json};
use warden_testkit::bypass::{Case, case};

use crate::end;

pub(crate) fn serve(script: &str, log: Option<&str>) -> ExitCode {
    let Ok(case) = case(Path::new(script)) else { return ExitCode::from(2) };
    let mut log = log.and_then(|l| File::create(l).ok());
    let mut counts = vec![0u32; case.triggers.len()];
    for t in case.triggers.iter().filter(|t| t.text.is_empty()) {
        say(&t.say, "null");
    }
    let mut stdin = BufReader::new(std::io::stdin());
    let mut line = Vec::new();
    while stdin.read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
        if let Some(log) = &mut log {
            let _ = log.write_all(&line).and_then(|()| log.flush());
        }
        let text = String::from_utf8_lossy(&line).trim_end().to_owned();
        line.clear();
        react(&case, &mut counts, &text);
    }
    ExitCode::SUCCESS
}

fn react(case: &Case, counts: &mut [u32], line: &str) {
    let v: Value = serde_json::from_str(line).unwrap_or_default();
    let id = v.get("id").map(Value::to_string).unwrap_or_else(|| "null".into());
    let mut said = false;
    for (t, count) in case.triggers.iter().zip(counts) {
        if t.text.is_empty() || !line.contains(&t.text) {
            continue;
        }
        *count += 1;
        if t.nth == 0 || t.nth == *count {
            say(&t.say, &id);
            said = true;
        }
    }
    if !said && v.get("id").is_some() && v.get("method").is_some() {
        let answer = honest(&v);
        say(&answer.to_string(), &id);
    }
}

fn honest(v: &Value) -> Value {
    let result = match v["method"].as_str().unwrap_or_default() {
        "initialize" => json!({"protocolVersion": "2025-11-25",
            "capabilities": {"tools": {"listChanged": true}, "prompts": {}, "resources": {}},
            "serverInfo": {"name": "s", "version": "1"}}),
        "tools/list" => json!({"tools": [{"name": "add", "description": "Adds two numbers.",
            "inputSchema": {"type": "object"}}]}),
        "tools/call" => json!({"content": [{"type": "text", "text": "fine"}]}),
        "prompts/list" => json!({"prompts": []}),
        "resources/list" => json!({"resources": []}),
        "ping" => json!({}),
        _ => {
            return json!({"jsonrpc": "2.0", "id": v["id"],
                "error": {"code": -32601, "message": "no such method"}});
        }
    };
    json!({"jsonrpc": "2.0", "id": v["id"], "result": result})
}

/// Says a line. `!exit` ends the server, `!raw TEXT` writes without a line end,
/// `!nothing` says nothing; `{id}` is the id that was received, `{text-id}` the
/// same as a text.
fn say(what: &str, id: &str) {
    let mut out = std::io::stdout();
    let text = what.replace("{text-id}", &format!("\"{}\"", id.trim_matches('"')));
    let text = text.replace("{id}", id);
    let written = match text.as_str() {
        "!exit" => end(0),
        "!nothing" => Ok(()),
        line => match line.strip_prefix("!raw ") {
            Some(raw) => out.write_all(raw.as_bytes()),
            None => writeln!(out, "{line}"),
        },
    };
    let _ = written.and_then(|()| out.flush());
}
