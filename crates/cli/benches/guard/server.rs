//! A server that costs next to nothing: it reads no JSON but finds the id.

use std::cell::LazyCell;
use std::io::{BufRead, Write};

use crate::FRAMES;

pub(crate) fn serve() {
    let mut stdin = std::io::stdin().lock();
    let mut stdout = std::io::stdout().lock();
    let text =
        LazyCell::new(|| line("Plain words, as a file or a page has them. ".repeat(190_000)));
    let rows = LazyCell::new(rows);
    let mut line = String::new();
    while stdin.read_line(&mut line).is_ok_and(|n| n > 0) {
        let id = id(&line).to_owned();
        let answer =
            |result: &str| format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{result}}}\n");
        let out = if line.contains("tools/list") {
            answer(&tools())
        } else if line.contains("\"ping\"") {
            answer("{}")
        } else if line.contains("\"text\"") {
            answer(&text)
        } else if line.contains("\"rows\"") {
            answer(&rows)
        } else {
            answer("{\"content\":[{\"type\":\"text\",\"text\":\"42\"}]}")
        };
        let mut written = stdout.write_all(out.as_bytes());
        if line.contains("\"flood\"") {
            let note = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":\
                        {\"progressToken\":1,\"progress\":2,\"message\":\"half way\"}}\n";
            let many = note.repeat(1000);
            for _ in 0..FRAMES / 1000 {
                written = written.and_then(|()| stdout.write_all(many.as_bytes()));
            }
        }
        if written.and_then(|()| stdout.flush()).is_err() {
            return;
        }
        line.clear();
    }
}

fn id(line: &str) -> &str {
    let rest = line.split_once("\"id\":").map_or("0", |(_, rest)| rest);
    rest.split([',', '}']).next().unwrap_or("0")
}

fn tools() -> String {
    let tool = |name: &str| {
        format!(
            "{{\"name\":\"{name}\",\"description\":\"Returns it.\",\"inputSchema\":{{\"type\":\"object\"}}}}"
        )
    };
    let all = ["small", "text", "rows", "flood"].map(tool).join(",");
    format!("{{\"tools\":[{all}]}}")
}

fn line(text: String) -> String {
    format!("{{\"content\":[{{\"type\":\"text\",\"text\":\"{text}\"}}]}}")
}

/// The same amount in many small values.
fn rows() -> String {
    let row = "{\"id\":12345,\"name\":\"Anna Example\",\"city\":\"Hamburg\",\"paid\":true}";
    let rows = vec![row; 8_000_000 / row.len()].join(",");
    format!("{{\"content\":[],\"structuredContent\":{{\"rows\":[{rows}]}}}}")
}
