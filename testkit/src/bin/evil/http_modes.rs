//! What is odd about the test server over HTTP.

use std::io::{Result, Write};
use std::net::TcpStream;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;

use crate::http::{Request, head, respond};
use crate::server::{Reaction, Server};

const JSON: (&str, &str) = ("content-type", "application/json");
const SSE: (&str, &str) = ("content-type", "text/event-stream");
const SESSION: &str = "session-1";

/// Status, headers and body.
type Refusal = (&'static str, Vec<(&'static str, String)>, String);

/// One server and who has asked it what.
pub(crate) struct Site {
    mode: String,
    port: u16,
    server: Mutex<Server>,
    /// The stream of the two-endpoint transport.
    stream: Mutex<Option<TcpStream>>,
    requests: Mutex<String>,
    /// An answer that waits until its stream is resumed.
    kept: Mutex<Option<String>>,
}

fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Site {
    pub(crate) fn new(mode: &str, port: u16) -> Self {
        // A server mode can be had over HTTP too: `sse+late-poison`.
        let (mode, inner) = mode.split_once('+').unwrap_or((mode, mode));
        Self {
            mode: mode.into(),
            port,
            server: Mutex::new(Server::new(inner)),
            stream: Mutex::default(),
            requests: Mutex::default(),
            kept: Mutex::default(),
        }
    }

    fn is(&self, mode: &str) -> bool {
        self.mode == mode
    }

    /// Answers one request.
    pub(crate) fn handle(&self, request: &Request, stream: TcpStream) -> Result<()> {
        if request.path == "/requests" {
            let text = lock(&self.requests).clone();
            return respond(stream, "200 OK", &[], text.as_bytes());
        }
        let msg: Value = serde_json::from_slice(&request.body).unwrap_or_default();
        let rpc = msg["method"].as_str().unwrap_or("-");
        let line = format!("{} {} {rpc}\n", request.method, request.path);
        lock(&self.requests).push_str(&line);
        if let Some((status, headers, body)) = self.refusal(request) {
            let headers: Vec<(&str, &str)> =
                headers.iter().map(|(k, v)| (*k, v.as_str())).collect();
            return respond(stream, status, &headers, body.as_bytes());
        }
        match (request.method.as_str(), self.mode.as_str()) {
            ("GET", "legacy" | "legacy-cross") if request.path == "/mcp" => self.open(stream),
            ("GET", "resume") => self.resumed(request, stream),
            ("POST", "legacy" | "legacy-cross") => self.posted(request, &msg, stream),
            ("POST", _) => self.post(request, &msg, stream),
            ("DELETE", _) => respond(stream, "200 OK", &[], b""),
            _ => respond(stream, "405 Method Not Allowed", &[], b""),
        }
    }

    /// Modes that answer every request with the same status.
    fn refusal(&self, request: &Request) -> Option<Refusal> {
        let to = |status, url: String| Some((status, vec![("location", url)], String::new()));
        match self.mode.as_str() {
            "401" => Some(("401 Unauthorized", vec![], "no token".into())),
            "403" => Some(("403 Forbidden", vec![], "no token".into())),
            "token" if request.header("authorization") != Some("Bearer open-sesame") => {
                Some(("401 Unauthorized", vec![], "no token".into()))
            }
            "redirect" if request.path == "/mcp" => to("307 Temporary Redirect", "/mcp/".into()),
            "redirect-loop" => to("308 Permanent Redirect", "/mcp".into()),
            // The same port under another name is another origin.
            "redirect-cross" => {
                to("307 Temporary Redirect", format!("http://localhost:{}/mcp", self.port))
            }
            "html" => {
                let page = "<html><title>Oops</title>\u{1b}[2J<body>Bad gateway</body></html>";
                Some(("502 Bad Gateway", vec![("content-type", "text/html".into())], page.into()))
            }
            "html-200" => {
                let page = "<html><title>Welcome</title></html>";
                Some(("200 OK", vec![("content-type", "text/html".into())], page.into()))
            }
            _ => None,
        }
    }

    fn post(&self, request: &Request, msg: &Value, mut stream: TcpStream) -> Result<()> {
        let method = msg["method"].as_str().unwrap_or_default();
        if let Some(wrong) = self.wrong_headers(request, method, msg) {
            return respond(stream, "400 Bad Request", &[JSON], wrong.as_bytes());
        }
        if msg.get("id").is_none() || msg.get("method").is_none() {
            let _ = lock(&self.server).react(msg);
            return respond(stream, "202 Accepted", &[], b"");
        }
        match self.mode.as_str() {
            "slow-loris" if method == "tools/list" => return drip(stream),
            "huge" if method == "tools/list" => return huge(stream),
            "huge-event" if method == "tools/list" => return huge_event(stream),
            "asks" if method == "tools/list" => return self.ask_in_stream(msg, stream),
            _ => {}
        }
        let text = match lock(&self.server).react(msg) {
            Reaction::Say(lines) | Reaction::SayAndEnd(lines) => lines,
            Reaction::Flood => return huge(stream),
        };
        match self.mode.as_str() {
            "sse" => {
                head(&mut stream, "200 OK", &[SSE], None)?;
                stream.write_all(b"\xef\xbb\xbf: hello\r\n\r\nid: 1\r\ndata:\r\n\r\n")?;
                let note = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{}}"#;
                write!(stream, "event: message\rdata: {note}\r\r")?;
                text.iter().try_for_each(|t| write!(stream, "data: {t}\n\n"))
            }
            "resume" if method == "tools/list" => {
                *lock(&self.kept) = text.into_iter().next();
                head(&mut stream, "200 OK", &[SSE], None)?;
                stream.write_all(b"retry: 1\nid: 7\ndata:\n\n")
            }
            // Nobody is told a session id.
            "stateless" => respond(stream, "200 OK", &[JSON], text.concat().as_bytes()),
            "odd-type" => {
                let odd = ("content-type", "Application/JSON ; charset=utf-8");
                respond(stream, "201 Created", &[odd], text.concat().as_bytes())
            }
            _ => {
                let headers = [JSON, ("mcp-session-id", SESSION)];
                respond(stream, "200 OK", &headers, text.concat().as_bytes())
            }
        }
    }

    /// The error for headers that a correct client does not send.
    fn wrong_headers(&self, request: &Request, method: &str, msg: &Value) -> Option<String> {
        let error = |code: i32, text: &str| {
            let id = &msg["id"];
            format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":"{text}"}}}}"#)
        };
        let version = request.header("mcp-protocol-version");
        if self.is("modern") {
            let meta = &msg["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"];
            let name = msg["params"]["name"].as_str();
            let right = version == Some("2026-07-28")
                && request.header("mcp-method") == Some(method)
                && request.header("mcp-name") == name
                && request.header("mcp-session-id").is_none();
            return match meta.is_string() {
                false => Some(error(-32022, "Unsupported protocol version")),
                true if !right => Some(error(-32020, "Header mismatch")),
                true => None,
            };
        }
        let opening = matches!(method, "initialize" | "server/discover");
        let wants_session = self.is("json") && !opening;
        if wants_session && request.header("mcp-session-id") != Some(SESSION) {
            // As servers do that have not yet read the message.
            return Some(
                r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"No session"}}"#
                    .into(),
            );
        }
        if wants_session && version != Some("2025-11-25") {
            return Some(error(-32000, "Bad version header"));
        }
        None
    }

    /// Asks for roots in the stream of the answer, and waits for the reply.
    fn ask_in_stream(&self, msg: &Value, mut stream: TcpStream) -> Result<()> {
        head(&mut stream, "200 OK", &[SSE], None)?;
        stream.write_all(
            b"data: {\"jsonrpc\":\"2.0\",\"id\":\"r\",\ndata: \"method\":\"roots/list\"}\n\n",
        )?;
        let before = lock(&self.server).told.len();
        while lock(&self.server).told.len() == before {
            std::thread::sleep(Duration::from_millis(5));
        }
        let answer = lock(&self.server).answer("tools/list", msg);
        write!(stream, "data: {answer}\n\n")
    }

    fn resumed(&self, request: &Request, mut stream: TcpStream) -> Result<()> {
        let fits = request.header("last-event-id") == Some("7");
        let kept = if fits { lock(&self.kept).take() } else { None };
        let Some(text) = kept else { return respond(stream, "404 Not Found", &[], b"") };
        head(&mut stream, "200 OK", &[SSE], None)?;
        write!(stream, "id: 8\ndata: {text}\n\n")
    }

    /// Opens the stream of the two-endpoint transport.
    fn open(&self, mut stream: TcpStream) -> Result<()> {
        head(&mut stream, "200 OK", &[SSE], None)?;
        let endpoint = match self.is("legacy-cross") {
            true => format!("http://localhost:{}/messages", self.port),
            false => "/messages?session=1".into(),
        };
        write!(stream, "event: endpoint\ndata: {endpoint}\n\n")?;
        *lock(&self.stream) = Some(stream);
        Ok(())
    }

    fn posted(&self, request: &Request, msg: &Value, stream: TcpStream) -> Result<()> {
        if request.path != "/messages?session=1" {
            return respond(stream, "404 Not Found", &[], b"no such page");
        }
        let reaction = lock(&self.server).react(msg);
        if let (Reaction::Say(lines), Some(events)) = (reaction, &mut *lock(&self.stream)) {
            for line in lines {
                write!(events, "event: message\ndata: {line}\n\n")?;
            }
        }
        respond(stream, "202 Accepted", &[], b"Accepted")
    }
}

/// A byte now and then, for ever.
fn drip(mut stream: TcpStream) -> Result<()> {
    head(&mut stream, "200 OK", &[JSON], Some(100_000))?;
    loop {
        stream.write_all(b" ")?;
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A body without an end.
fn huge(mut stream: TcpStream) -> Result<()> {
    head(&mut stream, "200 OK", &[JSON], None)?;
    loop {
        stream.write_all(&[b' '; 64 << 10])?;
    }
}

/// An event without an end.
fn huge_event(mut stream: TcpStream) -> Result<()> {
    head(&mut stream, "200 OK", &[SSE], None)?;
    loop {
        stream.write_all(b"data: more and more of it and never an empty line\n")?;
    }
}
