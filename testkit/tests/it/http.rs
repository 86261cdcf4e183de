//! Servers over HTTP that do what they should.

use warden_core::{HttpKind, ItemKind};
use warden_testkit::HttpServer;
use warden_wire::capture;

use crate::common::*;

#[tokio::test]
async fn json_answers_with_a_session() {
    let (c, requests) = http("json").await;
    assert_eq!(tools(&c), ["add", "echo"]);
    assert_eq!(items(&c, ItemKind::PromptBody).len(), 2);
    assert_eq!(c.facts.sessions.len(), 2);
    assert!(c.facts.unreachable.is_empty(), "{:?}", c.facts.unreachable);
    assert_eq!(requests.matches("DELETE /mcp").count(), 2, "each session is ended");
    assert_eq!(requests.matches("notifications/initialized").count(), 2);
}

#[tokio::test]
async fn streams_missing_sessions_and_odd_media_types() {
    for mode in ["sse", "stateless", "odd-type", "resume"] {
        let (c, _) = http(mode).await;
        assert_eq!(tools(&c), ["add", "echo"], "{mode}");
        assert_eq!(items(&c, ItemKind::Template).len(), 1, "{mode}");
        assert!(c.facts.unreachable.is_empty(), "{mode}: {:?}", c.facts.unreachable);
        assert_eq!(c.facts.stdout_noise, 0, "{mode}");
    }
}

#[tokio::test]
async fn the_server_asks_in_the_stream_of_its_answer() {
    let (c, _) = http("asks").await;
    assert_eq!(tools(&c), ["add", "echo", "told"]);
    assert_eq!(c.facts.server_requests[0].expose(), "roots/list");
}

#[tokio::test]
async fn the_headers_of_the_new_era() {
    let (c, _) = http("modern").await;
    assert_eq!(tools(&c), ["add", "echo"]);
    assert_eq!(items(&c, ItemKind::PromptBody).len(), 2);
    assert!(c.facts.sessions.len() == 1 && c.facts.sessions[0].modern);
    assert!(c.facts.unreachable.is_empty(), "{:?}", c.facts.unreachable);
}

#[tokio::test]
async fn the_two_endpoint_transport_is_fallen_back_to() {
    let (c, requests) = http("legacy").await;
    assert_eq!(tools(&c), ["add", "echo"]);
    assert_eq!(c.facts.sessions.len(), 2);
    assert!(requests.starts_with("POST /mcp initialize\nGET /mcp -\n"), "{requests}");
    let server = HttpServer::start(evil(), "legacy").expect("it listens");
    let c = capture(&remote(&server.url(), HttpKind::Sse, &[]), &options()).await;
    assert_eq!(tools(&c), ["add", "echo"]);
    let c = capture(&remote(&server.url(), HttpKind::Streamable, &[]), &options()).await;
    assert!(error(&c).message.contains("HTTP 404"), "{:?}", error(&c));
}

#[tokio::test]
async fn headers_of_the_spec_are_sent() {
    let server = HttpServer::start(evil(), "token").expect("it listens");
    let token = ("Authorization", "Bearer open-sesame");
    let c = capture(&remote(&server.url(), HttpKind::Auto, &[token]), &options()).await;
    assert_eq!(tools(&c), ["add", "echo"]);
    let bad = ("Authorization", "Bearer wrong\nvalue");
    let c = capture(&remote(&server.url(), HttpKind::Auto, &[bad]), &options()).await;
    assert_eq!(error(&c).message, "the value of the header `Authorization` is invalid");
}

#[tokio::test]
async fn late_changes_show_over_http_too() {
    let (c, _) = http("sse+late-poison").await;
    assert!(tools(&c).contains(&"late".to_owned()));
    assert_eq!(c.facts.differs[0].list, "tools");
}
