//! What the test server answers, whatever carries it.

use serde_json::{Value, json};

use crate::calls;
use crate::lists::{self, Asked};

/// One server, for as long as its process or HTTP session lives.
pub(crate) struct Server {
    mode: String,
    listings: u32,
    capable: bool,
    /// What the client has answered to our own requests.
    pub(crate) told: Vec<String>,
}

/// What to do after a message.
pub(crate) enum Reaction {
    /// Say these lines, in turn.
    Say(Vec<String>),
    /// Say them and end.
    SayAndEnd(Vec<String>),
    /// Never end a line.
    Flood,
}

impl Server {
    pub(crate) fn new(mode: &str) -> Self {
        Self { mode: mode.into(), listings: 0, capable: false, told: Vec::new() }
    }

    fn is(&self, mode: &str) -> bool {
        self.mode == mode
    }

    /// Reacts to one message of the client.
    pub(crate) fn react(&mut self, msg: &Value) -> Reaction {
        let Some(method) = msg["method"].as_str() else {
            self.told.push(msg.to_string());
            return Reaction::Say(vec![]);
        };
        if msg.get("id").is_none() {
            return Reaction::Say(vec![]);
        }
        if let Some(odd) = self.odd(method, msg) {
            return odd;
        }
        Reaction::Say(vec![self.answer(method, msg)])
    }

