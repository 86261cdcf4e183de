//! The guard in front of a remote server, spoken with over stdio.

use serde_json::json;
use warden_testkit::HttpServer;

use crate::harness::World;
use crate::wrap::Wrapped;

fn serve(mode: &str) -> Option<HttpServer> {
    let evil = warden_testkit::evil().ok()?;
    Some(HttpServer::start(&evil, mode).expect("it listens"))
}

/// A session with the server at that URL.
fn start(world: &World, server: &HttpServer, more: &[&str]) -> Wrapped {
    Wrapped::start_url(world, &[&["--url", &server.url()], more].concat())
}

fn hello() -> serde_json::Value {
    json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}})
}

#[test]
fn every_kind_of_answer_reaches_the_client_judged() {
    // JSON with sessions, streams of events, odd media types with status 201,
    // a stream that breaks off and is taken up again.
    for mode in ["json", "sse", "odd-type", "stateless", "resume"] {
        let Some(server) = serve(mode) else { return };
        let world = World::new();
        let mut s = start(&world, &server, &["--id", "web"]);
        let answer = s.answer(0, "initialize", &hello());
        assert_eq!(answer["result"]["serverInfo"]["name"], "evil", "{mode}: {answer}");
        s.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        let list = s.answer(1, "tools/list", &json!({}));
        assert_eq!(list["result"]["tools"].as_array().map(Vec::len), Some(2), "{mode}: {list}");
        let call = json!({"name": "echo", "arguments": {"text": "a\u{1b}[2Jb"}});
        let result = s.answer(2, "tools/call", &call);
        assert_eq!(result["result"]["content"][0]["text"], "ab", "{mode}: {result}");
        let (code, stderr) = s.end();
        assert_eq!(code, Some(0), "{mode}: {stderr}");
        if mode == "json" {
            let requests = server.requests().expect("it still answers");
            assert!(requests.contains("DELETE"), "the session is ended: {requests}");
        }
    }
}

#[test]
fn a_hostile_list_does_not_pass() {
    let Some(server) = serve("sse+late-poison") else { return };
    let world = World::new();
    let mut s = start(&world, &server, &["--id", "web"]);
    assert!(s.answer(1, "tools/list", &json!({}))["result"].is_object());
    assert_eq!(s.answer(2, "tools/list", &json!({}))["error"]["code"], -32001);
    s.end();
}

#[test]
fn the_stateless_era_has_its_headers() {
    let Some(server) = serve("modern") else { return };
    let world = World::new();
    let mut s = start(&world, &server, &[]);
    let meta = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {}});
    let list = s.answer(1, "tools/list", &json!({"_meta": meta}));
    assert!(list["result"]["tools"].is_array(), "{list}");
    let call = json!({"name": "echo", "arguments": {"text": "x"}, "_meta": meta});
    assert_eq!(s.answer(2, "tools/call", &call)["result"]["content"][0]["text"], "x");
    s.end();
}

#[test]
fn what_cannot_be_had_is_answered_with_an_error() {
    for (mode, says) in [
        ("401", "needs credentials (HTTP 401)"),
        ("html", "HTTP 502"),
        ("html-200", "no MCP message"),
        ("redirect-cross", "another origin"),
        ("huge", "larger than"),
    ] {
        let Some(server) = serve(mode) else { return };
        let world = World::new();
        let mut s = start(&world, &server, &[]);
        let answer = s.answer(1, "tools/list", &json!({}));
        let message = answer["error"]["message"].as_str().unwrap_or_default().to_owned();
        assert!(message.contains(says), "{mode}: {answer}");
        assert_eq!(answer["error"]["code"], -32002, "{mode}");
        assert!(!message.contains('\u{1b}'));
        assert_eq!(s.end().0, Some(0), "{mode}");
    }
    let Some(server) = serve("token") else { return };
    let world = World::new();
    let mut s = start(&world, &server, &["--header", "Authorization: Bearer open-sesame"]);
    assert!(s.answer(1, "tools/list", &json!({}))["result"].is_object());
    s.end();
}

#[test]
fn a_request_of_the_server_is_answered_by_the_client() {
    let Some(server) = serve("asks") else { return };
    let world = World::new();
    let mut s = start(&world, &server, &[]);
    s.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    let asked = s.recv();
    assert_eq!(asked["method"], "roots/list", "{asked}");
    s.send(r#"{"jsonrpc":"2.0","id":"r","result":{"roots":[]}}"#);
    let list = s.recv();
    assert_eq!(list["id"], 1);
    assert!(list["result"].is_object(), "{list}");
    s.end();
}

#[test]
fn a_server_that_never_answers_does_not_hold_the_end_up() {
    let Some(server) = serve("slow-loris") else { return };
    let world = World::new();
    let mut s = start(&world, &server, &[]);
    s.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    s.send(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#);
    assert_eq!(s.recv()["id"], 2, "one request does not hold up another");
    s.signal("TERM");
    assert!(s.wait().0.is_some());
}
