//! Servers over HTTP that misbehave, and addresses that are refused.

use std::time::Duration;

use warden_core::HttpKind;
use warden_testkit::HttpServer;
use warden_wire::{Budgets, CaptureOptions, capture};

use crate::common::*;

#[tokio::test]
async fn missing_credentials_are_named() {
    for mode in ["401", "403"] {
        let (c, requests) = http(mode).await;
        let e = error(&c);
        assert_eq!(e.phase, "auth");
        assert_eq!(e.message, format!("needs credentials (HTTP {mode})"));
        assert!(e.hint.as_deref().is_some_and(|h| h.contains("--header")));
        assert_eq!(requests.lines().count(), 1, "it is not asked again");
    }
}

#[tokio::test]
async fn redirects_stay_in_their_origin() {
    let (c, requests) = http("redirect").await;
    assert_eq!(tools(&c), ["add", "echo"]);
    assert!(requests.contains("POST /mcp/ tools/list"));
    let (c, requests) = http("redirect-cross").await;
    assert!(error(&c).message.contains("another origin"), "{:?}", error(&c));
    assert_eq!(requests.lines().count(), 1, "it is not followed: {requests}");
    let (c, _) = http("redirect-loop").await;
    assert!(error(&c).message.contains("again and again"), "{:?}", error(&c));
}

#[tokio::test]
async fn an_endpoint_in_another_origin_is_refused() {
    let (c, requests) = http("legacy-cross").await;
    assert!(error(&c).message.contains("another origin"), "{:?}", error(&c));
    assert!(!requests.contains("/messages"));
}

#[tokio::test]
async fn pages_for_people_are_quoted_briefly_and_escaped() {
    let (c, _) = http("html").await;
    let e = error(&c);
    assert!(e.message.contains("HTTP 502") && e.message.contains("Oops"), "{}", e.message);
    assert!(!e.message.contains('\u{1b}') && e.message.len() < 300);
    let (c, _) = http("html-200").await;
    assert!(error(&c).message.contains("no MCP message"), "{:?}", error(&c));
}

#[tokio::test]
async fn bodies_and_events_are_bounded() {
    for mode in ["huge", "huge-event"] {
        let (c, _) = http(mode).await;
        assert!(error(&c).message.contains("larger than 16 MiB"), "{mode}: {:?}", error(&c));
        assert_eq!(error(&c).phase, "list", "{mode}");
    }
}

#[tokio::test]
async fn a_trickle_of_bytes_ends_with_the_budget() {
    let server = HttpServer::start(evil(), "slow-loris").expect("it listens");
    let budgets = Budgets { answer: Duration::from_secs(1), ..options().budgets };
    let slow = CaptureOptions { budgets, ..options() };
    let c = capture(&remote(&server.url(), HttpKind::Auto, &[]), &slow).await;
    assert_eq!(error(&c).message, "no answer to `tools/list` within 1 s");
}

#[tokio::test]
async fn only_public_addresses_are_dialled_when_asked() {
    let server = HttpServer::start(evil(), "json").expect("it listens");
    let public = CaptureOptions { public_only: true, ..options() };
    let by_name = server.url().replace("127.0.0.1", "localhost");
    let in_hex = server.url().replace("127.0.0.1", "0x7f000001");
    let mapped = server.url().replace("127.0.0.1", "[::ffff:127.0.0.1]");
    for url in [server.url(), by_name, in_hex, mapped] {
        let c = capture(&remote(&url, HttpKind::Auto, &[]), &public).await;
        assert!(error(&c).message.contains("not public"), "{url}: {:?}", error(&c));
        assert_eq!(error(&c).phase, "connect");
    }
    assert_eq!(server.requests().expect("it answers"), "", "nothing was dialled");
}

#[tokio::test]
async fn what_cannot_be_reached() {
    let server = HttpServer::start(evil(), "json").expect("it listens");
    let url = server.url();
    drop(server);
    let c = capture(&remote(&url, HttpKind::Auto, &[]), &options()).await;
    assert_eq!(error(&c).phase, "connect");
    let c = capture(&remote("ftp://example.com/", HttpKind::Auto, &[]), &options()).await;
    assert!(error(&c).message.contains("neither http nor https"));
    let c = capture(&remote("http://", HttpKind::Auto, &[]), &options()).await;
    assert!(error(&c).message.contains("URL is invalid"));
    let missing = CaptureOptions { ca_file: Some("/no/such.pem".into()), ..options() };
    let c = capture(&remote(&url, HttpKind::Auto, &[]), &missing).await;
    assert!(error(&c).message.contains("/no/such.pem: cannot read it"));
}