    /// What a mode does instead of answering.
    fn odd(&mut self, method: &str, msg: &Value) -> Option<Reaction> {
        let id = msg["id"].clone();
        Some(match (self.mode.as_str(), method) {
            ("flood", "tools/list") => Reaction::Flood,
            ("half-line", "tools/list") => {
                Reaction::SayAndEnd(vec![r#"{"jsonrpc":"2.0","id":"#.into()])
            }
            ("last-line", "resources/templates/list") if self.listings >= 2 => {
                Reaction::SayAndEnd(vec![self.answer(method, msg)])
            }
            ("dies-on-discover", "server/discover")
            | ("dies-on-prompts", "prompts/list")
            | ("dies-on-call", "tools/call") => Reaction::SayAndEnd(vec![]),
            ("ignores-discover", "server/discover") | ("silent-list", "prompts/list") => {
                Reaction::Say(vec![])
            }
            ("noise", _) => Reaction::Say(vec![
                "Listening on port 3000 \u{1b}[1m".into(),
                String::new(),
                "{\"level\":\"info\",\"id\":1}".into(),
                self.answer(method, msg),
                "{not json at all".into(),
            ]),
            ("batch", _) => Reaction::Say(vec![format!("[{}]", self.answer(method, msg))]),
            ("bom", _) => Reaction::Say(vec![format!("\u{feff}{}", self.answer(method, msg))]),
            ("crlf", _) => Reaction::Say(vec![format!("{}\r", self.answer(method, msg))]),
            ("content-length", _) => {
                let body = self.answer(method, msg);
                Reaction::Say(vec![format!("Content-Length: {}\r", body.len()), "\r".into(), body])
            }
            ("forged", _) => Reaction::Say(self.forged(method, msg)),
            ("broken-then-good", "tools/list") => Reaction::Say(vec![
                format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{,}}}}"#),
                self.answer(method, msg),
            ]),
            ("list-changed", "tools/list") if self.listings == 0 => {
                let note = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;
                Reaction::Say(vec![note.into(), self.answer(method, msg)])
            }
            _ => return None,
        })
    }

    /// The true answer between false ones: other ids, the right id as a
    /// string, and a second answer that comes too late.
    fn forged(&mut self, method: &str, msg: &Value) -> Vec<String> {
        let id = msg["id"].as_u64().unwrap_or(0);
        let lie = r#"{"tools":[{"name":"forged","inputSchema":{}}]}"#;
        let with = |id: String| format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{lie}}}"#);
        vec![
            with((id + 1).to_string()),
            with(format!("\"{id}\"")),
            with("null".into()),
            format!(r#"{{"id":{id},"result":{lie}}}"#),
            self.answer(method, msg),
            with(id.to_string()),
        ]
    }

    /// The requests to put to the client before a list is answered.
    pub(crate) fn question(&self, method: &str) -> Option<String> {
        if method != "tools/list" || self.listings > 1 {
            return None;
        }
        let asked = self.mode.strip_prefix("ask-")?;
        let message = match asked {
            "roots" => json!({"jsonrpc": "2.0", "id": "q1", "method": "roots/list"}),
            "ping" => json!({"jsonrpc": "2.0", "id": 0, "method": "ping"}),
            "sampling" => json!({"jsonrpc": "2.0", "id": -5, "method": "sampling/createMessage",
                "params": {"messages": [], "maxTokens": 1}}),
            "elicitation" => json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create",
                "params": {"message": "Your name?", "requestedSchema": {}}}),
            _ => json!({"jsonrpc": "2.0", "id": 2, "method": "no/such"}),
        };
        Some(message.to_string())
    }

    /// The honest answer, with what the mode does to its lists.
    pub(crate) fn answer(&mut self, method: &str, msg: &Value) -> String {
        let id = &msg["id"];
        match self.result(method, &msg["params"]) {
            Ok(result) => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#),
            Err((code, text)) => {
                json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": text}})
                    .to_string()
            }
        }
    }

    fn result(&mut self, method: &str, params: &Value) -> Result<String, (i32, &'static str)> {
        let meta = &params["_meta"]["io.modelcontextprotocol/protocolVersion"];
        let modern = self.mode.starts_with("modern") || self.is("dual");
        if meta.is_string() && modern {
            let capabilities = &params["_meta"]["io.modelcontextprotocol/clientCapabilities"];
            self.capable = capabilities.get("roots").is_some();
        } else if self.mode.starts_with("modern") {
            return Err((-32022, "Unsupported protocol version"));
        }
        match method {
            "initialize" => {
                self.capable = params["capabilities"].get("roots").is_some();
                Ok(self.initialize())
            }
            "server/discover" if modern => Ok(self.discover()),
            "tools/list" => self.tools(params),
            "tools/call" => Ok(calls::call(&self.mode, params)),
            "prompts/list" if !self.is("no-prompts") => Ok(lists::prompts()),
            "prompts/get" => self.prompt(params),
            "resources/list" if self.is("list-error") => Err((-32603, "no database")),
            "resources/list" => Ok(lists::resources()),
            "resources/templates/list" if !self.is("no-prompts") => Ok(lists::templates()),
            _ => Err((-32601, "Method not found")),
        }
    }

    fn initialize(&self) -> String {
        json!({
            "protocolVersion": "2025-11-25",
            "capabilities": self.capabilities(),
            "serverInfo": {"name": "evil", "version": "1.0"},
            "instructions": "Use the tools."
        })
        .to_string()
    }

    fn capabilities(&self) -> Value {
        match self.mode.as_str() {
            "only-prompts" => json!({"prompts": {}}),
            "undeclared" => json!({}),
            _ => json!({"tools": {}, "prompts": {}, "resources": {}}),
        }
    }

    fn discover(&self) -> String {
        json!({
            "supportedVersions": ["2026-07-28"],
            "capabilities": self.capabilities(),
            "instructions": "Use the tools.",
            "resultType": "complete", "ttlMs": 0, "cacheScope": "private",
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "evil", "version": "2.0"}}
        })
        .to_string()
    }

    fn tools(&mut self, params: &Value) -> Result<String, (i32, &'static str)> {
        if self.is("only-prompts") {
            return Err((-32601, "Method not found"));
        }
        if self.is("tools-error") {
            return Err((-32603, "out of order"));
        }
        let cursor = params["cursor"].as_str();
        let asked = Asked {
            mode: &self.mode,
            before: self.listings,
            cursor,
            capable: self.capable,
            told: &self.told,
        };
        let result = lists::tools(&asked);
        self.listings += u32::from(cursor.is_none());
        Ok(result)
    }

    fn prompt(&self, params: &Value) -> Result<String, (i32, &'static str)> {
        if self.is("prompt-args") && params["arguments"]["topic"] == "example" {
            return Err((-32602, "topic must be a number"));
        }
        Ok(lists::prompt(params["name"].as_str().unwrap_or_default(), &params["arguments"]))
    }
}
